/** Renders `status` and its live view as text, the most important facts first. Pure. */
import { GUIDANCE_LISTS } from "../../guidance/item.ts";
import { renderItem } from "../../guidance/overview.ts";
import { countTicked } from "../../lifecycle/view/end_line.ts";
import { type BlockRow, LABEL_COLUMNS, renderBlock, textColumns } from "../../text/block.ts";
import { fitColumns } from "../../text/columns.ts";
import { showAmount, showCount } from "../../text/human_units.ts";
import { HOUR_MS, isClockLonger, showAge, showDuration } from "../../text/time.ts";
import type { View } from "../core/context.ts";
import { wrapText } from "../core/text_layout.ts";
import { renderBar } from "../../run/report/live_rows.ts";
import { plainText } from "../../run/terminal/plain_text.ts";
import { describeRun } from "./run_status.ts";
import type { EndedLoop } from "../../lifecycle/view/ended.ts";
import type { LoopStatus, Status } from "./facts.ts";
import { describeLimits } from "../view/limits_text.ts";
import { shortenLine, shortenPath } from "../view/task_lines.ts";
import {
  describeStateLine,
  describeUsed,
  describeWork,
  headRows,
  nameFindings,
} from "./phrases.ts";
import { showCommand } from "../../text/shell_word.ts";

/** A label and its text; a row without a label continues the row above. */
type TextRow = readonly [label: string, text: string];

/** The labels of the least important rows. */
const QUIET: ReadonlySet<string> = new Set(["project", "run", "session", "window"]);

/** The context for rendering a status. */
interface StatusView extends View {
  /** Whether it is the live view, which also shows an agent's last lines. */
  readonly isLive?: boolean;
}

/** Renders the status: the state, the loop or the last one, problems of the hooks, guidance. */
export function renderStatus(status: Status, view: StatusView): string {
  const { style } = view;
  const { state, loop, ended, damage, otherMarks, project } = status;
  const rows: TextRow[] = [
    ...loop === null ? [] : describeLoop(status, loop, view),
    ...ended === null || damage !== null ? [] : describeEnded(ended, project),
    // Without an ended loop, the state itself names the marks.
    ...ended === null || otherMarks === null ? [] : [["other marks", otherMarks] as const],
    ...describeLeftovers(status),
    ...describeHooks(status),
    ...describeGuidance(status, view),
  ];
  return renderBlock([
    ...headRows(state.code, describeHead(status, view), state.howToContinue, style),
    ...[...rows, ["project", project] as const].map(([label, text]): BlockRow => ({
      label: shortenLine(label, LABEL_COLUMNS - 1),
      text,
      ...QUIET.has(label) ? { markText: style.dim } : {},
    })),
  ], { ...view, fold: view.isLive === true ? fitText : wrapText }).join("\n");
}

/** Wraps a text, and cuts words longer than a row, because the view counts the rows that it draws. */
function fitText(text: string, columns: number): string[] {
  return wrapText(text, columns).map((line) => fitColumns(line, columns));
}

/** Describes the state, with long commands shortened, since the row of the last sign has all of them. */
function describeHead(status: Status, view: StatusView): string {
  const text = describeStateLine(status, view);
  const isCut = view.isLive === true && status.loop !== null;
  return isCut ? fitColumns(text, textColumns(view.width)) : text;
}

function describeLoop(
  { project, state }: Status,
  loop: LoopStatus,
  { nowMs, width, isLive = false }: StatusView,
): TextRow[] {
  const { completion: { done, total }, lastSign: sign, nextItem, run, window } = loop;
  const { focus, sessionsSeen: seen } = loop.record;
  const isWorking = state.code === "working";
  const columns = Math.max(8, Math.min(24, Math.floor(width / 5)));
  const progress = total === 0
    ? null
    : `${renderBar(done, total, columns)}  ${done} of ${showCount(total, "item")} done`;
  const task = describeTask(loop.record, project, progress);
  return [
    ...isWorking && sign.what !== null ? [["now", shortenLine(sign.what, 300)] as const] : [],
    ...task.length === 0 ? [["task", "none: it looks for work itself"] as const] : task,
    ...focus.candidates.map((path): TextRow => ["plan?", shortenPath(path, project)]),
    // The rows of a run's agents already name their items.
    ...nextItem === null || (run?.live?.agents.length ?? 0) > 0
      ? []
      : [["next", shortenLine(nextItem, 100)] as const],
    ...describeCounts(loop),
    // A requested stop comes before every limit.
    ...state.code === "stopping" ? [] : [["ends", describeLimits(loop.limits)] as const],
    ...describeWork(loop).map(([label, text]): TextRow => [label, shortenLine(text, 300)]),
    ...describeEvidence(loop),
    ...run === null ? [] : describeRun(run, nowMs, isLive, isLive ? textColumns(width) : Infinity),
    ...window !== null ? [["window", window] as const] : run === null
      ? seen.map((
        id,
      ): TextRow => ["session", showCommand(["ralph", "start", "--resume", "--session", id])])
      : [],
    ...isWorking || run === null && loop.record.ownerSession === null ? [] : [
      [
        "last sign",
        `${showAge(nowMs - sign.atMs)}${sign.what === null ? "" : `: ${sign.what}`}`,
      ] as const,
    ],
    ...loop.messages.map((text): TextRow => ["warning", text]),
  ];
}

function describeLeftovers({ leftovers: { worktrees, branches } }: Status): TextRow[] {
  const count = showCount(worktrees.length, "worktree");
  return [
    ...worktrees.length === 0
      ? []
      : [["left behind", `${count} of an earlier run   → ralph run --clean`] as const],
    ...branches.map((
      { name, commit },
    ): TextRow => ["not merged", `${name} (${commit.slice(0, 12)})`]),
  ];
}

/** Describes how much of its limits the loop has used, with the wall time if it is longer. */
export function describeCounts(
  { limits, record, runtimeHours, usage, wallHours }: Pick<
    LoopStatus,
    "limits" | "record" | "runtimeHours" | "usage" | "wallHours"
  >,
): TextRow[] {
  const { tokens, costUsd } = usage;
  const { max_tokens: maxTokens, max_cost_usd: maxCost } = limits;
  const time = `${showDuration(runtimeHours * HOUR_MS)} of ${
    showDuration(limits.max_hours * HOUR_MS)
  } active`;
  const clock = isClockLonger(wallHours * HOUR_MS, runtimeHours * HOUR_MS)
    ? `, ${showDuration(wallHours * HOUR_MS)} on the clock`
    : "";
  const of = (most: number | null, show: (value: number) => string) =>
    most === null ? "" : ` of ${show(most)}`;
  const dollars = (value: number) => `$${value.toFixed(2)}`;
  const used = [
    `${record.iteration} of ${showCount(limits.max_iterations, "turn")}`,
    ...tokens === null ? [] : [`${showAmount(tokens)}${of(maxTokens, showAmount)} tokens`],
    ...costUsd === null ? [] : [`${dollars(costUsd)}${of(maxCost, dollars)}`],
  ].join(" · ");
  return clock === ""
    ? [["so far", `${time} · ${used}`]]
    : [["so far", `${time}${clock}`], ["", used]];
}

/** Describes why the task looks complete; empty if it does not. */
function describeEvidence(
  { completion: { done, signals, total, verdict } }: LoopStatus,
): TextRow[] {
  const detail = signals.at(0)?.detail ?? "";
  const why = total > 0 && done === total
    ? countTicked(done, total, null)
    : shortenLine(plainText(detail), 300);
  return verdict === "complete" && why !== "" ? [["looks complete", why]] : [];
}

/** Describes an ended loop by the facts that the sentence about its end lacks. */
function describeEnded(ended: EndedLoop, project: string): TextRow[] {
  const { items, openFindings, record } = ended;
  if (record === null) return [];
  const progress = items === null || record.items !== undefined
    ? null
    : `${items.done} of ${showCount(items.total, "item")} done`;
  return [
    ...progress === null && record.task === null ? [] : describeTask(record, project, progress),
    ...describeUsed(ended),
    ...nameFindings(openFindings).map((text, at): TextRow => [at === 0 ? "left open" : "", text]),
  ];
}

/** Describes the plan with its progress, and the task; empty if the loop has neither. */
function describeTask(
  { focus, task, planSeen }: LoopStatus["record"],
  project: string,
  progress: string | null,
): TextRow[] {
  const rows: TextRow[] = [];
  if (focus.path !== null) {
    const noItems = planSeen.items === 0 ? "no items" : `no items, had ${planSeen.items}`;
    const path = shortenPath(focus.path, project);
    const text = progress ?? noItems;
    // A path too long for a label goes into the text.
    rows.push(path.length < LABEL_COLUMNS ? [path, text] : ["plan", `${path}   ${text}`]);
  }
  if (task !== null) rows.push(["task", shortenLine(task, 160)]);
  return rows;
}

/** Describes problems of the hooks; hooks without problems get no row. */
function describeHooks({ hooks, loop, ended }: Status): TextRow[] {
  // A run does not need hooks.
  if ((loop?.run ?? null) !== null || ended?.record?.driver === "runner") return [];
  if (hooks.state === "installed" && hooks.problems.length === 0) return [];
  const [first, ...rest] = hooks.problems;
  return [
    ["hooks", [hooks.state.replaceAll("-", " "), ...first ? [first] : []].join(": ")],
    ...rest.map((problem): TextRow => ["", problem]),
  ];
}

/** Describes the user's guidance, list by list. */
function describeGuidance(
  { ended, guidance, guidanceProblems }: Status,
  { showTime }: View,
): TextRow[] {
  const nameLoop = (item: Status["guidance"][number], text: string) =>
    item.loop !== null && item.loop === ended?.id
      ? text.replace("during a loop", "during this loop")
      : text;
  return [
    ...GUIDANCE_LISTS.flatMap((list) =>
      guidance.filter((item) => item.list === list).map((item, at): TextRow => [
        at === 0 ? list : "",
        nameLoop(item, renderItem(item, (instant) => showTime(Date.parse(instant)))),
      ])
    ),
    ...guidanceProblems.map((problem): TextRow => ["warning", problem]),
  ];
}

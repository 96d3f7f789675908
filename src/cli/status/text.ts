/** The text of `status`: the state first, then what a reader takes in within ten seconds. Pure. */
import { unicodeWidth } from "@std/cli/unicode-width";
import { renderGuidance } from "../../guidance/overview.ts";
import type { StateCode } from "../../evidence/state_view.ts";
import { showAmount, showCount } from "../../text/human_units.ts";
import { HOUR_MS, showAge, showDuration } from "../../text/time.ts";
import type { View } from "../core/context.ts";
import type { Style } from "../core/style.ts";
import { wrapLines, wrapText } from "../core/text_layout.ts";
import { renderBar } from "../../run/report/live_rows.ts";
import { plainText } from "../../run/terminal/plain_text.ts";
import { countTicked } from "../../lifecycle/end_line.ts";
import { describeRun } from "./run_status.ts";
import type { EndedLoop } from "../../lifecycle/view/ended.ts";
import type { LoopStatus, Status } from "./facts.ts";
import { findingsLeftOpen } from "../../loop/validation/validation_score.ts";
import { shortenLine, shortenPath } from "../view/task_lines.ts";
import {
  describeLimits,
  describeStateLine,
  describeWork,
  nameState,
  STATE_TONES,
} from "./phrases.ts";

const COLUMN = 18;
/** Columns of a text, however narrow the terminal is. */
const LEAST_COLUMNS = 20;

/** A line, or a label with its text in the second column. */
type TextLine = string | readonly [label: string, text: string];

/** Renders the state's name in its colour, padded to the column. */
export function renderLabel(code: StateCode, style: Style): string {
  const name = nameState(code);
  const padding = " ".repeat(Math.max(1, COLUMN - name.length));
  return `${style.bold(style[STATE_TONES[code]](name))}${padding}`;
}

/** How a status is shown. */
export interface StatusView extends View {
  /** Whether it is the live view, which has more rows: bars, the last decision, its evidence. */
  readonly isLive?: boolean;
}

/** Renders the status: the state, the loop or the last one, problems of the hooks, guidance. */
export function renderStatus(status: Status, view: StatusView): string {
  const { style, showTime, width } = view;
  const { state, loop, ended, damage, project } = status;
  const lines: TextLine[] = [
    ...state.wayOn === null ? [] : [["", `→ ${state.wayOn}`] as const],
    ...loop === null ? [] : describeLoop(status, loop, view),
    ...ended === null || damage !== null ? [] : describeEnded(ended, project),
    ...describeLeftovers(status),
    ...describeHooks(status),
    ...renderGuidance(
      status.guidance,
      status.guidanceProblems,
      (instant) => showTime(Date.parse(instant)),
    ),
    ["project", project],
  ];
  return [
    ...layOut(renderLabel(state.code, style), describeStateLine(status, view), width),
    ...lines.flatMap((line) => {
      if (typeof line === "string") return wrapLines(line, width);
      const [label, text] = line;
      return layOut(style.dim(shortenLine(label, COLUMN - 1).padEnd(COLUMN)), text, width);
    }),
  ].join("\n");
}

/**
 * Puts a text into the second column; a text that fits keeps its gaps.
 *
 * @param label What the first column shows, padded to it; empty for nothing.
 */
export function layOut(label: string, text: string, width: number): string[] {
  const columns = Math.max(LEAST_COLUMNS, width - COLUMN);
  const [first = "", ...rest] = unicodeWidth(text) <= columns ? [text] : wrapText(text, columns);
  const blank = " ".repeat(COLUMN);
  return [`${label || blank}${first}`, ...rest.map((line) => `${blank}${line}`)];
}

function describeLoop(
  { project, state }: Status,
  loop: LoopStatus,
  { nowMs, width, isLive = false }: StatusView,
): TextLine[] {
  const { completion, lastSign: sign, nextItem, run, window } = loop;
  const { focus, sessionsSeen: seen } = loop.record;
  const progress = [
    ...completion.total === 0
      ? []
      : [`${completion.done} of ${showCount(completion.total, "item")} done`],
    ...nextItem === null ? [] : [`next: ${shortenLine(nextItem, 100)}`],
  ].join("   ");
  const lines = describeTask(loop.record, project, progress);
  if (lines.length === 0) lines.push(["task", "none: it looks for work itself"]);
  for (const path of focus.candidates) lines.push(["plan?", shortenPath(path, project)]);
  lines.push(...isLive ? drawProgress(loop, width) : [["so far", describeCounts(loop)] as const]);
  // A stop that was asked for comes before every limit.
  if (state.code !== "stopping") lines.push(["ends", describeLimits(loop)]);
  for (const [label, text] of describeWork(loop)) lines.push([label, shortenLine(text, 300)]);
  if (isLive) lines.push(...describeEvidence(loop));
  if (run !== null) lines.push(...describeRun(run, nowMs, isLive));
  if (window !== null) lines.push(["window", window]);
  else if (run === null) {
    for (const id of seen) lines.push(["session", `ralph start --resume --session ${id}`]);
  }
  if (state.code !== "working") {
    const what = sign.what === null ? "" : `: ${sign.what}`;
    lines.push(["last sign", showAge(nowMs - sign.atMs) + what]);
  }
  return [...lines, ...loop.messages];
}

function describeLeftovers({ leftovers: { worktrees, branches } }: Status): TextLine[] {
  const count = showCount(worktrees.length, "worktree");
  return [
    ...worktrees.length === 0
      ? []
      : [["left behind", `${count} of an earlier run   → ralph run --clean`] as const],
    ...branches.map(({ name, commit }) =>
      ["not merged", `${name} (${commit.slice(0, 12)})`] as const
    ),
  ];
}

function describeCounts(loop: LoopStatus): string {
  const { limits, usage } = loop;
  const active = showDuration(loop.runtimeHours * HOUR_MS);
  const clock = showDuration(loop.wallHours * HOUR_MS);
  return [
    `${active} of ${showDuration(limits.max_hours * HOUR_MS)} active (${clock} on the clock)`,
    `${loop.record.iteration} of ${showCount(limits.max_iterations, "turn")}`,
    ...(usage.tokens === null ? [] : [`${showAmount(usage.tokens)} tokens`]),
  ].join(" · ");
}

/** Bars of what is limited; what is unknown is said to be unknown. */
function drawProgress(loop: LoopStatus, width: number): TextLine[] {
  const { limits, record, completion: { done, total }, runtimeHours, usage } = loop;
  const columns = Math.max(8, Math.min(40, Math.floor(width / 5)));
  const hours = (value: number) => showDuration(value * HOUR_MS);
  const least = (value: number, show: (value: number) => string) =>
    value > 0 ? ` · at least ${show(value)}` : "";
  const rows: readonly (readonly [
    label: string,
    used: number | null,
    most: number | null,
    show: (value: number) => string,
    more: string,
  ])[] = [
    [
      "turns",
      record.iteration,
      limits.max_iterations,
      String,
      least(limits.min_iterations, String),
    ],
    [
      "active",
      runtimeHours,
      limits.max_hours,
      hours,
      `${least(limits.min_hours, hours)} · ${hours(loop.wallHours)} on the clock`,
    ],
    ["items", total === 0 ? null : done, total || null, String, " done"],
    ["tokens", usage.tokens, limits.max_tokens, showAmount, ""],
    ["cost", usage.costUsd, limits.max_cost_usd, (usd) => `$${usd.toFixed(2)}`, ""],
  ];
  return rows.flatMap(([label, used, most, show, more]): TextLine[] => {
    if (most === null) return used === null ? [] : [[label, show(used)]];
    const text = `${used === null ? "unknown" : show(used)} of ${show(most)}${more}`;
    return [[label, `${renderBar(used ?? 0, most, columns)}  ${text}`]];
  });
}

/** Why the task looks complete; empty where it does not. */
function describeEvidence(
  { completion: { done, signals, total, verdict } }: LoopStatus,
): TextLine[] {
  const detail = signals.at(0)?.detail ?? "";
  const why = total > 0 && done === total
    ? countTicked(done, total, null)
    : shortenLine(plainText(detail), 300);
  return verdict === "complete" && why !== "" ? [["looks complete", why]] : [];
}

function describeEnded({ record, items }: EndedLoop, project: string): TextLine[] {
  if (record === null) return [];
  const { tokens } = record.usage;
  const progress = items === null ? "" : `${items.done} of ${showCount(items.total, "item")} done`;
  const lines = describeTask(record, project, progress);
  if (tokens !== null) lines.push(["tokens", showAmount(tokens)]);
  for (const { severity, text } of findingsLeftOpen(record)) {
    lines.push(["left open", `${severity}: ${shortenLine(text, 300)}`]);
  }
  return lines;
}

/** The plan with its progress, and the task; empty where the loop has neither. */
function describeTask(
  { focus, task, planSeen }: LoopStatus["record"],
  project: string,
  progress: string,
): TextLine[] {
  const lines: TextLine[] = [];
  if (focus.path !== null) {
    const noItems = planSeen.items === 0 ? "no items" : `no items, had ${planSeen.items}`;
    const path = shortenPath(focus.path, project);
    const text = progress || noItems;
    // A long path is in the line.
    lines.push(path.length < COLUMN - 1 ? [path, text] : ["plan", `${path}   ${text}`]);
  }
  if (task !== null) lines.push(["task", shortenLine(task, 160)]);
  return lines;
}

/** Describes the problems of the hooks; installed hooks have no line. */
function describeHooks({ hooks, loop, ended }: Status): TextLine[] {
  // A run needs no hooks.
  if ((loop?.run ?? null) !== null || ended?.record?.driver === "runner") return [];
  if (hooks.state === "installed" && hooks.problems.length === 0) return [];
  const [first, ...rest] = hooks.problems;
  return [
    ["hooks", [hooks.state.replaceAll("-", " "), ...first ? [first] : []].join(": ")],
    ...rest.map((problem) => ["", problem] as const),
  ];
}

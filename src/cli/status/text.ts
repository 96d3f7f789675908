/** The text of `status`: the state first, then what a reader takes in within ten seconds. Pure. */
import { renderGuidance } from "../../guidance/overview.ts";
import type { StateCode } from "../../evidence/state_view.ts";
import { showAmount, showCount } from "../../text/human_units.ts";
import { HOUR_MS, showAge, showDuration } from "../../text/time.ts";
import type { CommandContext } from "../core/context.ts";
import type { Style } from "../core/output.ts";
import { describeRun } from "./run_status.ts";
import type { EndedLoop } from "../../lifecycle/view/ended.ts";
import type { LoopStatus, Status } from "./facts.ts";
import { unitOf } from "../../loop/rules/limits.ts";
import { openFindings } from "../../loop/validation/validation_score.ts";
import { showLocalTime } from "../../text/instant.ts";
import { shortenLine, shortenPath } from "../view/task_lines.ts";
import {
  describeLimits,
  describeStateLine,
  describeWork,
  nameState,
  STATE_TONES,
} from "./phrases.ts";

const COLUMN = 18;

/** What a rendering needs beside the facts. */
interface StatusView {
  readonly style: Style;
  /** Epoch milliseconds. */
  readonly nowMs: number;
  /** Renders an instant in the user's time zone. */
  readonly showTime: (ms: number) => string;
}

/** Makes the view of a command: its colours, its clock, the user's time zone. */
export function viewOf({ out, now }: CommandContext): StatusView {
  const nowMs = now().epochMilliseconds;
  return { style: out.style, nowMs, showTime: (ms) => showLocalTime(ms, nowMs) };
}

function labelled(label: string, text: string, style: Style): string {
  return `${style.dim(shortenLine(label, COLUMN - 1).padEnd(COLUMN))}${text}`;
}

/** Renders the plan with its progress: a short path is the label, a long path is in the line. */
function planLine(path: string, progress: string, style: Style): string {
  return path.length < COLUMN - 1
    ? labelled(path, progress, style)
    : labelled("plan", `${path}   ${progress}`, style);
}

/** Renders the state's name in its colour, padded to the column. */
export function renderLabel(code: StateCode, style: Style): string {
  const name = nameState(code);
  const padding = " ".repeat(Math.max(1, COLUMN - name.length));
  return `${style.bold(style[STATE_TONES[code]](name))}${padding}`;
}

/** Renders the status: the state, the loop or the last one, problems of the hooks, guidance. */
export function renderStatus(status: Status, view: StatusView): string {
  const { style } = view;
  return [
    ...describeState(status, view),
    ...status.loop === null ? [] : describeLoop(status, status.loop, view),
    ...status.ended === null || status.damage !== null
      ? []
      : describeEnded(status.ended, status.project, view),
    ...describeLeftovers(status, style),
    ...describeHooks(status, style),
    ...renderGuidance(
      status.guidance,
      status.guidanceProblems,
      (instant) => view.showTime(Date.parse(instant)),
    ),
    labelled("project", status.project, style),
  ].join("\n");
}

function describeState(status: Status, view: StatusView): string[] {
  const { style } = view;
  const { state } = status;
  return [
    `${renderLabel(state.code, style)}${describeStateLine(status, view)}`,
    ...state.wayOn === null ? [] : [labelled("", `→ ${state.wayOn}`, style)],
  ];
}

function describeLoop({ project, state }: Status, loop: LoopStatus, view: StatusView): string[] {
  const { style, nowMs } = view;
  const { completion, lastSign: sign } = loop;
  const { focus, task, sessionsSeen: seen } = loop.record;
  const count = completion.total === 0
    ? ""
    : `${completion.done} of ${completion.total} items done`;
  const next = loop.nextItem === null ? "" : `next: ${shortenLine(loop.nextItem, 100)}`;
  const progress = [count, next].filter((part) => part !== "").join("   ");
  const plan = focus.path === null ? null : shortenPath(focus.path, project);
  return [
    ...plan === null ? [] : [planLine(plan, progress || "no items", style)],
    ...task === null ? [] : [labelled("task", shortenLine(task, 160), style)],
    ...focus.path === null && task === null
      ? [labelled("task", "none: it looks for work itself", style)]
      : [],
    ...focus.candidates.map((path) => labelled("plan?", shortenPath(path, project), style)),
    labelled("so far", describeCounts(loop), style),
    // A stop that was asked for comes before every limit.
    ...state.code === "stopping" ? [] : [labelled("ends", describeLimits(loop), style)],
    ...describeWork(loop).map(([label, text]) => labelled(label, shortenLine(text, 300), style)),
    ...loop.run === null
      ? []
      : describeRun(loop.run, nowMs).map(([label, text]) => labelled(label, text, style)),
    ...loop.window === null ? [] : [labelled("window", loop.window, style)],
    ...loop.window !== null || loop.run !== null || seen.length === 0
      ? []
      : seen.map((id) => labelled("session", `ralph start --resume --session ${id}`, style)),
    ...state.code === "working" ? [] : [
      labelled(
        "last sign",
        showAge(nowMs - sign.atMs) + (sign.what === null ? "" : `: ${sign.what}`),
        style,
      ),
    ],
    ...loop.messages,
  ];
}

function describeLeftovers({ leftovers }: Status, style: Style): string[] {
  const { worktrees, branches } = leftovers;
  return [
    ...worktrees.length === 0 ? [] : [
      labelled(
        "left behind",
        `${showCount(worktrees.length, "worktree")} of an earlier run   → ralph run --clean`,
        style,
      ),
    ],
    ...branches.map(({ name, commit }) =>
      labelled("not merged", `${name} (${commit.slice(0, 12)})`, style)
    ),
  ];
}

function describeCounts(loop: LoopStatus): string {
  const { limits, usage } = loop;
  const active = showDuration(loop.runtimeHours * HOUR_MS);
  const clock = showDuration(loop.wallHours * HOUR_MS);
  return [
    `${active} of ${showDuration(limits.max_hours * HOUR_MS)} active (${clock} on the clock)`,
    `${loop.record.iteration} of ${showCount(limits.max_iterations, unitOf(loop.record))}`,
    ...(usage.tokens === null ? [] : [`${showAmount(usage.tokens)} tokens`]),
  ].join(" · ");
}

function describeEnded(
  { record, items }: EndedLoop,
  project: string,
  { style }: StatusView,
): string[] {
  if (record === null) return [];
  const { focus, task, validation, usage } = record;
  return [
    ...focus.path === null ? [] : [
      planLine(
        shortenPath(focus.path, project),
        items === null ? "no items" : `${items.done} of ${items.total} items done`,
        style,
      ),
    ],
    ...task === null ? [] : [labelled("task", shortenLine(task, 160), style)],
    ...usage.tokens === null ? [] : [labelled("tokens", showAmount(usage.tokens), style)],
    ...openFindings(validation).map(({ severity, text }) =>
      labelled("left open", `${severity}: ${shortenLine(text, 300)}`, style)
    ),
  ];
}

/** Describes the problems of the hooks; installed hooks have no line. */
function describeHooks({ hooks, loop, ended }: Status, style: Style): string[] {
  // A run needs no hooks.
  if ((loop?.run ?? null) !== null || ended?.record?.driver === "runner") return [];
  if (hooks.state === "installed" && hooks.problems.length === 0) return [];
  const [first, ...rest] = hooks.problems;
  return [
    labelled(
      "hooks",
      [hooks.state.replaceAll("-", " "), ...first ? [first] : []].join(": "),
      style,
    ),
    ...rest.map((problem) => labelled("", problem, style)),
  ];
}

/** What the live view says of one loop, as labelled rows, the most important first. Pure. */
import { findingsLeftOpen } from "../../../loop/validation/validation_score.ts";
import { showAmount, showCount } from "../../../text/human_units.ts";
import { HOUR_MS, showAge, showDuration } from "../../../text/time.ts";
import { shortenPath } from "../../view/task_lines.ts";
import { span } from "../../screen/line.ts";
import type { LoopStatus, Status } from "../facts.ts";
import { unitOf } from "../../../loop/rules/limits.ts";
import { describeDecision, describeLimits, describeWork } from "../phrases.ts";
import { bar, budgetRow, guidanceRows, quoted, type Row, row, type RowsView } from "./rows.ts";
import { describeWorkers } from "../run_status.ts";

/** Lists the rows of a loop, or of the last loop where none runs. */
export function loopRows(status: Status, view: RowsView): Row[] {
  const { loop, ended, project } = status;
  return [
    ...loop === null ? [] : [
      ...progressRows(loop, view),
      ...taskRows(loop, project),
      ...(loop.run === null ? sessionRows(status, loop, view) : agentRows(loop, loop.run, view)),
      ...judgementRows(loop, view),
    ],
    ...loop === null && ended !== null && status.damage === null ? endedRows(ended, project) : [],
    ...guidanceRows(status, view),
    ...loop === null ? [] : [budgetRow(loop, view)],
    // A stop that was asked for comes before every limit.
    ...loop === null || status.state.code === "stopping" ? [] : [row("ends", describeLimits(loop))],
    ...problemRows(status),
  ];
}

function progressRows(loop: LoopStatus, { barColumns }: RowsView): Row[] {
  const { limits, record, completion, runtimeHours, wallHours } = loop;
  const atLeast = (text: string) => span(` · at least ${text}`, "dim");
  const rows = [
    row("phase", record.phase),
    row(
      `${unitOf(record)}s`,
      ...bar(record.iteration / limits.max_iterations, barColumns),
      `${record.iteration} of ${limits.max_iterations}`,
      ...limits.min_iterations > 0 ? [atLeast(String(limits.min_iterations))] : [],
    ),
    row(
      "active",
      ...bar(runtimeHours / limits.max_hours, barColumns),
      `${showDuration(runtimeHours * HOUR_MS)} of ${showDuration(limits.max_hours * HOUR_MS)}`,
      ...limits.min_hours > 0 ? [atLeast(showDuration(limits.min_hours * HOUR_MS))] : [],
      span(` · ${showDuration(wallHours * HOUR_MS)} on the clock`, "dim"),
    ),
  ];
  const { done, total } = completion;
  if (total > 0) {
    rows.push(row("items", ...bar(done / total, barColumns), `${done} of ${total} done`));
  }
  return rows;
}

function taskRows({ record: { focus, task }, nextItem }: LoopStatus, project: string): Row[] {
  return [
    ...focus.path === null ? [] : [row("plan", shortenPath(focus.path, project))],
    ...focus.candidates.map((path) => row("plan?", shortenPath(path, project))),
    ...task === null ? [] : [row("task", quoted(task))],
    ...focus.path === null && task === null ? [row("task", "none: it looks for work itself")] : [],
    ...nextItem === null ? [] : [row("next", quoted(nextItem))],
  ];
}

/** The last decision and why, the evidence of completion, and what is shown only where it applies. */
function judgementRows(loop: LoopStatus, { nowMs }: RowsView): Row[] {
  const signals = loop.completion.signals.map(({ name, confidence, detail }) =>
    row(
      "signal",
      `${name} ${confidence.toFixed(2)}`,
      span(detail === "" ? "" : `: ${quoted(detail)}`, "dim"),
    )
  );
  return [
    // A run decides at its end only.
    ...loop.run !== null && loop.record.lastDecision === null
      ? []
      : [row("decision", describeDecision(loop, nowMs))],
    ...signals.length === 0 ? [row("signals", "none")] : signals,
    ...describeWork(loop).filter(([label]) => label !== "phase").map(([label, text]) =>
      row(label, quoted(text))
    ),
  ];
}

/** The plan as it is now, and what the loop left open. */
function endedRows({ record, items }: NonNullable<Status["ended"]>, project: string): Row[] {
  if (record === null) return [];
  const { focus, task, usage, iteration } = record;
  const count = items === null ? "" : `, ${items.done} of ${showCount(items.total, "item")} done`;
  return [
    ...focus.path === null ? [] : [row("plan", `${shortenPath(focus.path, project)}${count}`)],
    ...task === null ? [] : [row("task", quoted(task))],
    row("took", showCount(iteration, unitOf(record))),
    row("tokens", usage.tokens === null ? "unknown" : showAmount(usage.tokens)),
    ...findingsLeftOpen(record).map(({ severity, text }) =>
      row("left open", `${severity}: ${quoted(text)}`)
    ),
  ];
}

/** Problems of the hooks, which a run does not need, and of the settings and the plan. */
function problemRows({ hooks, loop, ended }: Status): Row[] {
  const isRun = (loop?.run ?? null) !== null || ended?.record?.driver === "runner";
  const isFine = isRun || hooks.state === "installed" && hooks.problems.length === 0;
  return [
    ...isFine ? [] : [
      row("hooks", span(hooks.state.replaceAll("-", " "), "yellow")),
      ...hooks.problems.map((problem) => row("", problem)),
    ],
    ...(loop?.messages ?? []).map((message) => row("note", message)),
  ];
}

/** The session that owns the loop: its window, and its last sign of life. */
function sessionRows(
  { state }: Status,
  { lastSign, window, record }: LoopStatus,
  { nowMs }: RowsView,
): Row[] {
  const what = lastSign.what === null ? "" : `: ${quoted(lastSign.what)}`;
  return [
    // While it works, the first line says it.
    ...state.code === "working"
      ? []
      : [row("last sign", `${showAge(nowMs - lastSign.atMs)}${what}`)],
    ...window === null
      ? record.sessionsSeen.map((id) => row("session", `ralph start --resume --session ${id}`))
      : [row("window", window)],
  ];
}

/** The runner and its agent: what it does, for how long, and its last line. */
function agentRows(
  { nextItem }: LoopStatus,
  status: NonNullable<LoopStatus["run"]>,
  { nowMs }: RowsView,
): Row[] {
  const { holder, live, silentMs } = status;
  if (holder === null) return [];
  const run = row("run", `${holder.agent}, pid ${holder.pid} on ${holder.host}`);
  if (live === null || live.iteration === 0) return [run];
  const workers = describeWorkers(status, nowMs);
  if (workers.length > 0) {
    return [run, ...workers.map(([label, text]) => row(label, quoted(text)))];
  }
  const { iteration, maxIterations, agentPid, terminal, doing, lastLine, item } = live;
  const beganAtMs = live.iterationBeganAtMs ?? null;
  const isOther = item !== null && item !== nextItem;
  const parts = [
    agentPid === null ? "no agent runs now" : "working",
    `${iteration} of ${maxIterations}`,
    ...beganAtMs === null ? [] : [`for ${showDuration(nowMs - beganAtMs)}`],
    ...agentPid === null ? [] : [`pid ${agentPid} on ${terminal}`],
    ...silentMs === null ? [] : [`last output ${showAge(silentMs)}`],
  ];
  return [
    run,
    row("agent", parts.join(" · ")),
    ...isOther ? [row("item", quoted(item))] : [],
    ...doing === null ? [] : [row("does", quoted(doing))],
    ...lastLine == null || lastLine === `→ ${doing}`
      ? []
      : [row("output", span(quoted(lastLine), "dim"))],
  ];
}

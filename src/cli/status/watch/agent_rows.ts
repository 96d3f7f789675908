/** Who works, in the live view: a session, or the agents of `ralph run`. Pure. */
import { showAge, showDuration } from "../../../text/time.ts";
import { span } from "../../screen/line.ts";
import type { LoopStatus, Status } from "../facts.ts";
import { describeWorkers } from "../run_status.ts";
import { quoted, type Row, row, type RowsView } from "./rows.ts";

/** The session that owns the loop: its window, and its last sign of life. */
export function sessionRows(
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
export function agentRows(
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

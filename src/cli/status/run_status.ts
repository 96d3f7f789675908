/** What `status` says of a run, beside what it says of any loop. */
import { type LiveFacts, readLiveFacts } from "../../run/report/live_facts.ts";
import { renderAgents } from "../../run/report/live_rows.ts";
import { readPlan } from "../../run/plan/plan.ts";
import { isPauseAsked } from "../../store/pause_request.ts";
import { findRunHolder } from "../../store/run_lock.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Places } from "../../store/places.ts";

/** A run, as another terminal sees it. */
export type RunStatus = Awaited<ReturnType<typeof gatherRunStatus>>;

/** Gathers what the run's lock, its last report and its plan say. @param loop Its focus is the plan. */
export async function gatherRunStatus(
  places: Places,
  loop: Pick<LoopRecord, "id" | "project" | "focus">,
) {
  const live = readLiveFacts(places, loop.id);
  return {
    /** Whether it pauses when the running turn is over, or is paused. */
    isPauseAsked: isPauseAsked(places, loop.id),
    /** Who runs it; null if its process is gone. */
    holder: findRunHolder(places, loop.project),
    /** Its last report; null before the first. */
    live,
    /** When the last output of an agent came; null before any. */
    lastOutputAtMs: live === null ? null : lastOutputOf(live),
    /** The plan's items as the run counts them; null if the plan cannot be read. */
    items: await countItems(loop.focus.path),
  };
}

/** Finds when the last output of an agent came; null before any. */
export function lastOutputOf({ agents }: LiveFacts): number | null {
  const times = agents.flatMap(({ lastOutputAtMs: atMs }) => atMs === null ? [] : [atMs]);
  return times.length === 0 ? null : Math.max(...times);
}

async function countItems(path: string | null) {
  const read = path === null ? null : await readPlan(path);
  return read?.kind === "plan" ? { done: read.plan.done, total: read.plan.total } : null;
}

/**
 * Describes a run by labelled lines, in the rows that its own terminal shows.
 *
 * @param isLive Whether the agent's last lines are shown too.
 * @param columns Those of a row's text; what agents print is cut there.
 */
export function describeRun(
  { holder, isPauseAsked: pauses, live }: Pick<RunStatus, "holder" | "isPauseAsked" | "live">,
  nowMs: number,
  isLive = false,
  columns = Infinity,
): [string, string][] {
  if (holder === null) return [];
  const run = `${holder.agent}, pid ${holder.pid} on ${holder.host}`;
  if (live === null) return [["run", run]];
  const [{ pid = null } = {}, ...others] = live.agents;
  const agent = pid === null || others.length > 0 ? "" : `, agent ${pid} on ${live.terminal}`;
  const isPaused = live.agents.some(({ state }) => state === "paused");
  const later = pauses && !isPaused ? ", then it pauses" : "";
  const rows = renderAgents(live, columns, nowMs, isLive);
  return [
    ["run", `${run}${agent}${later}`],
    ...rows.map((row, index): [string, string] => [index === 0 ? "agent" : "", row]),
  ];
}

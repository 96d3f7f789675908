/** The part of `status` that only runs have. */
import { type LiveFacts, readLiveFacts } from "../../run/report/live_facts.ts";
import { renderAgents } from "../../run/report/live_rows.ts";
import { readPlan } from "../../run/plan/plan.ts";
import { isPauseAsked } from "../../store/pause_request.ts";
import { findRunHolder } from "../../store/run_lock.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Places } from "../../store/places.ts";

/** The facts about a run from another terminal. */
export type RunStatus = Awaited<ReturnType<typeof gatherRunStatus>>;

/** Gathers the facts from the run's lock, last report and plan. @param loop Its focus is the plan. */
export async function gatherRunStatus(
  places: Places,
  loop: Pick<LoopRecord, "id" | "project" | "focus">,
) {
  const live = readLiveFacts(places, loop.id);
  return {
    /** Whether it is paused, or will pause after the running turn. */
    isPauseAsked: isPauseAsked(places, loop.id),
    /** The process that runs it; null if it is gone. */
    holder: findRunHolder(places, loop.project),
    /** The last report; null before the first. */
    live,
    /** When an agent last printed output; null before any output. */
    lastOutputAtMs: live === null ? null : lastOutputOf(live),
    /** The number of the plan's items, as the run counts them; null if the plan cannot be read. */
    items: await countItems(loop.focus.path),
  };
}

/** Finds when an agent last printed output; null before any output. */
export function lastOutputOf({ agents }: LiveFacts): number | null {
  const times = agents.flatMap(({ lastOutputAtMs: atMs }) => atMs === null ? [] : [atMs]);
  return times.length === 0 ? null : Math.max(...times);
}

async function countItems(path: string | null) {
  const read = path === null ? null : await readPlan(path);
  return read?.kind === "plan" ? { done: read.plan.done, total: read.plan.total } : null;
}

/**
 * Describes a run in the same labelled lines that its own terminal shows.
 *
 * @param isLive Whether the agent's last lines are shown, too.
 * @param columns The width of a row's text, at which agents' output is cut.
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

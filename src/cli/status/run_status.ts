/** What `status` says of a run, beside what it says of any loop. */
import { type LiveFacts, readLiveFacts } from "../../runner/report/live_facts.ts";
import { readPlan } from "../../runner/plan/plan.ts";
import { findRunHolder, type RunHolder } from "../../store/run_lock.ts";
import { plainText } from "../../runner/terminal/plain_text.ts";
import { showAge, showDuration } from "../../text/time.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Places } from "../../store/places.ts";

/** A run, as another terminal sees it. */
export interface RunStatus {
  /** Who runs it; null where its process is gone. */
  readonly holder: RunHolder | null;
  /** Its last report; null before the first. */
  readonly live: LiveFacts | null;
  /** Seconds since the agent's last output; null before any. */
  readonly silentMs: number | null;
  /** The plan's items as the run counts them; null where the plan cannot be read. */
  readonly items: { readonly done: number; readonly total: number } | null;
}

/**
 * Gathers what the run's lock, its last report and its plan say.
 *
 * @param loop The run's loop; its focus is the plan.
 * @param nowMs Epoch milliseconds.
 */
export async function gatherRunStatus(
  places: Places,
  loop: Pick<LoopRecord, "id" | "project" | "focus">,
  nowMs: number,
): Promise<RunStatus> {
  const live = readLiveFacts(places, loop.id);
  const lastMs = live?.lastOutputAtMs ?? null;
  return {
    holder: findRunHolder(places, loop.project),
    live,
    silentMs: lastMs === null ? null : Math.max(0, nowMs - lastMs),
    items: await countItems(loop.focus.path),
  };
}

async function countItems(path: string | null): Promise<RunStatus["items"]> {
  const read = path === null ? null : await readPlan(path);
  return read?.kind === "plan" ? { done: read.plan.done, total: read.plan.total } : null;
}

/** Describes the agents of a parallel run, a line each; empty with one agent at a time. */
export function describeWorkers({ live }: RunStatus, nowMs: number): [string, string][] {
  return (live?.workers ?? []).map((agent) => {
    const { worker, state, item, beganAtMs, lastOutputAtMs: lastMs, line } = agent;
    const parts = [
      `${state} for ${showDuration(nowMs - beganAtMs)}`,
      plainText(item),
      ...lastMs === null ? [] : [`last output ${showAge(nowMs - lastMs)}`],
      ...line === "" ? [] : [plainText(line)],
    ];
    return [`agent ${worker}`, parts.join(" · ")];
  });
}

/** Describes a run by labelled lines, for the text of `status`. */
export function describeRun(run: RunStatus, nowMs: number): [string, string][] {
  const { holder, live, silentMs } = run;
  if (holder === null) return [];
  const lines: [string, string][] = [
    ["run", `${holder.agent}, pid ${holder.pid} on ${holder.host}`],
  ];
  if (live === null || live.iteration === 0) return lines;
  const workers = describeWorkers(run, nowMs);
  if (workers.length > 0) return [...lines, ...workers];
  const parts = [
    `${live.iteration} of ${live.maxIterations}`,
    ...(live.agentPid === null ? [] : [`pid ${live.agentPid} on ${live.terminal}`]),
    ...(silentMs === null ? [] : [`last output ${showAge(silentMs)}`]),
    ...(live.doing === null ? [] : [plainText(live.doing)]),
  ];
  return [...lines, ["agent", parts.join(", ")]];
}

/**
 * What `status` says of a run, beside what it says of any loop.
 *
 * @module
 */
import { type LiveFacts, readLiveFacts } from "../runner/live_facts.ts";
import { findRunHolder, type RunHolder } from "../runner/run_lock.ts";
import { plainText } from "../runner/terminal/plain_text.ts";
import { showDuration } from "../runner/view/show_duration.ts";
import type { Places } from "../store/places.ts";

/** A run, as another terminal sees it. */
export interface RunStatus {
  /** Who runs it; null where its process is gone. */
  readonly holder: RunHolder | null;
  /** What it does right now; null where it does not say. */
  readonly live: LiveFacts | null;
}

/** Gathers it. */
export function gatherRunStatus(places: Places, project: string, loopId: string): RunStatus {
  return { holder: findRunHolder(places, project), live: readLiveFacts(places, loopId) };
}

/**
 * Renders it.
 *
 * @param status What was gathered.
 * @param nowSeconds Unix seconds.
 * @returns Lines in place of those on the session.
 */
export function renderRunStatus({ holder, live }: RunStatus, nowSeconds: number): string[] {
  if (holder === null) {
    return [
      "Driven by: ralph run, whose process is gone: 'ralph run --resume' goes on with it, and the next 'ralph run' ends what it left behind",
    ];
  }
  const lines = [
    `Driven by: ralph run (${holder.agent}, process ${holder.pid} on ${holder.host}, since ${holder.since})`,
  ];
  if (live === null || live.iteration === 0) return lines;
  const parts = [
    `iteration ${live.iteration}/${live.max_iterations}`,
    ...(live.agent_pid === null ? [] : [`process ${live.agent_pid} on ${live.terminal}`]),
    ...(live.last_output_at === null ? [] : [
      `last output ${showDuration(Math.max(0, Math.round(nowSeconds - live.last_output_at)))} ago`,
    ]),
    ...(live.doing === null ? [] : [plainText(live.doing)]),
  ];
  return [
    ...lines,
    `Agent: ${parts.join(", ")}`,
    ...(live.item === null ? [] : [`Item: ${plainText(live.item)}`]),
  ];
}

/** The user's guidance and the scanner's findings, for the prompts of a run. */
import { scanAtStart } from "../../guidance/constraints/at_start.ts";
import { isScanDue, readLastScan } from "../../ideas/tree/last_scan.ts";
import { scanAgain } from "../../guidance/constraints/scan.ts";
import { ownFilesOf } from "../../ideas/at_continuation.ts";
import { guidanceForContinuation, markDelivered } from "../../guidance/at_continuation.ts";
import { startGuidance } from "../../guidance/at_start.ts";
import type { GuidancePromptData } from "../../guidance/merge.ts";
import type { RunContext } from "./context.ts";

/**
 * Removes stale guidance and scans the project, once, when a run begins.
 *
 * @param isResumed Whether the run is resumed; if so, its guidance stays.
 */
export async function startRunGuidance(
  { places, rules, loop }: Pick<RunContext, "places" | "rules" | "loop">,
  isResumed: boolean,
  nowMs: number,
): Promise<readonly string[]> {
  const { id: loopId, project } = loop.facts;
  const started = await startGuidance({
    places,
    project,
    loopId,
    nowMs,
    keepsAll: isResumed,
    isDryRun: false,
  });
  const scanned = await scanAtStart({ places, project, rules, nowMs }, false);
  return [...started.lines, ...scanned];
}

/** Reads guidance and findings, scanning again if the last scan is old, and notes them as sent. */
export async function readRunGuidance(
  { places, rules, loop, clock }: RunContext,
): Promise<GuidancePromptData> {
  const nowMs = clock.wallMs();
  const { id, project } = loop.facts;
  if (isScanDue({ nowMs, last: readLastScan(places, project) })) {
    // If the scan fails, the last findings stay.
    const ownFiles = ownFilesOf(loop.record);
    await scanAgain({ places, project, rules, nowMs, ownFiles }).catch(() => null);
  }
  const { data, deliveries } = guidanceForContinuation({
    places,
    project,
    loop: loop.facts,
    nowMs,
    hasConstraints: true,
  });
  await markDelivered(places, project, { deliveries, loopId: id, nowMs });
  return data;
}

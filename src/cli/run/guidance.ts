/**
 * What the user wants and what the scanner found, for the prompts of a run.
 *
 * @module
 */
import { scanAtStart } from "../../constraints/at_start.ts";
import type { ScanRules } from "../../constraints/scan_text.ts";
import { guidanceForContinuation, markDelivered } from "../../guidance/at_continuation.ts";
import { startGuidance } from "../../guidance/at_start.ts";
import type { GuidancePromptData } from "../../guidance/prompt_data.ts";
import type { Places } from "../../store/places.ts";
import type { RunLoop } from "./loop.ts";

/** Whose guidance. */
export interface RunGuidance {
  readonly places: Places;
  /** How the project is scanned. */
  readonly rules: ScanRules;
  readonly loop: RunLoop;
}

/**
 * Clears what is stale and scans the project, once, when a run begins.
 *
 * @param guidance Whose.
 * @param isResumed Whether the run goes on: then everything given for it stays.
 * @returns What has to be said.
 */
export async function startRunGuidance(
  { places, rules, loop }: RunGuidance,
  isResumed: boolean,
): Promise<readonly string[]> {
  const { id: loopId, project } = loop.facts;
  const nowMs = Date.now();
  const { lines } = await startGuidance({
    places,
    project,
    loopId,
    nowMs,
    keepsAll: isResumed,
    isDryRun: false,
  });
  const scanned = await scanAtStart({ places, project, rules }, false);
  return [...lines, ...scanned.lines];
}

/** What holds now; noted as delivered, since the prompt that carries it is made now. */
export async function readRunGuidance(
  { places, rules, loop }: RunGuidance,
): Promise<GuidancePromptData> {
  const nowMs = Date.now();
  const { id, project, started_at: startedAt } = loop.facts;
  const { data, deliveries } = guidanceForContinuation({
    places,
    project,
    loop: { id, startedAt },
    nowMs,
    scan: { rules, turn: loop.record.iteration },
  });
  await markDelivered(places, project, { deliveries, loopId: id, nowMs });
  return data;
}

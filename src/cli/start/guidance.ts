/**
 * Guidance and constraints at a start: what is stale goes and is named, the project is scanned once,
 * and the loop's continuations build on that.
 *
 * @module
 */
import { scanAtStart, skipScanAtStart } from "../../constraints/at_start.ts";
import { scanRulesOf } from "../../constraints/rules.ts";
import { startGuidance } from "../../guidance/at_start.ts";
import type { Places } from "../../store/places.ts";
import type { CommandContext } from "../core/context.ts";
import type { StartPlan } from "./plan.ts";

/** The options of `start` that concern guidance and constraints. */
export interface GuidanceOptions {
  readonly "keep-guidance": boolean;
  readonly strict: boolean;
  readonly "skip-constraint-scan": boolean;
  readonly "dry-run": boolean;
}

/**
 * Scans the project, before there is a loop: `--strict` may refuse the start.
 *
 * @returns What has to be said.
 * @throws {StateError} With `--strict`, where there are critical findings.
 */
export async function scanForStart(
  { env }: CommandContext,
  places: Places,
  { project, settings }: StartPlan,
  options: GuidanceOptions,
): Promise<readonly string[]> {
  const request = {
    places,
    project,
    rules: scanRulesOf(env.home, settings.rigid_paths),
    isDryRun: options["dry-run"],
  };
  const { lines } = options["skip-constraint-scan"]
    ? skipScanAtStart(request)
    : await scanAtStart(request, options.strict);
  return lines;
}

/**
 * Clears what is stale, once there is a loop: a start that fails takes no guidance with it, and the
 * end of a loop that it replaced is known.
 *
 * @returns What has to be said.
 */
export async function clearForStart(
  places: Places,
  { project, id, startedAt }: StartPlan,
  options: GuidanceOptions,
): Promise<readonly string[]> {
  const { lines } = await startGuidance({
    places,
    project,
    loopId: id,
    nowMs: startedAt.epochMilliseconds,
    keepsAll: options["keep-guidance"],
    isDryRun: options["dry-run"],
  });
  return lines;
}

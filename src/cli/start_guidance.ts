/**
 * Guidance and constraints at a start: what is stale goes and is named, the project is scanned once,
 * and the loop's continuations build on that (seed 003).
 *
 * @module
 */
import { scanAtStart } from "../constraints/at_start.ts";
import { scanRulesOf } from "../constraints/rules.ts";
import { startGuidance } from "../guidance/at_start.ts";
import type { Places } from "../store/places.ts";
import type { CommandContext } from "./context.ts";
import type { StartPlan } from "./start_plan.ts";

/** The options of `start` that concern guidance and constraints. */
export interface GuidanceOptions {
  readonly "keep-guidance": boolean;
  readonly strict: boolean;
  readonly "skip-constraint-scan": boolean;
  readonly "dry-run": boolean;
}

/**
 * Scans first, since `--strict` may refuse the start, and then clears.
 *
 * @returns What has to be said.
 * @throws {StateError} With `--strict`, where there are critical findings.
 */
export async function guideStart(
  { env }: CommandContext,
  places: Places,
  plan: StartPlan,
  options: GuidanceOptions,
): Promise<string[]> {
  const { project, id } = plan;
  const scanned = options["skip-constraint-scan"] || options["dry-run"]
    ? { lines: [] }
    : await scanAtStart({ places, project, rules: scanRulesOf(env.home) }, options.strict);
  const guidance = await startGuidance({
    places,
    project,
    loopId: id,
    nowMs: Number(plan.startedAt.epochMilliseconds),
    keepsAll: options["keep-guidance"],
    isDryRun: options["dry-run"],
  });
  return [...scanned.lines, ...guidance.lines];
}

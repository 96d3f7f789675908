/**
 * What a loop's judgement will rest on beside its settings: the project's adapter, and what the focus
 * file holds at the start.
 *
 * @module
 */
import { chooseAdapter, type Chosen } from "../../adapters/choose.ts";
import { judgeFocus } from "../../evidence/completion/judge_focus.ts";
import type { Places } from "../../store/places.ts";
import type { PlanSeen } from "../../store/records/loop_record.ts";
import { readItemChecks } from "./project_needs.ts";
import type { StartPlan } from "./plan.ts";

/** The record is read at every event: a plan with more commands of its own is a script. */
const MOST_CHECKS = 500;

/** What was found. */
export interface StartOutlook {
  readonly adapter: Chosen;
  readonly planSeen: PlanSeen;
  /** How many items of the focus file are done. */
  readonly itemsDone: number;
}

/** Looks; programs of the project's adapters are asked only where somebody agreed to them. */
export async function lookAhead(
  places: Places,
  { project, focus, settings, startedAt }: StartPlan,
): Promise<StartOutlook> {
  const nowMs = startedAt.epochMilliseconds;
  const adapter = await chooseAdapter({ project, places, nowMs });
  const { completion } = await judgeFocus(focus.path, settings);
  const checks = (await readItemChecks(focus.path)).slice(0, MOST_CHECKS);
  return {
    adapter,
    planSeen: { items: completion.total, checks },
    itemsDone: completion.total - completion.openItems.length,
  };
}

/** What the user is told of the adapter: nothing of the universal one. */
export function describeAdapter({ adapter }: StartOutlook): string[] {
  const { name, state, evidence, problems } = adapter;
  const why = evidence.length === 0 ? "" : ` (${evidence.join("; ")})`;
  return [...(state === null ? [] : [`Adapter: ${name}${why}`]), ...problems];
}

/**
 * Silences that the runtime leaves out are written into the journal: who compares the wall clock with
 * the active time finds the difference there.
 *
 * @module
 */
import { findPauses } from "../loop/time/active_time.ts";
import type { Activity } from "../loop/facts.ts";
import { showDuration } from "../text/human_units.ts";
import { appendJournal } from "../store/records/journal.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import { loopPlaces } from "../store/places.ts";
import type { Settings } from "../store/settings/settings.ts";
import type { HookWorld } from "./world.ts";
import { toInstant } from "../text/instant.ts";

/** What the runtime is counted from. */
export interface Counted {
  /** The record before the activity is counted. */
  readonly record: LoopRecord;
  readonly activity: Activity;
  readonly settings: Settings;
  /** Unix seconds. */
  readonly now: number;
}

/**
 * Writes each gap into the loop's journal.
 *
 * @param event The event at which it is noticed.
 * @returns The sentences, for the log.
 */
export function noteGaps(
  { places }: Pick<HookWorld, "places">,
  event: string,
  { record, activity, settings, now }: Counted,
): string[] {
  return findPauses(record, activity, settings, now).map(({ start, end }) => {
    const sentence = `CLI pause detected: ${showDuration(end - start)}, not counted`;
    appendJournal(loopPlaces(places, record.id).journal, {
      at: toInstant(now),
      event,
      kind: "note",
      code: "gap",
      sentence,
      evidence: [`from ${toInstant(start)} to ${toInstant(end)}`],
      iteration: record.iteration,
      session: record.owner_session,
      runtime_seconds: record.accumulated_runtime_seconds,
      phase: record.phase,
    });
    return sentence;
  });
}

/**
 * The active time of a turn. Silences that it leaves out are written into the journal: who compares
 * the wall clock with the active time finds the difference there.
 *
 * @module
 */
import { toInstant } from "../text/instant.ts";
import type { Activity } from "../loop/facts.ts";
import { countActivity, findPauses } from "../loop/time/active_time.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import type { Settings } from "../store/settings/settings.ts";
import { showDuration } from "../text/human_units.ts";
import type { HookContext } from "./context.ts";
import { journal } from "./journal.ts";
import type { FoundLoop } from "./loop.ts";
import { loadLoopSettings } from "./settings.ts";
import { readTick } from "./tick.ts";

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
 * @param context The home's places.
 * @param event The event at which it is noticed.
 * @param counted What the runtime is counted from.
 * @returns The sentences, for the log.
 */
export function noteGaps(
  { places }: Pick<HookContext, "places">,
  event: string,
  { record, activity, settings, now }: Counted,
): string[] {
  return findPauses(record, activity, settings, now).map(({ start, end }) => {
    const sentence = `CLI pause detected: ${showDuration(end - start)}, not counted`;
    const evidence = [`from ${toInstant(start)} to ${toInstant(end)}`];
    journal(places, record, { at: now, event, kind: "note", code: "gap", sentence, evidence });
    return sentence;
  });
}

/**
 * Counts what was done since the loop's last event: the turn that an ending or a closing cuts off is
 * active time too. Ending must not wait for it or fail by it, so what cannot be read counts nothing,
 * and whatever goes wrong leaves the record as it is.
 *
 * @param context The hook's context.
 * @param loop The loop.
 * @param record Its record; a paused or stopped one has no turn.
 * @param transcriptPath The owner's transcript, where the event names one.
 * @param options `isClosing`: the session ends here, and calls in flight with it.
 * @returns The record with the turn counted.
 */
export function countLastTurn(
  context: HookContext,
  loop: Pick<FoundLoop, "project" | "facts">,
  record: LoopRecord,
  transcriptPath: string | null | undefined,
  { isClosing = false }: { readonly isClosing?: boolean } = {},
): LoopRecord {
  if (record.state !== "running" && record.state !== "draining") return record;
  try {
    const now = context.now();
    const { settings } = loadLoopSettings(context, loop, record);
    const { record: ticked, activity } = readTick(
      context.places,
      record,
      transcriptPath ?? null,
      now,
      { closedAt: isClosing ? now : null },
    );
    noteGaps(context, "clock", { record: ticked, activity, settings, now });
    return countActivity(ticked, activity, settings, now);
  } catch {
    return record;
  }
}

/**
 * Writes what happens to a loop into its journal.
 *
 * @module
 */
import { toInstant } from "../text/instant.ts";
import { appendJournal, type JournalEntry } from "../store/records/journal.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import type { LoopEvent } from "./event.ts";
import { loopPlaces, type Places } from "../store/places.ts";

/** A line of the journal, without the fields that come from the loop. */
export interface Happening extends Pick<JournalEntry, "event" | "kind" | "sentence"> {
  /** Unix seconds. */
  readonly at: number;
  /** Null by default. */
  readonly code?: string | null | undefined;
  /** Empty by default. */
  readonly evidence?: readonly string[];
  /** The session whose event it is; by default the loop's owner. */
  readonly session?: string | null;
  /** What failed and was left out of a continuation. */
  readonly leftOut?: readonly string[];
}

/** The fields of a loop that a line contains; of an unreadable record, only the id. */
type JournalledLoop =
  & Pick<LoopRecord, "id">
  & Partial<
    Pick<LoopRecord, "iteration" | "accumulatedRuntimeSeconds" | "phase" | "ownerSession">
  >;

/**
 * Adds a line to a loop's journal.
 *
 * @param places The home's places.
 * @param loop The loop's record at that moment, or its id.
 * @param happening What happened.
 * @returns Whether it was written: a full disk does not end a loop.
 */
export function journal(places: Places, loop: JournalledLoop, happening: Happening) {
  const { at, event, kind, code = null, sentence, evidence = [], leftOut } = happening;
  const { iteration = null, accumulatedRuntimeSeconds: runtime, phase } = loop;
  return appendJournal(loopPlaces(places, loop.id).journal, {
    at: toInstant(at),
    event,
    kind,
    code,
    sentence,
    evidence: [...evidence],
    iteration,
    session: happening.session === undefined ? loop.ownerSession ?? null : happening.session,
    ...(runtime === undefined ? {} : { runtimeSeconds: runtime }),
    ...(phase === undefined ? {} : { phase }),
    ...(leftOut === undefined ? {} : { leftOut: [...leftOut] }),
  });
}

/**
 * Adds a line about what an event of the client did.
 *
 * @param call The event, with the home's places and the time.
 * @param loop The loop's record at that moment, or its id.
 * @param note What it did.
 */
export function journalEvent(
  { now, places, event }: Pick<LoopEvent, "now" | "places" | "event">,
  loop: JournalledLoop,
  note: Pick<Happening, "kind" | "code" | "sentence" | "evidence">,
): void {
  const { hookEventName: name, sessionId: session } = event;
  journal(places, loop, { at: now(), event: name, session, ...note });
}

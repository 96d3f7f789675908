/** Writes events of a loop into its journal. */
import { attempt } from "../error.ts";
import { oneLine } from "../text/shorten.ts";
import { appendJournal, type JournalEntry } from "../store/records/journal.ts";
import type { LoopRecord, Pause } from "../store/records/loop_record.ts";
import type { LoopEvent } from "./event.ts";
import { loopPlaces, type Places } from "../store/places.ts";

/** Characters of each text of the guidance. */
const GUIDANCE_CHARACTERS = 200;

/** Lines of a moment up to which the loop's active time has not been counted. */
const UNCOUNTED: readonly string[] = ["guidance", "constraints", "note", "user-wait", "drain"];

/** A line of the journal, without the fields that come from the loop. */
export interface JournalEvent extends
  Omit<
    JournalEntry,
    "code" | "evidence" | "session" | "leftOut" | "iteration" | "runtimeMs" | "phase" | "guidance"
  > {
  readonly code?: string | null | undefined;
  readonly evidence?: readonly string[];
  /** The session whose event it is; by default the loop's owner. */
  readonly session?: string | null;
  /** The parts that failed and were left out of a continuation. */
  readonly leftOut?: readonly string[];
  /** The guidance that applies. */
  readonly guidance?: Readonly<Record<"encouraged" | "forbidden", readonly string[]>> | undefined;
}

/** The fields of a loop that a line contains; of an unreadable record, only the id. */
type JournalledLoop =
  & Pick<LoopRecord, "id">
  & Partial<
    Pick<LoopRecord, "iteration" | "accumulatedRuntimeMs" | "phase" | "ownerSession">
  >;

/** Adds a line to a loop's journal; a full disk does not end a loop. */
export function journal(places: Places, loop: JournalledLoop, happening: JournalEvent): void {
  attempt(() => addToJournal(places, loop, happening));
}

/** Adds a line to a loop's journal. @throws {StateError} It cannot be written. */
export function addToJournal(places: Places, loop: JournalledLoop, happening: JournalEvent): void {
  const { code = null, evidence = [], leftOut, guidance } = happening;
  const { iteration = null, accumulatedRuntimeMs: runtimeMs, phase } = loop;
  // What is undefined is not written.
  appendJournal(loopPlaces(places, loop.id).journal, {
    session: loop.ownerSession ?? null,
    ...happening,
    code,
    evidence: [...evidence],
    iteration,
    runtimeMs: UNCOUNTED.includes(happening.kind) ? undefined : runtimeMs,
    phase,
    leftOut: leftOut && [...leftOut],
    guidance: guidance && cutGuidance(guidance),
  });
}

/** Shortens the texts of the guidance, each of which may be a whole page. */
function cutGuidance(
  { encouraged, forbidden }: NonNullable<JournalEvent["guidance"]>,
): JournalEntry["guidance"] {
  const cut = (texts: readonly string[]) => texts.map((text) => oneLine(text, GUIDANCE_CHARACTERS));
  return { encouraged: cut(encouraged), forbidden: cut(forbidden) };
}

/**
 * Returns how long a loop was paused, for the line that says that it continues.
 *
 * @param before The loop's record while it was paused.
 * @param at When it continues, epoch milliseconds.
 */
export function spanUntil({ pause }: Pick<LoopRecord, "pause">, at: number): JournalEvent["span"] {
  return pause === null ? undefined : { from: pause.since, to: at };
}

/** Adds a line about the effect of a client's event. */
export function journalEvent(
  { nowMs, places, event }: Pick<LoopEvent, "nowMs" | "places" | "event">,
  loop: JournalledLoop,
  note: Omit<JournalEvent, "atMs" | "event" | "session">,
): void {
  const { hookEventName: name, sessionId: session } = event;
  journal(places, loop, { atMs: nowMs(), event: name, session, ...note });
}

/** Adds the line of a pause: from its begin to when it will end, if that is known. */
export function journalPause(
  call: Pick<LoopEvent, "nowMs" | "places" | "event">,
  record: JournalledLoop,
  pause: Pause,
  sentence: string,
): void {
  const span = { from: pause.since, to: pause.until };
  journalEvent(call, record, { kind: "pause", code: pause.why, sentence, span });
}

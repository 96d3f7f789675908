/**
 * Writes what happens to a loop into its journal.
 *
 * @module
 */
import { toInstant } from "../text/instant.ts";
import { oneLine } from "../text/shorten.ts";
import { appendJournal, type JournalEntry } from "../store/records/journal.ts";
import type { LoopRecord, Pause } from "../store/records/loop_record.ts";
import type { LoopEvent } from "./event.ts";
import { loopPlaces, type Places } from "../store/places.ts";

/** Characters of each text of the guidance. */
const GUIDANCE_CHARACTERS = 200;

/** A line of the journal, without the fields that come from the loop. */
export interface Happening extends
  Pick<
    JournalEntry,
    "event" | "kind" | "sentence" | "brief" | "span" | "facts" | "agent" | "guidance" | "commit"
  > {
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
  const { brief, span, facts, agent, guidance, commit } = happening;
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
    // What is undefined is not written.
    brief,
    span,
    facts,
    agent,
    commit,
    guidance: guidance && cutGuidance(guidance),
  });
}

/** A text of the guidance may be a whole page. */
function cutGuidance(
  { encouraged, forbidden }: NonNullable<JournalEntry["guidance"]>,
): JournalEntry["guidance"] {
  const cut = (texts: readonly string[]) => texts.map((text) => oneLine(text, GUIDANCE_CHARACTERS));
  return { encouraged: cut(encouraged), forbidden: cut(forbidden) };
}

/**
 * Returns the time of a pause, for its line: from its begin to when it will end, where that is known.
 */
export function spanOfPause(pause: Pause | null): Happening["span"] {
  return pause === null ? undefined : { from: pause.since, to: pause.until };
}

/**
 * Returns how long a loop was paused, for the line at which it goes on.
 *
 * @param before The loop's record while it was paused.
 * @param at Unix seconds at which it goes on.
 */
export function spanUntil({ pause }: Pick<LoopRecord, "pause">, at: number): Happening["span"] {
  return pause === null ? undefined : { from: pause.since, to: toInstant(at) };
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
  note: Omit<Happening, "at" | "event" | "session">,
): void {
  const { hookEventName: name, sessionId: session } = event;
  journal(places, loop, { at: now(), event: name, session, ...note });
}

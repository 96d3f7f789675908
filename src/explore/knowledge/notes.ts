// deno-lint-ignore-file camelcase -- the names are those of the file
/**
 * What agents note for later loops by `<worked>` and `<idea>`: their own words, kept as they are.
 *
 * @module
 */
import type { Knowledge, Note } from "./knowledge.ts";
import { renderExactInstant } from "../../text/instant.ts";

/** So many of each kind are kept, and so much of each. */
const MOST_NOTES = 50;
const NOTE_CHARACTERS = 300;

/** What one message notes. */
export interface Noted {
  readonly loopId: string;
  readonly iteration: number;
  /** Unix milliseconds. */
  readonly nowMs: number;
  readonly worked: readonly string[];
  readonly ideas: readonly string[];
}

/**
 * Adds what a message notes; what is known already is not added again.
 *
 * @param knowledge what was known before
 * @param noted the notes
 * @returns what is known now; the very same object where nothing is new
 */
export function addNotes(knowledge: Knowledge, noted: Noted): Knowledge {
  const { noted_ideas: knownIdeas, noted_worked: knownWorked } = knowledge;
  const worked = append(knownWorked, noted.worked, noted);
  const ideas = append(knownIdeas, noted.ideas, noted);
  const isSame = worked === knownWorked && ideas === knownIdeas;
  return isSame ? knowledge : { ...knowledge, noted_worked: worked, noted_ideas: ideas };
}

function append(
  known: Note[],
  texts: readonly string[],
  { loopId, iteration, nowMs }: Noted,
): Note[] {
  const at = renderExactInstant(nowMs);
  const seen = new Set(known.map(({ text }) => text.toLowerCase()));
  const fresh: Note[] = [];
  for (const long of texts) {
    const text = long.replace(/\s+/g, " ").trim().slice(0, NOTE_CHARACTERS);
    if (text === "" || seen.has(text.toLowerCase())) continue;
    seen.add(text.toLowerCase());
    fresh.push({ text, loop_id: loopId, iteration, at });
  }
  return fresh.length === 0 ? known : [...known, ...fresh].slice(-MOST_NOTES);
}

/**
 * The journal of a loop: one line per decision, with what it rests on.
 *
 * @module
 */
import type { WriteOutcome } from "../files/atomic_file.ts";
import { appendJsonLine, readLastJsonLines } from "../files/jsonl.ts";
import { instant, list, nullable, number, object, readOr, type ShapeOf, text } from "./shape.ts";

/** One line of the journal. */
export const JournalEntrySchema = object({
  /** UTC time in ISO 8601, ending in `Z`. */
  at: instant,
  /** The hook event or command that was decided on. */
  event: text,
  /** The decision's kind, or what else happened: `note`, `pause`, `resume`, `start`, … */
  kind: text,
  code: nullable(text),
  sentence: text,
  evidence: list(text),
  iteration: nullable(number),
}, {
  session: nullable(text),
  /** Active time so far, seconds. */
  runtime_seconds: number,
  phase: text,
  /** What failed and was left out. */
  left_out: list(text),
});

/** One line of the journal. */
export type JournalEntry = ShapeOf<typeof JournalEntrySchema>;

/**
 * Adds a line to a loop's journal.
 *
 * @param file the loop's journal
 * @param entry the line
 * @returns that it is written, or why not; a full disk ends no loop
 */
export function appendJournal(file: string, entry: JournalEntry): WriteOutcome {
  return appendJsonLine(file, entry);
}

/**
 * The journal's last lines.
 *
 * @param file the loop's journal; absent reads as empty
 * @param most how many lines at most
 * @returns the lines, oldest first; foreign and broken ones are left out
 */
export function readJournalTail(file: string, most: number): JournalEntry[] {
  return readLastJsonLines(file, most)
    .map((line) => readOr(JournalEntrySchema, line, null))
    .filter((entry) => entry !== null);
}

/**
 * The journal of a loop: one line per decision, with what it rests on.
 *
 * @module
 */
import type { WriteOutcome } from "../files/presence.ts";
import { appendJsonLine, readLastJsonLines } from "../files/jsonl.ts";
import {
  instant,
  list,
  nullable,
  number,
  object,
  readAll,
  type ShapeOf,
  text,
  writeAs,
} from "./shape.ts";

/** One line of the journal. */
const JournalEntrySchema = object({
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
  runtimeSeconds: number,
  phase: text,
  /** What failed and was left out. */
  leftOut: list(text),
});

/** One line of the journal. */
export type JournalEntry = ShapeOf<typeof JournalEntrySchema>;

/**
 * Adds a line to a loop's journal. A full disk ends no loop.
 *
 * @param file The loop's journal.
 * @param entry The line.
 */
export function appendJournal(file: string, entry: JournalEntry): WriteOutcome {
  return appendJsonLine(file, writeAs(JournalEntrySchema, entry));
}

/**
 * Reads the journal's last lines; foreign and broken ones are left out.
 *
 * @param file The loop's journal; absent reads as empty.
 * @param most How many lines at most.
 * @returns Oldest first.
 */
export function readJournalTail(file: string, most: number): JournalEntry[] {
  return readAll(JournalEntrySchema, readLastJsonLines(file, most));
}

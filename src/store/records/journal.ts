/**
 * The journal of a loop: one line per decision, with its evidence.
 *
 * @module
 */
import type { WriteOutcome } from "../files/presence.ts";
import { appendJsonLine } from "../files/jsonl.ts";
import { instant, list, nullable, number, object, type ShapeOf, text, writeAs } from "./shape.ts";

const JournalEntrySchema = object({
  /** UTC time in ISO 8601, ending in `Z`. */
  at: instant,
  /** The hook event or command that the decision answers. */
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
 * Appends a line to a loop's journal. A loop goes on if a line is lost.
 *
 * @param file The loop's journal.
 * @param entry The line.
 */
export function appendJournal(file: string, entry: JournalEntry): WriteOutcome {
  return appendJsonLine(file, writeAs(JournalEntrySchema, entry));
}

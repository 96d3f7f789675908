/**
 * The journal of a loop: one line per decision, with what it rests on (design §3).
 *
 * @module
 */
import * as v from "valibot";
import type { WriteOutcome } from "./atomic_file.ts";
import { appendJsonLine, readLastJsonLines } from "./jsonl.ts";

/** One line of the journal. */
export const JournalEntrySchema = v.object({
  /** UTC time in ISO 8601, ending in `Z`. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** The hook event or command that was decided on. */
  event: v.string(),
  /** The decision's kind, or what else happened: `note`, `pause`, `resume`, `start`, … */
  kind: v.string(),
  code: v.nullable(v.string()),
  sentence: v.string(),
  evidence: v.array(v.string()),
  iteration: v.nullable(v.number()),
  session: v.optional(v.nullable(v.string())),
  /** Active time so far, seconds. */
  runtime_seconds: v.optional(v.number()),
  phase: v.optional(v.string()),
  /** What failed and was left out (design §4.6). */
  left_out: v.optional(v.array(v.string())),
});

/** One line of the journal. */
export type JournalEntry = v.InferOutput<typeof JournalEntrySchema>;

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
    .map((line) => v.safeParse(JournalEntrySchema, line))
    .flatMap((parsed) => parsed.success ? [parsed.output] : []);
}

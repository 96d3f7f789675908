/**
 * The history: one line per ended loop, of all projects.
 *
 * @module
 */
import type { WriteOutcome } from "../files/atomic_file.ts";
import { appendJsonLine, readLastJsonLines } from "../files/jsonl.ts";
import type { LoopRecord } from "./loop_record.ts";
import type { Places } from "../places.ts";
import {
  choice,
  instant,
  list,
  nullable,
  number,
  object,
  readOr,
  type ShapeOf,
  text,
} from "./shape.ts";

/** One ended loop. */
export const HistoryEntrySchema = object({
  id: text,
  project: text,
  driver: choice("session", "runner"),
  session: nullable(text),
  task: nullable(text),
  focus: nullable(text),
  started_at: instant,
  ended_at: instant,
  code: text,
  sentence: text,
  iterations: number,
  runtime_seconds: number,
}, {
  /** What the validation left open. */
  open_findings: list(object({ severity: text, text })),
  /** Items of the focus file at the end. */
  items: object({ done: number, total: number }),
});

/** One ended loop. */
export type HistoryEntry = ShapeOf<typeof HistoryEntrySchema>;

/**
 * The line for a loop that ends.
 *
 * @param record the record's last form
 * @param reason why it ended
 * @param endedAt UTC time in ISO 8601, ending in `Z`
 * @param openFindings what the validation left open
 * @returns the history's line
 */
export function historyEntryOf(
  record: LoopRecord,
  reason: { readonly code: string; readonly sentence: string },
  endedAt: string,
  openFindings: readonly { readonly severity: string; readonly text: string }[] = [],
): HistoryEntry {
  return {
    id: record.id,
    project: record.project,
    driver: record.driver,
    session: record.owner_session,
    task: record.task,
    focus: record.focus.path,
    started_at: record.started_at,
    ended_at: endedAt,
    code: reason.code,
    sentence: reason.sentence,
    iterations: record.iteration,
    runtime_seconds: record.accumulated_runtime_seconds,
    ...(record.items === undefined
      ? {}
      : { items: { done: record.items.done, total: record.items.total } }),
    open_findings: openFindings.map(({ severity, text }) => ({ severity, text })),
  };
}

/**
 * Adds an ended loop to the history.
 *
 * @param places the home's places
 * @param entry the ended loop
 * @returns that it is written, or why not
 */
export function appendHistory(places: Places, entry: HistoryEntry): WriteOutcome {
  return appendJsonLine(places.historyFile, entry);
}

/**
 * The loops that ended last.
 *
 * @param places the home's places
 * @param most how many lines are looked at
 * @param project only those of this project; null for all
 * @returns the loops, oldest first
 */
export function readHistory(places: Places, most: number, project: string | null): HistoryEntry[] {
  return readLastJsonLines(places.historyFile, most)
    .map((line) => readOr(HistoryEntrySchema, line, null))
    .filter((entry) => entry !== null)
    .filter((entry) => project === null || entry.project === project);
}

/** The history: one line per ended loop, of all projects. */
import { appendJsonLine, readJsonLines } from "../files/jsonl.ts";
import type { LoopRecord } from "./loop_record.ts";
import type { Places } from "../places.ts";
import {
  choice,
  inFile,
  instant,
  list,
  nullable,
  number,
  object,
  seconds,
  type ShapeOf,
  text,
} from "./shape.ts";

const HistoryEntrySchema = object({
  id: text,
  project: text,
  driver: choice("session", "runner"),
  session: nullable(text),
  task: nullable(text),
  focus: nullable(text),
  startedAt: instant,
  endedAt: instant,
  code: text,
  /** The reason, as other tools read it. */
  sentence: text,
  iterations: number,
  runtimeMs: inFile("runtime_seconds", seconds),
}, {
  /** The reason, as people read it. */
  brief: text,
  /** Findings that the validation or a review left open. */
  openFindings: list(object({ severity: text, text })),
  items: object({ done: number, total: number }),
});

/** An ended loop, as the history lists it. */
export type HistoryEntry = ShapeOf<typeof HistoryEntrySchema>;

/**
 * Makes the line of a loop that ends.
 *
 * @param reason The reason for the end, for other tools and for people.
 */
export function historyEntryOf(
  record: LoopRecord,
  { code, sentence, brief }: Pick<HistoryEntry, "code" | "sentence" | "brief">,
  endedAtMs: number,
  openFindings: NonNullable<HistoryEntry["openFindings"]>,
): HistoryEntry {
  const { id, project, driver, task, startedAt, items } = record;
  return {
    id,
    project,
    driver,
    session: record.ownerSession,
    task,
    focus: record.focus.path,
    startedAt,
    endedAt: endedAtMs,
    code,
    sentence,
    brief,
    iterations: record.iteration,
    runtimeMs: record.accumulatedRuntimeMs,
    ...(items === undefined ? {} : { items: { done: items.done, total: items.total } }),
    openFindings,
  };
}

/** Adds an ended loop to the history. @throws {StateError} If it cannot be written. */
export function appendHistory(places: Places, entry: HistoryEntry): void {
  appendJsonLine(HistoryEntrySchema, places.historyFile, entry);
}

/** Reads the history, oldest first, without lines that cannot be read. Too slow for hooks. */
export function readHistory({ historyFile }: Places): readonly HistoryEntry[] {
  return readJsonLines(HistoryEntrySchema, historyFile, 0).entries;
}

const ProjectSchema = object({ id: text, project: text });

/** Reads the project of each ended loop, by the loop's id. */
export function readHistoryProjects({ historyFile }: Places): ReadonlyMap<string, string> {
  const { entries } = readJsonLines(ProjectSchema, historyFile, 0);
  return new Map(entries.map(({ id, project }) => [id, project]));
}

/** Files store whole seconds. */
const PRECISION_MS = 1_000;

/** Checks whether an end is in the history. A loop that was resumed has ended more than once. */
export function isInHistory(places: Places, id: string, endedAtMs: number): boolean {
  return readHistory(places).some((entry) =>
    entry.id === id && Math.abs(entry.endedAt - endedAtMs) <= PRECISION_MS
  );
}

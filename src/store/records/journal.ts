/**
 * The journal of a loop: one line per decision, with what it was made by, and one for whatever else
 * happens.
 */
import { appendJsonLine, type LinesRead, readJsonLines } from "../files/jsonl.ts";
import { AgentFactsSchema } from "./agent_facts.ts";
import { DraftShape } from "./draft.ts";
import {
  inFile,
  instant,
  list,
  nullable,
  number,
  object,
  otherwise,
  seconds,
  type ShapeOf,
  text,
  writeAs,
} from "./shape.ts";

const JournalEntrySchema = object({
  atMs: inFile("at", instant),
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
  /** Of an end: its short name for people. */
  brief: text,
  runtimeMs: inFile("runtime_seconds", seconds),
  phase: text,
  /** What failed and was left out. */
  leftOut: list(text),
  /** The stretch of time that the line is about; `to` is null if its end is not known. */
  span: otherwise(object({ from: instant, to: nullable(instant) }), undefined),
  /** The rule that made a Stop decision; null if none had a ruling, so that the loop went on. */
  rule: otherwise(nullable(text), undefined),
  /** What it was made by; missing if another version wrote the line in another form. */
  draft: otherwise(DraftShape, undefined),
  /** What an agent process of `ralph run` was started for, and how it ended. */
  agent: otherwise(AgentFactsSchema, undefined),
  /** The commit that is checked out at a start, and at an end without a draft; empty without git. */
  commit: text,
  /** The plan's open items when a loop starts. */
  openItems: list(text),
  guidance: otherwise(object({ encouraged: list(text), forbidden: list(text) }), undefined),
});

/** One line of the journal. */
export type JournalEntry = ShapeOf<typeof JournalEntrySchema>;

/** The kinds of the lines that end a loop; a resumed loop has several. */
const ENDS: readonly string[] = ["let-go", "halt"];
/** The kinds of the lines that are a decision on a Stop, or another end of the loop. */
const DECISIONS: readonly string[] = ["continue", "wait", ...ENDS];

/** Checks whether a line is a decision on a Stop, or another end of the loop. */
export function isDecision({ kind }: Pick<JournalEntry, "kind">): boolean {
  return DECISIONS.includes(kind);
}

/** Checks whether a line is an end of the loop. */
export function isEnd({ kind }: Pick<JournalEntry, "kind">): boolean {
  return ENDS.includes(kind);
}

/** Appends a line to a loop's journal. @throws {StateError} Where it cannot be written. */
export function appendJournal(file: string, entry: JournalEntry): void {
  appendJsonLine(JournalEntrySchema, file, entry);
}

/** Returns an entry with the names that its file has, for output as JSON. */
export function journalDocument(entry: JournalEntry): Record<string, unknown> {
  return writeAs(JournalEntrySchema, entry) as Record<string, unknown>;
}

/**
 * Reads the lines of a journal. A last line without its end is left for the next read, so that a
 * journal that grows can be followed.
 *
 * @param offset Where to begin, in bytes: 0, or an earlier read's `nextOffset`.
 */
export function readJournal(file: string, offset = 0): LinesRead<JournalEntry> {
  return readJsonLines(JournalEntrySchema, file, offset);
}

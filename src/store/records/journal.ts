/** The journal of a loop: one line per decision, with the facts that led to it, and one per other event. */
import { isObject } from "./json_record.ts";
import { appendJsonLine, type LinesRead, readJsonLines } from "../files/jsonl.ts";
import { AgentFactsSchema } from "./agent_facts.ts";
import { DecisionInputsShape } from "./decision_inputs.ts";
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
  /** The decision's kind, or that of another event: `note`, `pause`, `resume`, `start`, … */
  kind: text,
  code: nullable(text),
  sentence: text,
  evidence: list(text),
  iteration: nullable(number),
}, {
  session: nullable(text),
  /** For an end, the reason in a few words for people. */
  brief: text,
  runtimeMs: inFile("runtime_seconds", seconds),
  phase: text,
  /** Parts that failed and were left out. */
  leftOut: list(text),
  /** The time span that the line is about; `to` is null if its end is unknown. */
  span: otherwise(object({ from: instant, to: nullable(instant) }), undefined),
  /** The rule that made a Stop decision; null if no rule ruled, so that the loop continued. */
  rule: otherwise(nullable(text), undefined),
  /** The facts that led to the decision; missing if another version wrote them in another form. */
  inputs: otherwise(DecisionInputsShape, undefined),
  /** The purpose of an agent process of `ralph run`, and how it ended. */
  agent: otherwise(AgentFactsSchema, undefined),
  /** The checked-out commit at a start, and at an end without decision inputs; empty without git. */
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

/** Appends a line to a loop's journal. @throws {StateError} If it cannot be written. */
export function appendJournal(file: string, entry: JournalEntry): void {
  appendJsonLine(JournalEntrySchema, file, entry);
}

/** Returns an entry as its file has it, for JSON output. */
export function journalDocument(entry: JournalEntry): Record<string, unknown> {
  return writeAs(JournalEntrySchema, entry) as Record<string, unknown>;
}

/**
 * Reads the lines of a journal. An incomplete last line is left for the next read, so that a growing
 * journal can be followed.
 *
 * @param offset The position to begin at, in bytes: 0, or an earlier read's `nextOffset`.
 */
export function readJournal(file: string, offset = 0): LinesRead<JournalEntry> {
  return readJsonLines(readLine, file, offset);
}

/** Reads a line; an earlier version called the inputs of a decision its draft. */
function readLine(value: unknown): JournalEntry {
  const isEarlier = isObject(value) && "draft" in value;
  return JournalEntrySchema(isEarlier ? { inputs: value["draft"], ...value } : value);
}

/** The words that completion offers, and the facts of commands and values. */
import type { CommandEntry, ValueSource } from "../core/command.ts";

/** A word that may come next. */
export interface Candidate {
  readonly value: string;
  /** What it means in one line; may be empty. */
  readonly help: string;
}

/** Values that the shell lists better than ralph. */
type ShellSource = "file" | "markdown" | "folder" | "program";

/** Values that depend on the machine. */
export type ListedSource = Exclude<ValueSource, ShellSource | "topic">;

/** The words that may come next, and what the shell adds to them. */
export interface Completion {
  readonly candidates: readonly Candidate[];
  /** What the shell adds; null for nothing. */
  readonly fromShell: ShellSource | null;
}

/** Where a value is wanted. */
export interface ValuePlace {
  readonly path: readonly string[];
  /** The arguments before it. */
  readonly args: readonly string[];
}

/** The commands, and the values that depend on the machine. */
export interface CompletionFacts {
  readonly commands: readonly CommandEntry[];
  readonly topics: readonly Candidate[];
  readonly list: (
    source: ListedSource,
    place: ValuePlace,
  ) => Promise<readonly Candidate[]>;
}

/** Nothing may come next, or nothing is known. */
export const NOTHING: Completion = { candidates: [], fromShell: null };

/** Lists the commands of the help; the others are for machines. */
export function listed(commands: readonly CommandEntry[]): Candidate[] {
  return commands.filter(({ group }) => group !== undefined)
    .map(({ name, summary }) => ({ value: name, help: summary }));
}

/**
 * Selects the candidates that begin with a word.
 *
 * @param word What is typed so far; empty selects all.
 * @param lead What precedes the word, put before each candidate.
 */
export function startingWith(
  word: string,
  candidates: readonly Candidate[],
  lead = "",
): Completion {
  const fitting = candidates.filter(({ value }) => value.startsWith(word));
  return {
    candidates: fitting.map(({ value, help }) => ({ value: lead + value, help })),
    fromShell: null,
  };
}

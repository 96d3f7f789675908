/**
 * Commands that may be run. Only this module makes them: of what the user typed, and of what the user
 * agreed to. Whatever runs a command that a project can supply takes one of these instead of a text,
 * so that a text of an agent, of another machine or of a file cannot get there.
 */
import type { Places } from "./places.ts";
import { hashContent, isTrusted, listUntrusted, type TrustNeed } from "./trust.ts";

class CheckedCommand {
  readonly #line: string;

  constructor(line: string) {
    this.#line = line;
  }

  /** The command line, as a shell reads it. */
  get line(): string {
    return this.#line;
  }
}

class Program {
  readonly #words: readonly string[];

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  /** The program and its arguments, which no shell reads. */
  get words(): readonly string[] {
    return this.#words;
  }
}

/** A command line that the user typed or agreed to. */
export type TrustedCommand = CheckedCommand;

/** A program with arguments that the user agreed to. */
export type TrustedProgram = Program;

/** CheckedCommand lines, by whether they may be run. */
export interface SortedCommands {
  readonly trusted: readonly TrustedCommand[];
  readonly untrusted: readonly string[];
}

/**
 * Sorts command lines by whether they may be run; the order stays.
 *
 * @param kind What they are for.
 * @param isForeign Whether they come from files that a stranger may have written (`needsTrust`). What
 * the user typed, or keeps in the home folder, does not.
 */
export async function sortCommands(
  places: Places,
  project: string,
  lines: readonly string[],
  { kind, isForeign }: { readonly kind: TrustNeed["kind"]; readonly isForeign: boolean },
): Promise<SortedCommands> {
  const needs = isForeign ? lines.map((line) => ({ kind, what: line, content: line })) : [];
  const found = await listUntrusted(places, project, needs);
  const untrusted = found.map(({ need }) => need.content);
  const isRefused = (line: string) => untrusted.includes(line);
  const trusted = lines.filter((line) => !isRefused(line)).map((line) => new CheckedCommand(line));
  return { trusted, untrusted };
}

/** Whether a program may be run, and the hash of what was agreed to. */
export interface JudgedProgram {
  readonly hash: string;
  /** Null where it is not trusted. */
  readonly program: TrustedProgram | null;
}

/**
 * Judges whether a program may be run.
 *
 * @param need What has to be trusted: the program's words, and what else makes it what it is.
 */
export async function judgeProgram(
  places: Places,
  project: string,
  { need, words }: { readonly need: TrustNeed; readonly words: readonly string[] },
): Promise<JudgedProgram> {
  const hash = await hashContent(need.kind, need.content);
  return { hash, program: isTrusted(places, hash, project) ? new Program(words) : null };
}

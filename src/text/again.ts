/** Makes the command lines that solve refusals, from the words that the user wrote. Pure. */
import { nameCommand, type Place } from "./command_name.ts";
import { showCommand } from "./shell_word.ts";

/** A command line that was refused. */
export interface RefusedLine {
  /** The names of its command, without the program's; empty if no command has the name. */
  readonly path: readonly string[];
  /** The words after the names. */
  readonly rest: readonly string[];
}

/**
 * Makes the words of a line that works, without the program's name, from the refused line; null if no
 * change of that line helps.
 */
export type Again = (line: RefusedLine) => readonly string[] | null;

/**
 * Makes a line that does not depend on the refused one.
 *
 * @param words The command and its arguments; an argument with spaces is one item.
 */
export function line(...words: readonly string[]): Again {
  return () => words;
}

/**
 * Repeats the line with more words.
 *
 * @param words Inserted before the user's words, which may be those of a task.
 */
export function adding(...words: readonly string[]): Again {
  return ({ path, rest }) => [...path, ...words, ...rest];
}

/** Repeats the line with another value of an option. */
export function giving(option: string, value: string | number): Again {
  return ({ path, rest }) => {
    const at = rest.findIndex((word) => word === option || word.startsWith(`${option}=`));
    const words = rest[at] === option ? 2 : 1;
    return [...path, ...at < 0 ? rest : rest.toSpliced(at, words, option, String(value))];
  };
}

/** Repeats the line without consecutive words; null if it has them in another form. */
export function without(...words: readonly string[]): Again {
  return ({ path, rest }) => {
    const at = rest.findIndex((_, place) => words.every((word, by) => rest[place + by] === word));
    return at < 0 ? null : [...path, ...rest.toSpliced(at, words.length)];
  };
}

/**
 * Repeats the line with a word replaced.
 *
 * @param written The word as it was written, or its part before or after `=`. A variable has it if the
 * line does not.
 */
export function replacing(written: string, meant: string): Again {
  return ({ path, rest }) => {
    const at = rest.findIndex((word) =>
      word === written || word.startsWith(`${written}=`) || word.endsWith(`=${written}`)
    );
    const word = rest[at];
    if (word === undefined) return null;
    const from = word.startsWith(written) ? 0 : word.length - written.length;
    const corrected = word.slice(0, from) + meant + word.slice(from + written.length);
    return [...path, ...rest.with(at, corrected)];
  };
}

/** Shows the line that solves a refusal, for the place where it is read; null if there is none. */
export function showLine(
  again: Again | undefined,
  refused: RefusedLine,
  place: Place,
): string | null {
  const words = again?.(refused) ?? null;
  return words && nameCommand(showCommand(words), place);
}

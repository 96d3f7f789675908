/** Quotes words for a POSIX shell, and commands in a sentence. */
import { nameFirst, oneLine } from "./shorten.ts";

/** Quotes a word in single quotes, so that a POSIX shell takes it unchanged. */
export function quoteWord(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * Quotes a word for a command line that people read; a word of plain characters stays as it is.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(quoteForShell("docs/plan.md"), "docs/plan.md");
 * assertEquals(quoteForShell("my plan.md"), "'my plan.md'");
 * ```
 */
export function quoteForShell(word: string): string {
  return /^[\w@%+:,./-]+$/.test(word) ? word : quoteWord(word);
}

/**
 * Renders a command for people to paste.
 *
 * @param command Its words, quoted so that no file name in them can become another command.
 *
 * @example A name that a shell would run
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(showCommand(["git", "log", "$(touch x)"]), "git log '$(touch x)'");
 * ```
 */
export function showCommand(command: readonly string[]): string {
  return command.map(quoteForShell).join(" ");
}

const MOST = 3;
const CHARACTERS = 60;

/**
 * Quotes commands, each once and shortened.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(quoteCommands(["npm test", "npm test"]), "`npm test`");
 * assertEquals(quoteCommands(["a", "b", "c", "d"]), "`a`, `b`, `c` and 1 more");
 * ```
 */
export function quoteCommands(lines: readonly string[]): string {
  return nameFirst([...new Set(lines)], MOST, (line) => `\`${oneLine(line, CHARACTERS)}\``);
}

/** Words for a POSIX shell. */

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

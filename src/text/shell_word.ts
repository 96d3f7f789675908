/**
 * Words for a POSIX shell.
 *
 * @module
 */

/** Quotes a word, so that a shell takes it as it is. */
export function quoteWord(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

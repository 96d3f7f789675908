/**
 * An agent's command line, split as a shell splits it and never run by one.
 *
 * @module
 */

/** What splitting gave. */
export type SplitCommand =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "bad"; readonly why: string };

/**
 * Splits a command line by the shell's rules for quotes and backslashes. Nothing is expanded.
 *
 * @param line The command line.
 * @returns Its words; `bad` where a quote is never closed.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(splitCommand(`"my agent" --model 'a b'`), {
 *   kind: "words",
 *   words: ["my agent", "--model", "a b"],
 * });
 * ```
 */
export function splitCommand(line: string): SplitCommand {
  const words: string[] = [];
  let word: string | null = null;
  let quote: "'" | '"' | null = null;
  for (let index = 0; index < line.length; index++) {
    const sign = line.charAt(index);
    if (quote === "'") {
      if (sign === "'") quote = null;
      else word += sign;
    } else if (sign === "\\" && (quote === null || /["\\$`]/.test(line.charAt(index + 1)))) {
      word = (word ?? "") + line.charAt(++index);
    } else if (quote === '"') {
      if (sign === '"') quote = null;
      else word += sign;
    } else if (sign === "'" || sign === '"') {
      quote = sign;
      word ??= "";
    } else if (/\s/.test(sign)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? "") + sign;
    }
  }
  if (quote !== null) return { kind: "bad", why: `a ${quote} is never closed` };
  if (word !== null) words.push(word);
  return { kind: "words", words };
}

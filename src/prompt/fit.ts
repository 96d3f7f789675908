/** Keeps a prompt and its parts below a length, and counts what is left out. */

import { headOf } from "../text/shorten.ts";

/** The client replaces longer additional context by a preview and a file path. */
export const MAX_PROMPT_CHARACTERS = 10_000;

/**
 * Cuts a prompt in its middle, where the long lists are, and says how much is missing.
 *
 * @param max The maximum UTF-16 units of the result.
 */
export function fitPrompt(text: string, max = MAX_PROMPT_CHARACTERS): string {
  if (text.length < max) return text;
  const note = (left: number) => `\n\n[… ${left} characters left out …]\n\n`;
  const kept = max - note(text.length).length - 1;
  const head = Math.floor(kept * 0.7);
  const tail = kept - head;
  return headOf(text, head) + note(text.length - head - tail) +
    text.slice(text.length - tail).replace(/^[\uDC00-\uDFFF]/, "");
}

/**
 * Cuts the end of a text.
 *
 * @param max The maximum UTF-16 units of it to keep.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = headOf(text, max);
  return `${head}… (+${text.length - head.length} characters)`;
}

/**
 * Shortens a list and each of its texts.
 *
 * @param texts The texts, the most important first.
 * @param maxCharacters The maximum UTF-16 units of each.
 * @returns The texts, followed by the number of those left out, if any.
 */
export function fitList(texts: readonly string[], most: number, maxCharacters: number): string[] {
  const kept = texts.slice(0, most).map((text) => cutText(text, maxCharacters));
  const rest = texts.length - kept.length;
  return rest > 0 ? [...kept, `… and ${rest} more`] : kept;
}

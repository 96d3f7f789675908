/**
 * Keeps a prompt, and what goes into it, below a length; what is left out is always counted.
 *
 * @module
 */

import { headOf } from "../text/shorten.ts";

/** The client turns longer additional context into a preview and a file path. */
export const MAX_PROMPT_CHARACTERS = 10_000;

/**
 * Cuts a prompt in its middle, where the long lists stand, and says how much is missing.
 *
 * @param text The whole prompt.
 * @param max The most UTF-16 units to return.
 */
export function fitPrompt(text: string, max = MAX_PROMPT_CHARACTERS): string {
  if (text.length < max) return text;
  const note = (left: number) => `\n\n[… ${left} characters left out …]\n\n`;
  const room = max - note(text.length).length - 1;
  const head = Math.floor(room * 0.7);
  const tail = room - head;
  return headOf(text, head) + note(text.length - head - tail) +
    text.slice(text.length - tail).replace(/^[\uDC00-\uDFFF]/, "");
}

/**
 * Cuts the end of a text.
 *
 * @param text Any text; its lines stay lines.
 * @param max The most UTF-16 units of it to keep.
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
 * @param most How many to keep.
 * @param maxCharacters The most UTF-16 units of each.
 * @returns The texts; the last one is the count of those left out, where there are any.
 */
export function fitList(texts: readonly string[], most: number, maxCharacters: number): string[] {
  const kept = texts.slice(0, most).map((text) => cutText(text, maxCharacters));
  const rest = texts.length - kept.length;
  return rest > 0 ? [...kept, `… and ${rest} more`] : kept;
}

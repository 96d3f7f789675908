/** Keeps a prompt and its parts below a length, and counts what is left out. */

import { headOf } from "../text/shorten.ts";

/** The client replaces longer additional context by a preview and a file path. */
export const MAX_PROMPT_CHARACTERS = 10_000;

/** Cuts a prompt in its middle, where the long lists are, and says how much is missing. */
export function fitPrompt(text: string): string {
  if (text.length < MAX_PROMPT_CHARACTERS) return text;
  const note = (left: number) => `\n\n[… ${left} characters left out …]\n\n`;
  const kept = MAX_PROMPT_CHARACTERS - note(text.length).length - 1;
  const head = Math.floor(kept * 0.7);
  const tail = kept - head;
  return headOf(text, head) + note(text.length - head - tail) +
    text.slice(text.length - tail).replace(/^[\uDC00-\uDFFF]/, "");
}

/**
 * Shortens a list.
 *
 * @param items The items, the most important first.
 * @param show Makes the line of an item.
 * @returns The lines, followed by the number of those left out, if any.
 */
export function fitList<T>(
  items: readonly T[],
  most: number,
  show: (item: T) => string,
): string[] {
  const lines = items.slice(0, most).map(show);
  const rest = items.length - lines.length;
  return rest > 0 ? [...lines, `… and ${rest} more`] : lines;
}

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

/**
 * Keeps a prompt below the client's limit for additional context.
 *
 * @module
 */

/** The client turns longer additional context into a preview and a file path (contract §4). */
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
  const cut = text.slice(0, head).replace(/[\uD800-\uDBFF]$/, "") +
    note(text.length - head - tail) +
    text.slice(text.length - tail).replace(/^[\uDC00-\uDFFF]/, "");
  return cut;
}

/**
 * How deep a JSON text nests, before anybody parses it: what walks over a parsed value does so by
 * recursion, and 20,000 levels end the stack.
 *
 * @module
 */

/** No configuration and no record nests deeper. */
const MOST_LEVELS = 100;

/** What is said of a text that does. */
export const TOO_DEEP = `it nests deeper than ${MOST_LEVELS} levels`;

/**
 * Whether a text nests too deep. Brackets in strings do not count; comments may be in it.
 *
 * @param text JSON, or what should be.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(isTooDeep("[".repeat(101)), true);
 * assertEquals(isTooDeep(`["${"[".repeat(101)}"]`), false);
 * ```
 */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) isString = false;
    } else if (code === QUOTE) isString = true;
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      if (++depth > MOST_LEVELS) return true;
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth--;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * The columns of a text, by the rules of `@std/cli/unicode-width`: each code point by itself, so that
 * joined pictures count as their parts.
 *
 * @module
 */
import { eastAsianWidth } from "get-east-asian-width";

/** Accents, joiners and control characters, which take no column of their own. */
const WITHOUT_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u;

/**
 * Calculates how many columns of a terminal a text takes. Escape sequences have to be removed before.
 *
 * @param str The text.
 * @returns The number of columns.
 */
export function unicodeWidth(str: string): number {
  let columns = 0;
  for (const character of str) {
    if (!WITHOUT_WIDTH.test(character)) columns += eastAsianWidth(character.codePointAt(0)!);
  }
  return columns;
}

/** Markup within lines: removes it to show text, or to judge it. */
import { findCodeSpans, replaceCodeSpans } from "./code_spans.ts";

const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;

/**
 * Renders a line as plain text.
 *
 * @returns The text without markup and comments, on one line.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(toPlainText("**Read** `a_b_c` in [the docs](x.md)"), "Read a_b_c in the docs");
 * ```
 */
export function toPlainText(source: string): string {
  let text = "";
  let from = 0;
  for (const { start, end, code } of source.includes("`") ? findCodeSpans(source) : []) {
    text += withoutMarks(source.slice(from, start)) + code.trim();
    from = end;
  }
  return (text + withoutMarks(source.slice(from))).replace(/\s+/g, " ").trim();
}

/**
 * Cuts inline code and comments out of a text.
 *
 * @param replace Returns the replacement of each piece.
 */
export function withoutCode(source: string, replace: (cut: string) => string): string {
  const text = source.replace(COMMENT, replace);
  return replaceCodeSpans(text, ({ start, end }) => replace(text.slice(start, end)));
}

/** Removes emphasis from a text: `**a**`, `__a__`, `*a*`, `~~a~~`. */
export function withoutEmphasis(source: string): string {
  // Marks further apart are not a pair. This limit keeps broken markup from taking seconds.
  return source.replace(/(\*\*|__|~~)(?=\S)(.{0,300}?\S)\1/gs, "$2")
    .replace(/(?<![\w*])([*_])(?=\S)([^*_]{0,300}?\S)\1(?![\w*])/gs, "$2");
}

function withoutMarks(source: string): string {
  return withoutEmphasis(
    source.replace(COMMENT, " ").replace(/!?\[([^[\]\n]{0,300})\]\([^()\n]{0,1000}\)/g, "$1"),
  );
}

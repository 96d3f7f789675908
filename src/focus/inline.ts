/**
 * Markup within lines: taken off to show words, or cut out to judge them.
 *
 * @module
 */

/** Marks further apart than this are no pair: it keeps broken markup from costing seconds. */
const CODE = /(?<!`)(`+)(?!`)([\s\S]{0,1000}?[^`])\1(?!`)/g;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;

/**
 * Gives the words of a line as a reader sees them.
 *
 * @param source The line as written.
 * @returns The same without marks for code, emphasis, links and comments, on one line.
 */
export function toPlainText(source: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const code of source.matchAll(CODE)) {
    parts.push(withoutMarks(source.slice(from, code.index)), code[2]!.trim());
    from = code.index + code[0].length;
  }
  parts.push(withoutMarks(source.slice(from)));
  return parts.join("").replace(/\s+/g, " ").trim();
}

/**
 * Cuts inline code and comments out of a text.
 *
 * @param source The text as written.
 * @param replace Gives what stands in place of each piece.
 */
export function withoutCode(source: string, replace: (cut: string) => string): string {
  return source.replace(COMMENT, replace).replace(CODE, replace);
}

/** Takes emphasis off a text: `**a**`, `__a__`, `*a*`, `~~a~~`. */
export function withoutEmphasis(source: string): string {
  return source.replace(/(\*\*|__|~~)(?=\S)(.{0,300}?\S)\1/gs, "$2")
    .replace(/(?<![\w*])([*_])(?=\S)([^*_]{0,300}?\S)\1(?![\w*])/gs, "$2");
}

function withoutMarks(source: string): string {
  return withoutEmphasis(
    source.replace(COMMENT, " ").replace(/!?\[([^[\]\n]{0,300})\]\([^()\n]{0,1000}\)/g, "$1"),
  );
}

/**
 * TODO, FIXME, XXX and HACK in comments. Pure.
 *
 * @module
 */

/** How many, how much they weigh, and the line of the first. */
export type Remarks = readonly [count: number, weight: number, firstLine: number];

/** Only behind a sign that begins a comment: a list of words or a text that holds one is no remark. */
const REMARK = /(?:\/\/|\/\*|^\s*\*|#|--|<!--|;;|%|"""|''')[^\n"'`]*?\b(TODO|FIXME|XXX|HACK)\b/;
const WORD = /TODO|FIXME|XXX|HACK/;

/** More of a line is data. */
const LINE_CHARACTERS = 1_000;

/**
 * Counts the remarks of a source file.
 *
 * @param text its text
 * @returns null where it has none; a FIXME, XXX or HACK weighs as much as two TODO
 */
export function countRemarks(text: string): Remarks | null {
  if (!WORD.test(text)) return null;
  let count = 0;
  let weight = 0;
  let first = 0;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.length > LINE_CHARACTERS || !WORD.test(line)) continue;
    const word = REMARK.exec(line)?.[1];
    if (word === undefined) continue;
    if (count === 0) first = index + 1;
    count++;
    weight += word === "TODO" ? 1 : 2;
  }
  return count === 0 ? null : [count, weight, first];
}

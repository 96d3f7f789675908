/**
 * Lines of a full-screen view: pieces of text with their tones, wrapped and cut by columns. Pure.
 */
import { countColumns, fitColumns, takeColumns } from "../../text/columns.ts";
import { makeVisible } from "../../text/show_text.ts";

type Tone = "bold" | "dim" | "red" | "green" | "yellow" | "inverse";

/** A piece of text in its tones. */
export interface Span {
  readonly text: string;
  readonly tones: readonly Tone[];
}

/** One row of the screen. */
export type Line = readonly Span[];

const CODES: Readonly<Record<Tone, number>> = {
  bold: 1,
  dim: 2,
  inverse: 7,
  red: 31,
  green: 32,
  yellow: 33,
};

/**
 * Makes a piece of text, which may come from an agent or a file: what a terminal would obey becomes
 * visible, line ends become spaces.
 */
export function span(text: string, ...tones: readonly Tone[]): Span {
  return { text: makeVisible(text).replaceAll(/\s/g, " "), tones };
}

/** Returns a line's text without its tones. */
export function plainLine(line: Line): string {
  return line.map(({ text }) => text).join("");
}

/** Counts the columns of a line. */
export function widthOf(line: Line): number {
  return countColumns(plainLine(line));
}

/** Cuts a line to some columns; an ellipsis shows that something is missing. */
export function fitLine(line: Line, columns: number): Line {
  if (widthOf(line) <= columns) return line;
  const kept: Span[] = [];
  let left = columns;
  for (const { text, tones } of line) {
    const width = countColumns(text);
    if (width >= left) {
      // One more character makes the ellipsis appear where the span itself just fits.
      return [...kept, { text: fitColumns(width === left ? `${text} …` : text, left), tones }];
    }
    kept.push({ text, tones });
    left -= width;
  }
  return kept;
}

/**
 * Wraps a line at spaces; a word wider than a row is cut into rows.
 *
 * @param columns The most columns of a row, at least 1.
 * @param mostRows The most rows; the last one ends with an ellipsis where more would follow.
 * @returns At least one row.
 *
 * @example Tones stay with their words
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const rows = wrapLine([span("a red", "red"), span(" and a plain word")], 9, 9);
 * assertEquals(rows.map(plainLine), ["a red and", "a plain", "word"]);
 * ```
 */
export function wrapLine(line: Line, columns: number, mostRows: number): Line[] {
  const rows: Span[][] = [[]];
  let width = 0;
  const add = (text: string, tones: readonly Tone[]) => {
    rows.at(-1)?.push({ text, tones });
    width += countColumns(text);
  };
  const breakRow = () => {
    rows.push([]);
    width = 0;
  };
  for (const { words, spaces } of splitWords(line)) {
    const length = widthOf(words);
    if (width > 0 && width + spaces.text.length + length > columns) breakRow();
    else if (width > 0) add(spaces.text, spaces.tones);
    for (const piece of words) {
      let { text } = piece;
      while (width + countColumns(text) > columns) {
        // A character that is wider than the row cannot be cut.
        const head = takeColumns(text, columns - width) || (width > 0 ? "" : text);
        if (head !== "") add(head, piece.tones);
        text = text.slice(head.length);
        if (text === "") break;
        breakRow();
      }
      if (text !== "") add(text, piece.tones);
    }
  }
  if (rows.length <= mostRows) return rows;
  const last = [...rows[mostRows - 1] ?? [], { text: " …", tones: [] }];
  return [...rows.slice(0, mostRows - 1), widthOf(last) <= columns ? last : fitLine(last, columns)];
}

/** A word may consist of spans: `7` in bold, then `,`. */
function splitWords(line: Line): { spaces: Span; words: Span[] }[] {
  const all: { spaces: Span; words: Span[] }[] = [];
  let isOpen = false;
  for (const { text, tones } of line) {
    for (const piece of text.match(/ +|[^ ]+/g) ?? []) {
      if (piece.startsWith(" ")) {
        all.push({ spaces: { text: piece, tones }, words: [] });
        isOpen = true;
      } else if (isOpen) all.at(-1)?.words.push({ text: piece, tones });
      else {
        all.push({ spaces: { text: "", tones: [] }, words: [{ text: piece, tones }] });
        isOpen = true;
      }
    }
  }
  return all.filter(({ words }) => words.length > 0);
}

/**
 * Renders a line for a terminal.
 *
 * @param hasColor Whether its colours are shown; without them, only bold and inverse are.
 */
export function renderLine(line: Line, hasColor: boolean): string {
  return line.map(({ text, tones }) => {
    const codes = tones.filter((tone) => hasColor || tone === "bold" || tone === "inverse")
      .map((tone) => CODES[tone]);
    return codes.length === 0 || text === "" ? text : `\x1b[${codes.join(";")}m${text}\x1b[0m`;
  }).join("");
}

/** Reads tables with pipes from the paragraphs that contain them. */

/** A table; its rows are split on demand. */
export interface Table {
  readonly head: readonly string[];
  rows(): TableRow[];
}

/** One row of a table. */
interface TableRow {
  readonly cells: readonly string[];
  /** Number of lines below the paragraph's first line. */
  readonly offset: number;
}

const DELIMITER = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?$|^\|[ \t]*:?-+:?[ \t]*\|$/;
/** Maximum number of lines of prose above a table. */
const MAX_ABOVE = 50;
/** Maximum number of rows; no plan has a longer table. */
const MAX_ROWS = 5_000;

/** Reads the first table of a paragraph. @returns The table, or null without one. */
export function readTable(source: string): Table | null {
  if (!source.includes("|")) return null;
  const lines = source.split("\n", MAX_ABOVE + MAX_ROWS);
  const rule = lines.slice(0, MAX_ABOVE)
    .findIndex((line, index) => index > 0 && DELIMITER.test(line.trim()));
  if (rule === -1) return null;
  const toRow = (line: string, index: number) => ({
    cells: toCells(line),
    offset: rule + 1 + index,
  });
  return {
    head: toCells(lines[rule - 1]!),
    rows: () => lines.slice(rule + 1).map(toRow).filter(({ cells }) => cells.length > 1),
  };
}

/** Splits a row into cells. Escaped pipes stay in their cell. */
function toCells(line: string): string[] {
  return line.trim().replace(/^\||(?<!\\)\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim());
}

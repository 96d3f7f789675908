/** Tables with pipes, cut out of the paragraph they are in. */

/** A table; its rows are cut when they are asked for. */
export interface Table {
  readonly head: readonly string[];
  rows(): TableRow[];
}

/** One row of a table. */
interface TableRow {
  readonly cells: readonly string[];
  /** Lines below the paragraph's first. */
  readonly offset: number;
}

const DELIMITER = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?$|^\|[ \t]*:?-+:?[ \t]*\|$/;
/** Prose may be above a table, but not much: lines. */
const MAX_ABOVE = 50;
/** Nobody plans in longer tables: rows. */
const MAX_ROWS = 5_000;

/** Reads the first table of a paragraph. @returns The table, or null for none. */
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

/** Escaped pipes stay in their cell. */
function toCells(line: string): string[] {
  return line.trim().replace(/^\||(?<!\\)\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim());
}

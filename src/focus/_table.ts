/**
 * Tables with pipes, cut out of the paragraph that holds them.
 *
 * @module
 */

/** A table. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly {
    readonly cells: readonly string[];
    /** Lines below the paragraph's first. */
    readonly offset: number;
  }[];
}

const DELIMITER = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?$|^\|[ \t]*:?-+:?[ \t]*\|$/;

/**
 * Reads the first table of a paragraph.
 *
 * @param source The paragraph as written.
 * @returns The table, or null where there is none.
 */
export function readTable(source: string): Table | null {
  if (!source.includes("|")) return null;
  const lines = source.split("\n");
  const rule = lines.findIndex((line, index) => index > 0 && DELIMITER.test(line.trim()));
  if (rule === -1) return null;
  const rows = lines.slice(rule + 1).map((line, index) => ({
    cells: toCells(line),
    offset: rule + 1 + index,
  })).filter(({ cells }) => cells.length > 1);
  return { head: toCells(lines[rule - 1]!), rows };
}

/** Escaped pipes stay in their cell. */
function toCells(line: string): string[] {
  return line.trim().replace(/^\||(?<!\\)\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim());
}

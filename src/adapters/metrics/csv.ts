/**
 * Tables of comma-separated values (RFC 4180): quotes, CRLF, a byte order mark, and a last line that
 * is still being written. Pure.
 *
 * No library: a hook would load it whenever a table changed, and none reports whether the last row is
 * complete, accepts an unclosed quote, and guesses the separator from the header.
 */

interface Table {
  readonly columns: readonly string[];
  /** Cells in the columns' order; a row may have too few or too many. */
  readonly rows: readonly (readonly string[])[];
  /** Whether the last row ends with a line break. */
  readonly isLastRowWhole: boolean;
}

/**
 * Reads a table.
 *
 * @param text The file's text; the separator is that of its first line: comma, semicolon or tab.
 * @returns Columns and rows; empty lines are left out.
 */
export function readTable(text: string): Table {
  const body = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const header = body.slice(0, body.indexOf("\n") >>> 0);
  const count = (sign: string) => header.split(sign).length;
  const separator = [",", ";", "\t"].reduce((most, sign) =>
    count(sign) > count(most) ? sign : most
  );
  const stop = new RegExp(`${separator}|\n|$`, "g");
  const rows: string[][] = [];
  let row: string[] = [];
  let isOpen = false;
  for (let at = 0; isOpen || at < body.length;) {
    const isQuoted = body[at] === '"';
    // Text between a closing quote and the separator is ignored.
    stop.lastIndex = isQuoted ? closingQuote(body, at) : at;
    const textEnd = stop.lastIndex;
    const { 0: sign, index } = stop.exec(body)!;
    row.push(
      isQuoted ? body.slice(at + 1, textEnd).replaceAll('""', '"') : body.slice(at, index).trim(),
    );
    at = index + 1;
    isOpen = sign === separator;
    if (isOpen) continue;
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
  }
  const [columns = [], ...cells] = rows;
  return {
    columns: columns.map((name) => name.trim()),
    rows: cells,
    isLastRowWhole: body.endsWith("\n"),
  };
}

/** An odd number of adjacent quotes closes the text; an unclosed quote takes the rest. */
function closingQuote(text: string, start: number): number {
  const quotes = /"+/g;
  quotes.lastIndex = start + 1;
  for (let match = quotes.exec(text); match !== null; match = quotes.exec(text)) {
    if (match[0].length % 2 === 1) return quotes.lastIndex - 1;
  }
  return text.length;
}

/**
 * Tables of comma-separated values (RFC 4180): quotes, CRLF, a byte order mark, and a last line that
 * somebody is still writing. Pure.
 *
 * @module
 */

/** A table. */
export interface Table {
  readonly columns: readonly string[];
  /** Cells in the columns' order; a row may have too few or too many. */
  readonly rows: readonly (readonly string[])[];
  /** Whether the last row has its line end. */
  readonly isLastRowWhole: boolean;
}

/**
 * Reads a table.
 *
 * @param text the file's text; the separator is that of its first line: comma, semicolon or tab
 * @returns columns and rows; empty lines are left out
 */
export function readTable(text: string): Table {
  const whole = text.startsWith("\ufeff") ? text.slice(1) : text;
  const separator = _separatorOf(whole);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < whole.length) {
    const cell = _cellAt(whole, at, separator);
    row.push(cell.text);
    at = cell.end;
    if (whole[at] === separator) {
      at++;
      if (at === whole.length) row.push("");
      continue;
    }
    // Between `\r` and `\n` stands an empty line, which is left out.
    at++;
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  const [columns = [], ...body] = rows;
  return {
    columns: columns.map((name) => name.trim()),
    rows: body,
    isLastRowWhole: /[\r\n]$/.test(whole),
  };
}

function _separatorOf(text: string): string {
  const header = /^[^\r\n]*/.exec(text)?.[0] ?? "";
  const counts = [",", ";", "\t"].map((sign) => [sign, header.split(sign).length] as const);
  return counts.reduce((most, one) => one[1] > most[1] ? one : most)[0];
}

function _cellAt(
  text: string,
  start: number,
  separator: string,
): { readonly text: string; readonly end: number } {
  if (text[start] !== '"') {
    const end = _endOfPlain(text, start, separator);
    return { text: text.slice(start, end).trim(), end };
  }
  let content = "";
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    // A quote that is never closed: the file ends inside the cell.
    if (quote < 0) return { text: content + text.slice(at), end: text.length };
    content += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      return { text: content, end: _endOfPlain(text, quote + 1, separator) };
    }
    content += '"';
    at = quote + 2;
  }
}

function _endOfPlain(text: string, start: number, separator: string): number {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") {
    end++;
  }
  return end;
}

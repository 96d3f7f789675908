/** Tables of a page. Pure. */
import { type Markup, markup, type MarkupPart } from "./markup.ts";

/** The classes of cells: numbers are on the right, times in one line, texts wide. */
const CLASSES = { number: "n", time: "t", text: "w", word: "" } as const;

/** A column of a table. */
export type Column<Row> = readonly [
  name: string,
  kind: keyof typeof CLASSES,
  cell: (row: Row) => MarkupPart,
];

/**
 * Makes a table that can be scrolled sideways with the keyboard.
 *
 * @param columns The columns; the first names the row.
 */
export function tableOf<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Markup {
  const classOf = (kind: Column<Row>[1]) =>
    CLASSES[kind] === "" ? markup`` : markup` class="${CLASSES[kind]}"`;
  const cells = (row: Row) =>
    columns.map(([, kind, cell]) => markup`<td${classOf(kind)}>${cell(row)}</td>`);
  return markup`<div class="scroll" role="region" aria-label="Table: ${name}" tabindex="0"><table>
<caption>${name}</caption>
<thead><tr>${
    columns.map(([name, kind]) => markup`<th scope="col"${classOf(kind)}>${name}</th>`)
  }</tr></thead>
<tbody>
${
    rows.map((row) =>
      markup`<tr>${cells(row)}</tr>
`
    )
  }</tbody></table></div>`;
}

/**
 * Makes a table that is shown on request.
 *
 * @param columns The columns: their heads and how a cell is shown.
 */
export function foldedTable<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Markup {
  return markup`<details><summary>${name} as a table</summary>
${tableOf(name, columns, rows)}</details>`;
}

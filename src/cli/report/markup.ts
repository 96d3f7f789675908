/** Makes HTML whose texts are escaped, and its tables. Pure. */
import { makeVisible } from "../../text/show_text.ts";

/** HTML that is safe to put into a page. */
export class Markup {
  constructor(readonly text: string) {}
}

/** A value in a template; null and false are left out. */
export type MarkupPart = Markup | string | number | null | false | readonly MarkupPart[];

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Makes HTML from a template. Texts are escaped, including in quoted attributes, and their invisible
 * characters become visible.
 */
export function markup(texts: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return new Markup(
    texts.map((text, at) => text + (at < parts.length ? render(parts[at]!) : ""))
      .join(""),
  );
}

function render(part: MarkupPart): string {
  if (part === null || part === false) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "object") return part.map(render).join("");
  return makeVisible(String(part)).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}

/** Makes a section of the page with its heading. */
export function section(id: string, title: string, content: MarkupPart): Markup {
  return markup`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${content}</section>`;
}

/**
 * Makes a section that the reader can unfold.
 *
 * @param short A short description next to its title.
 * @param content The content; null if the short description is everything.
 */
export function foldedSection(
  id: string,
  title: string,
  short: string,
  content: MarkupPart,
): Markup {
  const head = markup`<h2 id="${id}">${title}</h2> <span class="lead">${short}</span>`;
  return markup`<section aria-labelledby="${id}">${
    content === null
      ? markup`<div class="part">${head}</div>`
      : markup`<details class="part"><summary>${head}</summary>
${content}</details>`
  }</section>`;
}

/** Makes a paragraph that introduces the content, or tells that there is none. */
export function lead(text: string): Markup {
  return markup`<p class="lead">${text}</p>`;
}

/** Makes a list of lines. */
export function listOf(lines: readonly MarkupPart[]): Markup {
  return markup`<ul>${lines.map((line) => markup`<li>${line}</li>`)}</ul>`;
}

/** The attributes of cells: numbers are right-aligned, times stay on one line, texts are wide. */
const CLASSES = {
  number: markup` class="n"`,
  time: markup` class="t"`,
  text: markup` class="w"`,
  word: null,
} as const;

/** A column of a table; null is shown as unknown. */
export type Column<Row> = readonly [
  name: string,
  kind: keyof typeof CLASSES,
  cell: (row: Row) => MarkupPart,
];

/** The text in place of an unknown value. */
export const UNKNOWN = markup`<span class="unknown">unknown</span>`;

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
  const cells = (row: Row) =>
    columns.map(([, kind, cell]) => markup`<td${CLASSES[kind]}>${cell(row) ?? UNKNOWN}</td>`);
  return markup`<div class="scroll" role="region" aria-label="Table: ${name}" tabindex="0"><table>
<caption>${name}</caption>
<thead><tr>${
    columns.map(([name, kind]) => markup`<th scope="col"${CLASSES[kind]}>${name}</th>`)
  }</tr></thead>
<tbody>
${
    rows.map((row) =>
      markup`<tr>${cells(row)}</tr>
`
    )
  }</tbody></table></div>`;
}

/** Makes content that the reader can unfold. */
export function folded(title: string, content: Markup): Markup {
  return markup`<details><summary>${title}</summary>
${content}</details>`;
}

const WIDE_PX = 928;
const NARROW_PX = 340;

/**
 * Makes a chart in a wide and a narrow version.
 *
 * @param summary The content of the chart, for people who cannot see it.
 */
export function chart(summary: string, draw: (width: number) => Markup): Markup {
  return markup`<figure><div role="img" aria-label="${summary}"><div class="wide">${
    draw(WIDE_PX)
  }</div><div class="narrow">${draw(NARROW_PX)}</div></div></figure>
`;
}

/**
 * Draws what a program printed on a terminal as an animated SVG without scripts and fonts of its own, so
 * that a page that shows it as an image plays it. Pure.
 *
 * @module
 */

/** A piece of a row in one style. */
interface Piece {
  readonly text: string;
  /** Classes of the style sheet. */
  readonly classes: readonly string[];
}

/** A row of the terminal. */
export type Row = readonly Piece[];

/** A terminal's size in characters. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** How the terminal is drawn. */
export interface TerminalView extends TerminalSize {
  readonly title: string;
}

const CELL_PX = 8.4;
const ROW_PX = 19;
const PADDING_PX = 14;
/** Time to read a row, and an empty row as a pause between two parts, milliseconds. */
const ROW_MS = 260;
const PART_MS = 1_100;
/** Time for which each screen stays, milliseconds. */
const SCREEN_MS = 1_600;
/** Time for which the end stays, milliseconds. */
const END_MS = 8_000;

/** The effects of the codes of a style sequence; 0 and the "off" codes remove a class. */
const STYLES: Readonly<Record<string, readonly [add: string | null, remove: readonly string[]]>> = {
  "0": [null, ["bold", "dim", "red", "green", "yellow"]],
  "1": ["bold", []],
  "2": ["dim", []],
  "22": [null, ["bold", "dim"]],
  "31": ["red", ["green", "yellow"]],
  "32": ["green", ["red", "yellow"]],
  "33": ["yellow", ["red", "green"]],
  "39": [null, ["red", "green", "yellow"]],
  // The terminal's own background.
  "49": [null, []],
};

/**
 * Reads what a program printed into the rows of a terminal. The program may only print lines and styles.
 *
 * @throws {Error} At any other escape sequence or control character: it would be drawn wrongly.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const rows = readRows("\x1b[1mab\x1b[22mcd\r\n", 3);
 * assertEquals(rows.map((row) => row.map(({ text }) => text)), [["ab", "c"], ["d"]]);
 * ```
 */
export function readRows(printed: string, columns: number): Row[] {
  const rows: Piece[][] = [[]];
  let classes: readonly string[] = [];
  let column = 0;
  // deno-lint-ignore no-control-regex -- the sequences of a terminal
  for (const [token] of printed.matchAll(/\x1b\[[\d;]*m|\r?\n|[^]/gu)) {
    if (token.endsWith("\n")) {
      rows.push([]);
      column = 0;
    } else if (token.startsWith("\x1b[")) {
      for (const code of token.slice(2, -1).split(";")) classes = applyStyle(classes, code);
    } else {
      if (token < " ") throw new Error(`A character that is not drawn: ${JSON.stringify(token)}`);
      if (column === columns) {
        rows.push([]);
        column = 0;
      }
      addTo(rows.at(-1)!, token, classes);
      column += 1;
    }
  }
  return rows.at(-1)!.length === 0 ? rows.slice(0, -1) : rows;
}

function applyStyle(classes: readonly string[], code: string): readonly string[] {
  const style = STYLES[code === "" ? "0" : code];
  if (style === undefined) throw new Error(`A style that is not drawn: ${code}`);
  const [add, remove] = style;
  const kept = classes.filter((name) => !remove.includes(name) && name !== add);
  return add === null ? kept : [...kept, add];
}

function addTo(row: Piece[], text: string, classes: readonly string[]): void {
  const last = row.at(-1);
  if (last !== undefined && last.classes.join() === classes.join()) {
    row[row.length - 1] = { ...last, text: last.text + text };
  } else row.push({ text, classes });
}

/** Draws the rows: each appears after the one before, and the terminal scrolls. */
export function drawTerminal(rows: readonly Row[], view: TerminalView): string {
  // The first row is there from the beginning.
  const times = rows.slice(1).reduce<number[]>(
    (all, row) => [...all, all.at(-1)! + (row.length === 0 ? PART_MS : ROW_MS)],
    [0],
  );
  const totalMs = (times.at(-1) ?? 0) + END_MS;
  const steps = (name: string, offsetOf: (shown: number) => number) =>
    `@keyframes ${name}{${
      times.flatMap((atMs, index) => {
        const offset = offsetOf(index + 1);
        return index > 0 && offset === offsetOf(index)
          ? []
          : [`${percent(atMs / totalMs)}{transform:translateY(${offset}px)}`];
      }).join("")
    }to{transform:translateY(${offsetOf(rows.length)}px)}}
.${name}{transform:translateY(${offsetOf(rows.length)}px);${playing(name, totalMs)}}`;
  const style = [
    steps("scroll", (shown) => -Math.max(0, shown - view.rows) * ROW_PX),
    steps("cover", (shown) => shown * ROW_PX),
  ];
  return frame(
    view,
    style.join("\n"),
    `<g class="scroll">
${drawRows(rows)}
<rect class="cover" width="100%" height="${rows.length * ROW_PX}"/>
</g>`,
  );
}

/** Draws screens of a program that redraws all of it, one after the other. */
export function drawScreens(screens: readonly (readonly Row[])[], view: TerminalView): string {
  const totalMs = (screens.length - 1) * SCREEN_MS + END_MS;
  const share = (index: number) => percent(index * SCREEN_MS / totalMs);
  const style = screens.map((_, index) => {
    const name = `screen${index}`;
    const isLast = index === screens.length - 1;
    const before = index === 0 ? "" : "0%{visibility:hidden}";
    const after = isLast ? "to{visibility:visible}" : `${share(index + 1)},to{visibility:hidden}`;
    const still = isLast ? "visible" : "hidden";
    return `@keyframes ${name}{${before}${share(index)}{visibility:visible}${after}}
.${name}{visibility:${still};${playing(name, totalMs)}}`;
  });
  const drawn = screens.map((rows, index) =>
    `<g class="screen${index}">
${drawRows(rows)}
</g>`
  );
  return frame(view, style.join("\n"), drawn.join("\n"));
}

function playing(name: string, totalMs: number): string {
  return `animation:${name} ${totalMs / 1000}s step-end infinite`;
}

function frame(view: TerminalView, style: string, content: string): string {
  const width = Math.ceil(view.columns * CELL_PX + 2 * PADDING_PX);
  const height = view.rows * ROW_PX + 2 * PADDING_PX;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${
    escape(view.title)
  }">
<title>${escape(view.title)}</title>
<style>
${STYLE}
${style}
@media (prefers-reduced-motion:reduce){*{animation:none!important}}
</style>
<rect class="frame" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
<svg x="${PADDING_PX}" y="${PADDING_PX}" width="${width - 2 * PADDING_PX}" height="${
    height - 2 * PADDING_PX
  }">${content}</svg>
</svg>
`;
}

function drawRows(rows: readonly Row[]): string {
  return rows.map(drawRow).filter((row) => row !== "").join("\n");
}

/** Light and dark follow the reader's system. */
const STYLE = `:root{--back:#ffffff;--line:#d1d9e0;--text:#1f2328;--dim:#59636e;
--red:#cf222e;--green:#1a7f37;--yellow:#9a6700}
@media (prefers-color-scheme:dark){:root{--back:#0d1117;--line:#3d444d;--text:#f0f6fc;--dim:#9198a1;
--red:#ff7b72;--green:#56d364;--yellow:#e3b341}}
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:var(--text);white-space:pre}
.frame{fill:var(--back);stroke:var(--line)}.cover{fill:var(--back)}.bold{font-weight:700}
.dim{fill:var(--dim)}.red{fill:var(--red)}.green{fill:var(--green)}.yellow{fill:var(--yellow)}`;

function drawRow(row: Row, at: number): string {
  const text = row.map(({ text }) => text).join("");
  if (text.trim() === "") return "";
  const width = Math.round([...text].length * CELL_PX * 10) / 10;
  const pieces = row.map(({ classes, text }) =>
    classes.length === 0
      ? escape(text)
      : `<tspan class="${classes.join(" ")}">${escape(text)}</tspan>`
  ).join("");
  return `<text y="${
    at * ROW_PX + ROW_PX - 5
  }" textLength="${width}" xml:space="preserve">${pieces}</text>`;
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Reads the words of a drawing back, without the spaces between them. */
export function readWords(svg: string): string {
  return [...svg.matchAll(/<text [^>]*>(.*?)<\/text>/g)]
    .map(([, row = ""]) => row.replace(/<[^>]*>/g, "")).join("")
    .replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&")
    .replace(/\s+/g, "");
}

/**
 * The block in which `start`, `status`, the live view and a run show a loop: a label, then its text.
 * Pure.
 */
import { countColumns } from "./columns.ts";

/** Columns of the labels; the longest is a state, such as `WAITING FOR YOU`. */
export const LABEL_COLUMNS = 16;

/** Width below which a text continues below its label. */
const NARROW_COLUMNS = 60;

/** Columns of a row's text, if its label is next to it. */
export function textColumns(width: number): number {
  return Math.max(LABEL_COLUMNS, width - LABEL_COLUMNS);
}

/** Marks that take effect in a terminal; without colour each returns its text. */
type TextMark = (text: string) => string;

/** A row of the block; a text without a label continues the row above. */
export interface BlockRow {
  readonly label: string;
  readonly text: string;
  /** By default the label is dim and the text as it is. */
  readonly markLabel?: TextMark;
  readonly markText?: TextMark;
}

/** The options for showing a block. */
interface BlockView {
  readonly width: number;
  readonly style: { readonly dim: TextMark };
  /** Makes lines of at most some columns of a text: wraps it, or cuts it. */
  readonly fold: (text: string, columns: number) => readonly string[];
}

/** Renders the rows of a block; a text that fits keeps its gaps. */
export function renderBlock(rows: readonly BlockRow[], view: BlockView): string[] {
  const { fold, style, width } = view;
  const isNarrow = width < NARROW_COLUMNS;
  const column = isNarrow ? 2 : LABEL_COLUMNS;
  const indent = " ".repeat(column);
  return rows.flatMap(({ label, text, markLabel = style.dim, markText = (it) => it }) => {
    const lead = isNarrow && label !== "" ? `${label}  ` : "";
    const whole = `${lead}${text}`;
    const room = Math.max(8, width - column);
    const fits = countColumns(whole) <= (lead === "" ? room : width);
    const [first = "", ...rest] = fits ? [whole] : fold(whole, room);
    // Folding may have joined the gap behind the label.
    const own = lead === "" ? first : first.slice(label.length).trimStart();
    const head = isNarrow && label !== ""
      ? `${markLabel(label)}${own === "" ? "" : "  "}`
      : `${markLabel(label)}${
        " ".repeat(Math.max(label === "" ? 0 : 1, column - countColumns(label)))
      }`;
    return [`${head}${markText(own)}`, ...rest.map((line) => `${indent}${markText(line)}`)];
  });
}

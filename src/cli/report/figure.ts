/** A chart in a page: drawn wide and narrow, described in words, with its legend and table. Pure. */
import type { Chart, LegendEntry } from "./draw.ts";
import {
  type Column,
  folded,
  lead,
  type Markup,
  markup,
  type MarkupPart,
  tableOf,
} from "./markup.ts";

/** What a figure is made of. */
export interface FigureParts<Row> {
  readonly chart: Chart | null;
  /** What the chart shows, in words. */
  readonly summary: string;
  /** The same values as a table: its name, columns and rows. */
  readonly table: readonly [string, readonly Column<Row>[], readonly Row[]];
  /** Shown in place of a chart without a value. */
  readonly nothing: string;
}

const WIDE_PX = 928;
const NARROW_PX = 340;

/** Makes a figure; without a chart, a sentence. */
export function figureOf<Row>({ chart, summary, table, nothing }: FigureParts<Row>): Markup {
  if (chart === null) return lead(nothing);
  return markup`${lead(summary)}
${legendOf(chart.legend)}
<figure><div role="img" aria-label="${summary}"><div class="wide">${
    chart.draw(WIDE_PX)
  }</div><div class="narrow">${chart.draw(NARROW_PX)}</div></div></figure>
${folded(`${table[0]} as a table`, tableOf(...table))}`;
}

function legendOf(entries: readonly LegendEntry[]): MarkupPart {
  if (entries.length < 2) return null;
  return markup`<ul class="legend">${
    entries.map(({ name, color, form }) => {
      const [shape, style] = form === undefined
        ? ["", "background"]
        : [` line ${form}`, "border-color"];
      return markup`<li><span class="swatch${shape}" style="${style}:var(--${color})"></span>${name}</li>`;
    })
  }</ul>`;
}

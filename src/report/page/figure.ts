/** A chart in a page: drawn wide and narrow, described in words, with its legend. Pure. */
import type { Chart } from "../charts/draw.ts";
import { type Markup, markup, type MarkupPart } from "./markup.ts";

interface LegendEntry {
  readonly name: string;
  /** A variable of the style sheet, without its dashes. */
  readonly color: string;
  readonly form?: "area" | "line" | "dashed" | "dotted";
}

/** What a figure is made of. */
export interface FigureParts {
  readonly chart: Chart | null;
  /** What the chart shows, in words. */
  readonly summary: string;
  readonly legend: readonly LegendEntry[];
  /** The same values as a table. */
  readonly table: MarkupPart;
  /** Shown in place of a chart without a value. */
  readonly nothing: string;
}

const WIDE_PX = 928;
const NARROW_PX = 340;

/** Makes a figure; without a chart, a sentence. */
export function figureOf({ chart, summary, legend, table, nothing }: FigureParts): Markup {
  if (chart === null) return markup`<p class="lead">${nothing}</p>`;
  return markup`<p class="lead">${summary}</p>
${legendOf(legend)}
<figure><div role="img" aria-label="${summary}"><div class="wide">${
    chart(WIDE_PX)
  }</div><div class="narrow">${chart(NARROW_PX)}</div></div></figure>
${table}`;
}

function legendOf(entries: readonly LegendEntry[]): MarkupPart {
  if (entries.length < 2) return null;
  return markup`<ul class="legend">${
    entries.map(({ name, color, form = "area" }) => {
      const style = form === "area" ? "background" : "border-color";
      const shape = form === "area" ? "" : form === "line" ? " line" : ` line ${form}`;
      return markup`<li><span class="swatch${shape}" style="${style}:var(--${color})"></span>${name}</li>`;
    })
  }</ul>`;
}

/** A chart in a page: drawn wide and narrow, described in words, with its legend. Pure. */
import type { Chart } from "../charts/axes.ts";
import { Markup, markup, type Part } from "./markup.ts";

/** Draws a chart as SVG. */
export type Draw = (chart: Chart, frame: { readonly width: number; readonly id: string }) => string;

interface LegendEntry {
  readonly name: string;
  /** A variable of the style sheet, without its dashes. */
  readonly color: string;
  readonly form?: "area" | "line" | "dashed" | "dotted";
}

/** What a figure is made of. */
export interface FigureParts {
  /** Its own in the page. */
  readonly id: string;
  /** Makes the chart for a width in pixels. */
  readonly chart: (width: number) => Chart | null;
  /** What the chart shows, in words. */
  readonly summary: string;
  readonly legend: readonly LegendEntry[];
  /** The same values as a table. */
  readonly table: Part;
  /** Shown in place of a chart without a value. */
  readonly nothing: string;
}

const WIDE_PX = 928;
const NARROW_PX = 340;

/** Makes a figure; without a chart, a sentence. */
export function figureOf(
  { id, chart, summary, legend, table, nothing }: FigureParts,
  draw: Draw,
): Markup {
  const drawn = [["wide", WIDE_PX], ["narrow", NARROW_PX]] as const;
  const svgs = drawn.flatMap(([name, width]) => {
    const made = chart(width);
    return made === null ? [] : [
      new Markup(
        draw(made, { width, id: `${id}-${name}` }).replace("<svg ", `<svg class="${name}" `),
      ),
    ];
  });
  if (svgs.length === 0) return markup`<p class="lead">${nothing}</p>`;
  return markup`<p class="lead">${summary}</p>
${legendOf(legend)}
<figure><div role="img" aria-label="${summary}">${svgs}</div></figure>
${table}`;
}

function legendOf(entries: readonly LegendEntry[]): Part {
  if (entries.length < 2) return null;
  return markup`<ul class="legend">${
    entries.map(({ name, color, form = "area" }) => {
      const style = form === "area" ? "background" : "border-color";
      const shape = form === "area" ? "" : form === "line" ? " line" : ` line ${form}`;
      return markup`<li><span class="swatch${shape}" style="${style}:var(--${color})"></span>${name}</li>`;
    })
  }</ul>`;
}

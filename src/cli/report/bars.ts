/**
 * Draws bar charts as SVG. Colours are CSS variables of the page, so that one drawing suits light and
 * dark screens and print. Pure.
 */
import { type Markup, markup, type MarkupPart } from "./markup.ts";

/** A plot with a bar for each name. An unknown value is marked, so that it does not read as 0. */
export interface BarPlot {
  readonly name: string;
  /** The name of a variable in the style sheet, without its dashes. */
  readonly color: string;
  readonly values: readonly (number | null)[];
  /** The largest value of the axis; by default the largest of the bars. */
  readonly most?: number;
  readonly isWhole?: boolean;
  readonly format?: (value: number) => string;
}

/** Pixels around a plot, for its labels. */
export const MARGINS = { left: 60, right: 12, top: 8, bottom: 26 } as const;
const BARS_PX = 92;
const TITLE_PX = 26;
const WIDEST_BAR_PX = 18;
/** Maximum width of a character in a chart's texts, in pixels. */
export const CHARACTER_PX = 7;
/** Parts of the vertical axis. */
const SPLITS = 3;
/** Maximum number of marks; more would overlap. */
const MOST_MARKS = 40;

/** Makes the `svg` element, hidden from screen readers because the page describes it in text. */
export function svgOf(width: number, height: number, content: MarkupPart): Markup {
  return markup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true" focusable="false">${content}</svg>`;
}

/** Draws plots below one another, over the same names. */
export function drawBars(
  names: readonly string[],
  plots: readonly BarPlot[],
  width: number,
): Markup {
  const slot = (width - MARGINS.left - MARGINS.right) / names.length;
  const barPx = Math.min(WIDEST_BAR_PX, slot * 0.7);
  const middle = (index: number) => round(MARGINS.left + slot * (index + 0.5));
  const longest = Math.max(...names.map((name) => name.length)) * CHARACTER_PX + 8;
  const every = Math.ceil(longest / slot);
  const height = plots.length * (BARS_PX + TITLE_PX) + MARGINS.bottom;
  return svgOf(width, height, [
    plots.map((plot, index) => {
      const top = index * (BARS_PX + TITLE_PX) + TITLE_PX;
      const bottom = top + BARS_PX;
      const { name, color, values } = plot;
      const { axis, y } = numberAxis(plot, width, top);
      return [
        markup`<text x="${MARGINS.left}" y="${top - 10}" fill="var(--text)">${name}</text>`,
        axis,
        values.map((value, at) =>
          value === null
            ? values.length <= MOST_MARKS && labelAt(middle(at), bottom - 4, "?", width)
            : value > 0 &&
              drawBar([middle(at) - barPx / 2, y(value), barPx, bottom - y(value)], color)
        ),
      ];
    }),
    names.map((name, at) => at % every === 0 && labelAt(middle(at), height - 8, name, width)),
  ]);
}

/** Makes the vertical axis from 0 with its grid, and the place of each value in pixels. */
function numberAxis(
  { values, most: wanted, isWhole = false, format = String }: BarPlot,
  width: number,
  top: number,
): { readonly axis: MarkupPart; readonly y: (value: number) => number } {
  const most = Math.max(wanted ?? 0, ...values.map((value) => value ?? 0)) || 1;
  const power = 10 ** Math.floor(Math.log10(most / SPLITS));
  const nice = [1, 2, 2.5, 5, 10].map((factor) => factor * power)
    .find((each) => each >= most / SPLITS * 0.999)!;
  const step = isWhole ? Math.max(1, Math.ceil(nice)) : nice;
  const count = Math.max(1, Math.ceil(most / step - 0.001));
  const ticks = Array.from(
    { length: count + 1 },
    (_, index) => Number((index * step).toPrecision(9)),
  );
  const y = (value: number) => round(top + BARS_PX - value / (count * step) * BARS_PX);
  return {
    y,
    axis: ticks.map((value) => [
      markup`<path d="M${MARGINS.left} ${y(value)}H${width - MARGINS.right}" stroke="var(--${
        value === 0 ? "axis" : "grid"
      })"/>`,
      markup`<text x="${MARGINS.left - 8}" y="${
        y(value) + 4
      }" text-anchor="end" fill="var(--muted)">${format(value)}</text>`,
    ]),
  };
}

/** Makes a text centred at a position, or moved sideways if it would be cut off. */
export function labelAt(x: number, y: number, text: string, width: number): Markup {
  const half = text.length * CHARACTER_PX / 2;
  const [at, anchor] = x + half > width ? [width, "end"] : x < half ? [0, "start"] : [x, "middle"];
  return markup`<text x="${at}" y="${y}" text-anchor="${anchor}" fill="var(--muted)">${text}</text>`;
}

/**
 * Makes one bar.
 *
 * @param box Its upper left corner, width and height.
 * @param title The text shown while the pointer is on it.
 */
export function drawBar(
  box: readonly [number, number, number, number],
  color: string,
  title: string | null = null,
): Markup {
  const [x, y, width, height] = box.map(round);
  const start =
    markup`<rect x="${x!}" y="${y!}" width="${width!}" height="${height!}" fill="var(--${color})"`;
  return title === null ? markup`${start}/>` : markup`${start}><title>${title}</title></rect>`;
}

/** Rounds pixels to a visible precision. */
export function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

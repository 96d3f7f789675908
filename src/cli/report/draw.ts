/**
 * Draws charts as SVG: axes, lines, bars. Colours are CSS variables of the page, so that one drawing
 * fits light, dark and print. Pure, except for the machine's time zone.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../text/time.ts";
import { type Markup, markup, type MarkupPart } from "./markup.ts";

/** A chart, which is drawn for a width in pixels, and what its colours mean. */
export interface Chart {
  readonly legend: readonly LegendEntry[];
  readonly draw: (width: number) => Markup;
}

/** What a colour of a chart means. */
export interface LegendEntry {
  readonly name: string;
  /** A variable of the style sheet, without its dashes. */
  readonly color: string;
  /** How a line is drawn; default: an area. */
  readonly form?: keyof typeof DASHES;
}

/** A line of a chart; a null interrupts it. Dashed is what the others are compared with. */
interface ChartLine extends LegendEntry {
  readonly form: keyof typeof DASHES;
  readonly hasArea?: boolean;
  readonly points: readonly (readonly [atMs: number, value: number | null])[];
}

/** The wall time that a chart is over. */
interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The vertical axis of a chart, and how its values are meant. */
interface NumberAxis {
  /** The largest value; by default that of the lines. */
  readonly most?: number;
  readonly isWhole?: boolean;
  /** Whether a value holds up to the next one; then each is marked by a dot. */
  readonly isStepped?: boolean;
  readonly format?: (value: number) => string;
}

/** A plot with a bar for each name; an unknown value is marked, so that it does not read as 0. */
interface BarPlot extends LegendEntry, Pick<NumberAxis, "isWhole" | "format"> {
  readonly values: readonly (number | null)[];
}

/** Pixels around a plot, for its labels. */
export const MARGINS = { left: 60, right: 12, top: 8, bottom: 26 } as const;
const LINES_PX = 200;
const BARS_PX = 92;
const TITLE_PX = 26;
const WIDEST_BAR_PX = 18;
const CHARACTER_PX = 7;
/** Widths from here on have space for more labels, in pixels. */
const WIDE_PX = 600;
/** Shortest time that an axis shows: an axis needs a length. */
const LEAST_MS = SECOND_MS;
/** More marks or dots would cover one another. */
const MOST_MARKS = 40;
const DASHES = { solid: "none", dashed: "6 4", dotted: "2 3" } as const;

const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR_MS),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((count) => count * DAY_MS),
];

/** Makes the `svg` element, hidden from screen readers: the page describes it beside. */
export function svgOf(width: number, height: number, content: MarkupPart): Markup {
  return markup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true" focusable="false">${content}</svg>`;
}

/** Makes the horizontal axis of local time, and the place of each instant in pixels. */
export function timeAxis(
  { fromMs, toMs: end }: TimeRange,
  width: number,
  bottom: number,
): { readonly axis: MarkupPart; readonly x: (atMs: number) => number } {
  const toMs = Math.max(end, fromMs + LEAST_MS);
  const right = width - MARGINS.right;
  const x = (atMs: number) =>
    round(MARGINS.left + (atMs - fromMs) / (toMs - fromMs) * (right - MARGINS.left));
  const most = width < WIDE_PX ? 4 : 8;
  const stepMs = STEPS_MS.find((ms) => (toMs - fromMs) / ms <= most) ?? STEPS_MS.at(-1)!;
  const zone = Temporal.Now.timeZoneId();
  const offsetMs = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(zone)
    .offsetNanoseconds / 1e6;
  const first = Math.ceil((fromMs + offsetMs) / stepMs) * stepMs - offsetMs;
  const count = Math.max(0, Math.floor((toMs - first) / stepMs) + 1);
  const ticks = Array.from({ length: count }, (_, index) => first + index * stepMs);
  return {
    x,
    axis: [
      markup`<path d="M${MARGINS.left} ${bottom}H${right}" stroke="var(--axis)"/>`,
      ticks.map((atMs) => [
        markup`<path d="M${x(atMs)} ${bottom}v5" stroke="var(--axis)"/>`,
        labelAt(x(atMs), bottom + 18, nameInstant(atMs, zone, stepMs), width),
      ]),
    ],
  };
}

function nameInstant(atMs: number, zone: string, stepMs: number): string {
  const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone);
  const time = local.toPlainTime().toString({ smallestUnit: "second" });
  if (time === "00:00:00" || stepMs >= DAY_MS) return local.toPlainDate().toString().slice(5);
  return stepMs < MINUTE_MS ? time : time.slice(0, 5);
}

/** A text in the middle of a place, or in front of it where it would be cut off. */
function labelAt(x: number, y: number, text: string, width: number): Markup {
  const isAtEdge = x + text.length * CHARACTER_PX / 2 > width;
  return markup`<text x="${isAtEdge ? width : x}" y="${y}" text-anchor="${
    isAtEdge ? "end" : "middle"
  }" fill="var(--muted)">${text}</text>`;
}

/** Makes the vertical axis from 0 with its grid, and the place of each value in pixels. */
function numberAxis(
  { most = 1, isWhole = false, format = String }: NumberAxis,
  width: number,
  { top, bottom, splits }: { top: number; bottom: number; splits: number },
): { readonly axis: MarkupPart; readonly y: (value: number) => number } {
  const rough = (most > 0 ? most : 1) / splits;
  const power = 10 ** Math.floor(Math.log10(rough));
  const nice = [1, 2, 2.5, 5, 10].map((factor) => factor * power)
    .find((each) => each >= rough * 0.999)!;
  const step = isWhole ? Math.max(1, Math.ceil(nice)) : nice;
  const count = Math.max(1, Math.ceil(most / step - 0.001));
  const ticks = Array.from(
    { length: count + 1 },
    (_, index) => Number((index * step).toPrecision(9)),
  );
  const y = (value: number) => round(bottom - value / (count * step) * (bottom - top));
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

/** Makes a chart of the lines that have a value; null where only dashed ones have. */
export function lineChart(
  range: TimeRange,
  all: readonly ChartLine[],
  axis: NumberAxis,
): Chart | null {
  const lines = all.filter(({ points }) => points.some(([, value]) => value !== null));
  if (lines.every(({ form }) => form === "dashed")) return null;
  const values = lines.flatMap(({ points }) => points.map(([, value]) => value ?? 0));
  const [top, bottom] = [MARGINS.top, LINES_PX - MARGINS.bottom];
  const draw = (width: number) => {
    const time = timeAxis(range, width, bottom);
    const numbers = { most: Math.max(...values), ...axis };
    const { axis: grid, y } = numberAxis(numbers, width, { top, bottom, splits: 4 });
    return svgOf(width, LINES_PX, [
      grid,
      time.axis,
      lines.map((line) => drawLine(line, axis.isStepped === true, time.x, y)),
    ]);
  };
  return { legend: lines, draw };
}

function drawLine(
  { color, form, hasArea = false, points }: ChartLine,
  isStepped: boolean,
  x: (atMs: number) => number,
  y: (value: number) => number,
): MarkupPart {
  const known = points.flatMap(([atMs, value]) => value === null ? [] : [[x(atMs), y(value)]]);
  let isOpen = false;
  const path = points.map(([atMs, value]) => {
    const to = value === null
      ? ""
      : isOpen
      ? isStepped ? `H${x(atMs)}V${y(value)}` : `L${x(atMs)} ${y(value)}`
      : `M${x(atMs)} ${y(value)}`;
    isOpen = value !== null;
    return to;
  }).join("");
  return [
    hasArea &&
    markup`<path d="${path}V${y(0)}H${
      known[0]?.[0] ?? 0
    }Z" fill="var(--${color})" opacity="0.15"/>`,
    markup`<path d="${path}" fill="none" stroke="var(--${color})" stroke-width="${
      form === "dashed" ? 1.5 : 2
    }" stroke-dasharray="${DASHES[form]}"/>`,
    isStepped && form !== "dashed" && known.length <= MOST_MARKS &&
    known.map(([cx = 0, cy = 0]) =>
      markup`<circle cx="${cx}" cy="${cy}" r="2.5" fill="var(--${color})"/>`
    ),
  ];
}

/** Makes plots of bars, one below the other, over the same names; null where no value is known. */
export function barChart(names: readonly string[], all: readonly BarPlot[]): Chart | null {
  const plots = all.filter(({ values }) => values.some((value) => value !== null));
  if (plots.length === 0) return null;
  const draw = (width: number) => {
    const slot = (width - MARGINS.left - MARGINS.right) / names.length;
    const barPx = Math.min(WIDEST_BAR_PX, slot * 0.7);
    const middle = (index: number) => round(MARGINS.left + slot * (index + 0.5));
    const longest = Math.max(...names.map((name) => name.length)) * CHARACTER_PX + 8;
    const every = Math.ceil(longest / slot);
    const height = plots.length * (BARS_PX + TITLE_PX) + MARGINS.bottom;
    return svgOf(width, height, [
      plots.map(({ name, color, values, ...axis }, index) => {
        const top = index * (BARS_PX + TITLE_PX) + TITLE_PX;
        const bottom = top + BARS_PX;
        const numbers = { ...axis, most: Math.max(...values.map((value) => value ?? 0)) };
        const { axis: grid, y } = numberAxis(numbers, width, { top, bottom, splits: 3 });
        return [
          markup`<text x="${MARGINS.left}" y="${top - 10}" fill="var(--text)">${name}</text>`,
          grid,
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
  };
  return { legend: plots, draw };
}

/** Makes one bar. @param box Its upper left corner, its width and its height. */
export function drawBar(box: readonly [number, number, number, number], color: string): Markup {
  const [x, y, width, height] = box.map(round);
  return markup`<rect x="${x!}" y="${y!}" width="${width!}" height="${height!}" fill="var(--${color})"/>`;
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

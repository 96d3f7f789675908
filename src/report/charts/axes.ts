/** Axes and lines that the charts share. Pure. */
import type { Report } from "../model.ts";
import type { ChartOption } from "./svg.ts";

/** A chart, without its drawing. */
export interface Chart {
  readonly option: ChartOption;
  /** Pixels. */
  readonly height: number;
}

/** Pixels around a chart, for its labels. */
export const MARGINS = { left: 60, right: 12, top: 8, bottom: 26 } as const;
/** Widths from here on have space for more labels, in pixels. */
const WIDE_PX = 600;
/** Shortest time that an axis shows, in milliseconds: an axis needs a length. */
const LEAST_MS = 1_000;

const LABEL = { color: "var(--muted)", fontSize: 12 } as const;
const LINE = { show: true, lineStyle: { color: "var(--axis)" } } as const;

/** Makes an axis of local time over the whole report. @param width Of the chart, in pixels. */
export function timeAxis({ loop, asOfMs }: Report, width: number): ChartOption {
  return {
    type: "time",
    min: loop.startedAtMs,
    max: Math.max(asOfMs, loop.startedAtMs + LEAST_MS),
    splitNumber: width < WIDE_PX ? 4 : 8,
    axisLine: LINE,
    axisTick: LINE,
    splitLine: { show: false },
    axisLabel: {
      ...LABEL,
      hideOverlap: true,
      formatter: {
        year: "{MM}-{dd}",
        month: "{MM}-{dd}",
        day: "{MM}-{dd}",
        hour: "{HH}:{mm}",
        minute: "{HH}:{mm}",
        second: "{HH}:{mm}:{ss}",
        millisecond: "{HH}:{mm}:{ss}",
      },
    },
  };
}

/** Makes a horizontal axis of names, such as iterations. */
export function nameAxis(names: readonly string[], more: ChartOption = {}): ChartOption {
  return {
    type: "category",
    data: [...names],
    axisLine: LINE,
    axisTick: { show: false },
    axisLabel: { ...LABEL, hideOverlap: true },
    ...more,
  };
}

/** Makes a vertical axis of numbers from 0. */
export function numberAxis(more: ChartOption = {}): ChartOption {
  return {
    type: "value",
    min: 0,
    splitNumber: 4,
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: "var(--grid)" } },
    axisLabel: LABEL,
    ...more,
  };
}

/** Makes a dashed horizontal line, such as a threshold. @param color A colour of CSS. */
export function levelLine(level: number, color: string): ChartOption {
  return {
    silent: true,
    symbol: "none",
    animation: false,
    label: { show: false },
    lineStyle: { color, type: "dashed", width: 1 },
    data: [{ yAxis: level }],
  };
}

/**
 * Makes points of a line; an unknown value interrupts the line.
 *
 * @param values Values with their positions; null for unknown.
 */
export function pointsOf(
  values: readonly (readonly [at: number, value: number | null])[],
): (readonly [number, number | "-"])[] {
  return values.map(([at, value]) => [at, value ?? "-"]);
}

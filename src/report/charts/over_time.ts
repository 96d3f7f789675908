/** The charts over wall time: lanes, active time, confidence and repetition, items. Pure. */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../text/time.ts";
import type { Items, Lane, Report, SpanKind } from "../model.ts";
import { type Chart, levelLine, MARGINS, numberAxis, pointsOf, timeAxis } from "./axes.ts";
import type { ChartOption } from "./svg.ts";

const LANE_PX = 40;
const LINE_CHART_PX = 200;
/** Units of an axis, the largest first. */
const UNITS = [["h", HOUR_MS], ["min", MINUTE_MS]] as const;
/** How many units make an axis that is easy to read. */
const LEAST_UNITS = 3;
/** A point of each value is drawn up to this many; more would cover the line. */
const MOST_SYMBOLS = 40;
/** The share of a lane's height that each kind takes, so that kinds differ without colour too. */
const HEIGHTS: Readonly<Record<SpanKind, number>> = {
  work: 0.8,
  failed: 0.65,
  "rate-limit": 0.45,
  pause: 0.3,
  wait: 0.2,
  gap: 0.2,
  ended: 0.08,
};
const KINDS = Object.keys(HEIGHTS) as SpanKind[];
/** Narrowest bar, in pixels, so that a short turn can be seen. */
const LEAST_BAR_PX = 1.2;

/** What the library gives to a function that draws one item. */
interface DrawingApi {
  value(dimension: number): number;
  coord(point: readonly [number, number]): [number, number];
}

/** Makes the chart of what each agent did when; the page names the lanes beside it. */
export function laneChart(report: Report, width: number): Chart {
  const { lanes } = report;
  const data = lanes.flatMap(({ spans }: Lane, lane) =>
    spans.map(({ fromMs, toMs, kind }) => [lane, fromMs, toMs, KINDS.indexOf(kind)])
  );
  const drawSpan = (_params: unknown, api: DrawingApi) => {
    const kind = KINDS[api.value(3)] ?? "work";
    const [left, middle] = api.coord([api.value(1), api.value(0)]);
    const [right] = api.coord([api.value(2), api.value(0)]);
    const height = LANE_PX * HEIGHTS[kind];
    return {
      type: "rect",
      shape: {
        x: left,
        y: middle - height / 2,
        // Neighbours stay apart where there is space.
        width: Math.max(LEAST_BAR_PX, right - left - (right - left > 4 ? 1 : 0)),
        height,
      },
      style: { fill: `var(--${kind})` },
    };
  };
  return {
    height: LANE_PX * Math.max(1, lanes.length) + MARGINS.top + MARGINS.bottom,
    option: {
      grid: { ...MARGINS },
      xAxis: timeAxis(report, width),
      yAxis: {
        type: "category",
        inverse: true,
        data: lanes.map((_lane, index) => String(index + 1)),
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: { show: lanes.length > 1, color: "var(--muted)", fontSize: 12 },
      },
      series: [{
        type: "custom",
        silent: true,
        clip: true,
        encode: { x: [1, 2], y: 0 },
        renderItem: drawSpan,
        data,
      }],
    },
  };
}

/**
 * Makes the chart of active time against wall time.
 *
 * @returns Null where the active time is unknown.
 */
export function clockChart(report: Report, width: number): Chart | null {
  const { clock, loop, asOfMs, totals } = report;
  if (clock.length === 0) return null;
  const wallMs = asOfMs - loop.startedAtMs;
  const [unit, unitMs] = UNITS.find(([, ms]) => wallMs >= LEAST_UNITS * ms) ?? ["s", SECOND_MS];
  const inUnits = (ms: number) => Math.round(ms / unitMs * 1000) / 1000;
  const activeMs = totals.activeMs ?? clock.at(-1)?.activeMs ?? 0;
  const points = [{ atMs: loop.startedAtMs, activeMs: 0 }, ...clock, { atMs: asOfMs, activeMs }];
  const axis = { axisLabel: { color: "var(--muted)", formatter: `{value} ${unit}` } };
  return lineChart(report, width, axis, [
    { ...line("axis", "dashed"), data: [[loop.startedAtMs, 0], [asOfMs, inUnits(wallMs)]] },
    { ...line("work"), data: points.map(({ atMs, activeMs }) => [atMs, inUnits(activeMs)]) },
  ]);
}

/** Makes the chart of confidence and repetition. @returns Null where both are unknown. */
export function confidenceChart(report: Report, width: number): Chart | null {
  const { steps, limits } = report;
  const isKnown = steps.some(({ confidence, similarity }) =>
    confidence !== null || similarity !== null
  );
  if (!isKnown) return null;
  const symbols = symbolsFor(steps.length);
  const level = limits === null ? null : levelLine(limits.similarityThreshold, "var(--second)");
  return lineChart(report, width, { max: 1, interval: 0.25 }, [
    {
      ...line("work"),
      ...symbols,
      symbol: "circle",
      step: "end",
      data: pointsOf(steps.map(({ toMs, confidence }) => [toMs, confidence])),
    },
    {
      ...line("second", "dotted"),
      ...symbols,
      symbol: "diamond",
      step: "end",
      data: pointsOf(steps.map(({ toMs, similarity }) => [toMs, similarity])),
      ...level === null ? {} : { markLine: level },
    },
  ]);
}

/** Makes the chart of items done. @returns Null where the plan has none, or they are unknown. */
export function itemsChart(report: Report, width: number): Chart | null {
  const known = report.steps.filter(({ items }) => items !== null);
  if (known.length === 0) return null;
  const over = (pick: (items: Items) => number) =>
    pointsOf(known.map(({ toMs, items }) => [toMs, items && pick(items)]));
  return lineChart(report, width, { minInterval: 1 }, [
    { ...line("axis", "dashed"), step: "end", data: over(({ total }) => total) },
    {
      ...line("good"),
      ...symbolsFor(known.length),
      step: "end",
      areaStyle: { color: "var(--good)", opacity: 0.15 },
      data: over(({ done }) => done),
    },
  ]);
}

function lineChart(
  report: Report,
  width: number,
  axis: ChartOption,
  series: readonly ChartOption[],
): Chart {
  const grid = { ...MARGINS };
  const xAxis = timeAxis(report, width);
  return { height: LINE_CHART_PX, option: { grid, xAxis, yAxis: numberAxis(axis), series } };
}

/** A line in a colour of the style sheet; what is dashed is thinner. */
function line(name: string, type: "solid" | "dashed" | "dotted" = "solid") {
  const color = `var(--${name})`;
  const lineStyle = { color, width: type === "dashed" ? 1.5 : 2, type };
  return { type: "line", silent: true, showSymbol: false, color, lineStyle };
}

function symbolsFor(points: number) {
  return { showSymbol: points <= MOST_SYMBOLS, symbolSize: 5, itemStyle: { opacity: 1 } };
}

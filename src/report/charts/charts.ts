/** The charts of a report. Each is null where what it would show is unknown. Pure. */
import { showAmount } from "../../text/human_units.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../text/time.ts";
import type { LoopReport, ReportedStep, SpanKind } from "../model.ts";
import { markup } from "../page/markup.ts";
import {
  barChart,
  type Chart,
  lineChart,
  MARGINS,
  svgOf,
  timeAxis,
  type TimeRange,
} from "./draw.ts";

const LANE_PX = 40;
/** Narrowest bar, in pixels, so that a short turn can be seen. */
const LEAST_BAR_PX = 1.2;
/** Units of an axis, the largest first. */
const UNITS = [["h", HOUR_MS], ["min", MINUTE_MS]] as const;
/** How many units make an axis that is easy to read. */
const LEAST_UNITS = 3;
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

/** Makes the chart of what each agent did when; the page names the lanes beside it. */
export function laneChart(report: LoopReport): Chart | null {
  const { lanes } = report;
  if (lanes.every(({ spans }) => spans.length === 0)) return null;
  const bottom = MARGINS.top + LANE_PX * lanes.length;
  return (width) => {
    const { axis, x } = timeAxis(rangeOf(report), width, bottom);
    return svgOf(width, bottom + MARGINS.bottom, [
      axis,
      lanes.map(({ spans }, lane) => {
        const middle = MARGINS.top + LANE_PX * (lane + 0.5);
        return [
          lanes.length > 1 &&
          markup`<text x="${MARGINS.left - 8}" y="${
            middle + 4
          }" text-anchor="end" fill="var(--muted)">${lane + 1}</text>`,
          spans.map(({ fromMs, toMs, kind }) => {
            const span = x(toMs) - x(fromMs);
            const height = LANE_PX * HEIGHTS[kind];
            // Neighbours stay apart where there is space.
            const px = Math.max(LEAST_BAR_PX, span - (span > 4 ? 1 : 0)).toFixed(1);
            return markup`<rect x="${x(fromMs)}" y="${
              middle - height / 2
            }" width="${px}" height="${height}" fill="var(--${kind})"/>`;
          }),
        ];
      }),
    ]);
  };
}

/** Makes the chart of active time against wall time. */
export function clockChart(report: LoopReport): Chart | null {
  const { clock, loop: { startedAtMs }, asOfMs, totals } = report;
  if (clock.length === 0) return null;
  const wallMs = asOfMs - startedAtMs;
  const [unit, unitMs] = UNITS.find(([, ms]) => wallMs >= LEAST_UNITS * ms) ?? ["s", SECOND_MS];
  const activeMs = totals.activeMs ?? clock.at(-1)?.activeMs ?? 0;
  const points = [{ atMs: startedAtMs, activeMs: 0 }, ...clock, { atMs: asOfMs, activeMs }];
  return lineChart(rangeOf(report), [
    { color: "axis", form: "dashed", points: [[startedAtMs, 0], [asOfMs, wallMs / unitMs]] },
    { color: "work", points: points.map(({ atMs, activeMs }) => [atMs, activeMs / unitMs]) },
  ], { format: (value) => `${value} ${unit}` });
}

/** Makes the chart of confidence and repetition. */
export function confidenceChart(report: LoopReport): Chart | null {
  const { steps, limits } = report;
  const isUnknown = steps.every(({ confidence, similarity }) =>
    confidence === null && similarity === null
  );
  if (isUnknown) return null;
  const points = (pick: (step: ReportedStep) => number | null) =>
    steps.map((step) => [step.toMs, pick(step)] as const);
  const dotted = { isStepped: true, hasDots: true };
  return lineChart(
    rangeOf(report),
    [
      { color: "work", ...dotted, points: points(({ confidence }) => confidence) },
      { color: "second", form: "dotted", ...dotted, points: points((step) => step.similarity) },
    ],
    { most: 1 },
    limits?.similarityThreshold ?? null,
  );
}

/** Makes the chart of items done. */
export function itemsChart(report: LoopReport): Chart | null {
  const known = report.steps.flatMap(({ toMs, items }) => items === null ? [] : [{ toMs, items }]);
  if (known.length === 0) return null;
  return lineChart(rangeOf(report), [
    {
      color: "axis",
      form: "dashed",
      isStepped: true,
      points: known.map(({ toMs, items }) => [toMs, items.total]),
    },
    {
      color: "good",
      isStepped: true,
      hasDots: true,
      hasArea: true,
      points: known.map(({ toMs, items }) => [toMs, items.done]),
    },
  ], { isWhole: true });
}

/** Makes the chart of commits above and changed files below. */
export function changesChart(steps: readonly ReportedStep[]): Chart | null {
  return stepChart(steps, [
    ["Commits", "work", ({ commits }) => commits, String],
    ["Files", "second", ({ files }) => files, String],
  ]);
}

/** Makes the chart of tokens above and cost below. */
export function usageChart(steps: readonly ReportedStep[]): Chart | null {
  return stepChart(steps, [
    ["Tokens", "work", ({ tokens }) => tokens, (value) => showAmount(value).replace(" ", "\u202f")],
    ["Cost", "second", ({ costUsd }) => costUsd, (value) => `$${Number(value.toFixed(2))}`],
  ]);
}

type Bars = readonly [
  title: string,
  color: string,
  valueOf: (step: ReportedStep) => number | null,
  format: (value: number) => string,
];

function stepChart(steps: readonly ReportedStep[], all: readonly Bars[]): Chart | null {
  const plots = all.map(([title, color, valueOf, format]) => ({
    title,
    color,
    values: steps.map(valueOf),
    axis: { isWhole: title !== "Cost", format },
  })).filter(({ values }) => values.some((value) => value !== null));
  return plots.length === 0 ? null : barChart(steps.map(nameStep), plots);
}

/** Names a step by its iteration; what is not a continuation by what it is. */
export function nameStep({ iteration, kind }: Pick<ReportedStep, "iteration" | "kind">): string {
  const number = iteration === null ? "?" : String(iteration);
  if (kind === "continue" || kind === "agent") return number;
  return kind === "wait" ? `${number} (wait)` : "end";
}

function rangeOf({ loop, asOfMs }: LoopReport): TimeRange {
  return { fromMs: loop.startedAtMs, toMs: asOfMs };
}

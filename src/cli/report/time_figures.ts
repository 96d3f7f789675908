/** How the time went: lanes over wall time, and active against wall time. Pure. */
import { showCount } from "../../text/human_units.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS, showDuration } from "../../text/time.ts";
import { type Chart, drawBar, lineChart, MARGINS, svgOf, timeAxis } from "./draw.ts";
import { figureOf } from "./figure.ts";
import { type Column, type Markup, markup, section } from "./markup.ts";
import type { LaneSpan, LoopReport, SpanKind } from "./model.ts";
import { timeOf, zoneName } from "./values.ts";

const LANE_PX = 40;
/** Narrowest bar, in pixels, so that a short turn can be seen. */
const LEAST_BAR_PX = 1.2;
/** Units of an axis, the largest first. */
const UNITS = [["h", HOUR_MS], ["min", MINUTE_MS]] as const;
/** How many units make an axis that is easy to read. */
const LEAST_UNITS = 3;

/** The kinds of spans, and the share of a lane's height, so that they differ without colour too. */
const KINDS: Readonly<Record<SpanKind, readonly [name: string, height: number]>> = {
  work: ["Work", 0.8],
  failed: ["Work of an agent that failed", 0.65],
  wait: ["Waits for work in the background", 0.2],
  pause: ["Pause", 0.3],
  "rate-limit": ["Rate limit", 0.45],
  gap: ["No activity, not counted", 0.2],
  ended: ["Ended, until it was resumed", 0.08],
};

/** Makes the section on time: who worked when, and active beside elapsed time. */
export function timeSection(report: LoopReport): Markup {
  return section("time", "Time", [laneFigure(report), "\n", clockFigure(report)]);
}

function laneFigure(report: LoopReport): Markup {
  const { lanes, loop } = report;
  const spans = lanes.flatMap(({ agent, spans }) => spans.map((span) => ({ agent, ...span })));
  const kinds = Object.entries(KINDS).map(([kind, [name]]) => ({
    name,
    color: kind,
    spans: spans.filter((span) => span.kind === kind),
  })).filter(({ spans }) => spans.length > 0);
  const sums = kinds.map(({ name, spans }) => `${name}: ${sumOf(spans)}`);
  const hasOneLane = lanes.length === 1;
  const lanesNote = hasOneLane
    ? ""
    : ` Lanes: ${lanes.map(({ agent }, index) => `${index + 1} ${agent}`).join(", ")}.`;
  const columns: Column<typeof spans[number]>[] = [
    ["Agent", "word", ({ agent }) => agent],
    ["From", "time", ({ fromMs }) => timeOf(fromMs)],
    ["For", "number", ({ fromMs, toMs }) => showDuration(toMs - fromMs)],
    ["Kind", "word", ({ kind }) => KINDS[kind][0]],
    ["What", "text", ({ what }) => what],
  ];
  return figureOf({
    chart: kinds.length === 0 ? null : { legend: kinds, draw: drawLanes(report) },
    summary: `${sums.join(", ")}. Time of day: ${zoneName(loop.startedAtMs)}.${lanesNote}`,
    table: ["Timeline", hasOneLane ? columns.slice(1) : columns, spans],
    nothing: "The journal has no turn and no pause.",
  });
}

function sumOf(spans: readonly LaneSpan[]): string {
  const sum = showDuration(spans.reduce((ms, { fromMs, toMs }) => ms + toMs - fromMs, 0));
  return `${sum} in ${showCount(spans.length, "stretch", "stretches")}`;
}

/** What each agent did when; the page names the lanes beside it. */
function drawLanes(report: LoopReport): Chart["draw"] {
  const { lanes } = report;
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
            const height = LANE_PX * KINDS[kind][1];
            // Neighbours stay apart where there is space.
            const px = Math.max(LEAST_BAR_PX, span - (span > 4 ? 1 : 0));
            return drawBar([x(fromMs), middle - height / 2, px, height], kind);
          }),
        ];
      }),
    ]);
  };
}

function clockFigure(report: LoopReport): Markup {
  const { asOfMs, clock, loop: { startedAtMs }, totals } = report;
  const { wallMs } = totals;
  const [unit, unitMs] = UNITS.find(([, ms]) => wallMs >= LEAST_UNITS * ms) ?? ["s", SECOND_MS];
  const activeMs = totals.activeMs ?? clock.at(-1)?.activeMs ?? 0;
  const activity = [{ atMs: startedAtMs, activeMs: 0 }, ...clock, { atMs: asOfMs, activeMs }];
  const points = activity.map(({ atMs, activeMs }) => [atMs, activeMs / unitMs] as const);
  const wallPoints = [[startedAtMs, 0], [asOfMs, wallMs / unitMs]] as const;
  const wall = showDuration(wallMs);
  return markup`<h3>Active against wall time</h3>
${
    figureOf({
      chart: clock.length === 0 ? null : lineChart(rangeOf(report), [
        { name: "Active time", color: "work", form: "solid", points },
        { name: "Wall time", color: "axis", form: "dashed", points: wallPoints },
      ], { format: (value) => `${value} ${unit}` }),
      summary: totals.activeMs === null
        ? `Active time over ${wall} of wall time.`
        : `${showDuration(totals.activeMs)} active in ${wall} of wall time. ` +
          "Where the line is flat, the loop rested.",
      table: ["Active time", [
        ["Time", "time", ({ atMs }) => timeOf(atMs)],
        ["Active so far", "number", ({ activeMs }) => showDuration(activeMs)],
      ], clock],
      nothing: "The active time is unknown: the journal does not have it.",
    })
  }`;
}

/** The wall time of a report, for its charts. */
export function rangeOf({ loop, asOfMs }: LoopReport): { fromMs: number; toMs: number } {
  return { fromMs: loop.startedAtMs, toMs: asOfMs };
}

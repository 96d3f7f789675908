/** How the time went: lanes over wall time, and active against wall time. Pure. */
import { showCount } from "../../../text/human_units.ts";
import { showDuration } from "../../../text/time.ts";
import { clockChart, laneChart } from "../../charts/charts.ts";
import {
  type Lane,
  type LaneSpan,
  type LoopReport,
  SPAN_KINDS,
  type SpanKind,
} from "../../model.ts";
import { figureOf } from "../figure.ts";
import { type Markup, markup, section } from "../markup.ts";
import { foldedTable } from "../table.ts";
import { timeOf, zoneName } from "../values.ts";

const NAMES: Readonly<Record<SpanKind, string>> = {
  work: "Work",
  failed: "Work of an agent that failed",
  wait: "Waits for work in the background",
  pause: "Pause",
  "rate-limit": "Rate limit",
  gap: "No activity, not counted",
  ended: "Ended, until it was resumed",
};

/** Makes the section on time: who worked when, and active beside elapsed time. */
export function timeSection(report: LoopReport): Markup {
  return section("time", "Time", [laneFigure(report), "\n", clockFigure(report)]);
}

function laneFigure(report: LoopReport): Markup {
  const { lanes, loop } = report;
  const spans = lanes.flatMap(({ agent, spans }) => spans.map((span) => ({ agent, ...span })));
  const kinds = SPAN_KINDS.filter((kind) => spans.some((span) => span.kind === kind));
  const lanesNote = lanes.length === 1
    ? ""
    : ` Lanes: ${lanes.map(({ agent }, index) => `${index + 1} ${agent}`).join(", ")}.`;
  return figureOf({
    chart: laneChart(report),
    summary: `${kinds.map((kind) => sumOf(kind, lanes)).join(", ")}. ` +
      `Time of day: ${zoneName(loop.startedAtMs)}.${lanesNote}`,
    legend: kinds.map((kind) => ({ name: NAMES[kind], color: kind })),
    table: foldedTable("Timeline", [
      ...(lanes.length === 1 ? [] : [
        ["Agent", "word", ({ agent }: { agent: string }) => agent] as const,
      ]),
      ["From", "time", ({ fromMs }) => timeOf(fromMs)],
      ["For", "number", ({ fromMs, toMs }) => showDuration(toMs - fromMs)],
      ["Kind", "word", ({ kind }) => NAMES[kind]],
      ["What", "text", ({ what }) => what],
    ], spans),
    nothing: "The journal has no turn and no pause.",
  });
}

function sumOf(kind: SpanKind, lanes: readonly Lane[]): string {
  const spans: readonly LaneSpan[] = lanes.flatMap((lane) =>
    lane.spans.filter((span) => span.kind === kind)
  );
  const sum = showDuration(spans.reduce((ms, { fromMs, toMs }) => ms + toMs - fromMs, 0));
  return `${NAMES[kind]}: ${sum} in ${showCount(spans.length, "stretch", "stretches")}`;
}

function clockFigure(report: LoopReport): Markup {
  const { clock, totals } = report;
  const wall = showDuration(totals.wallMs);
  return markup`<h3>Active against wall time</h3>
${
    figureOf({
      chart: clockChart(report),
      summary: totals.activeMs === null
        ? `Active time over ${wall} of wall time.`
        : `${
          showDuration(totals.activeMs)
        } active in ${wall} of wall time. Where the line is flat, ` +
          "the loop rested.",
      legend: [
        { name: "Active time", color: "work", form: "line" },
        { name: "Wall time", color: "axis", form: "dashed" },
      ],
      table: foldedTable("Active time", [
        ["Time", "time", ({ atMs }) => timeOf(atMs)],
        ["Active so far", "number", ({ activeMs }) => showDuration(activeMs)],
      ], clock),
      nothing: "The active time is unknown: the journal does not have it.",
    })
  }`;
}

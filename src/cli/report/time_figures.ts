/** Draws each agent's activity over wall time. Pure, except for the machine's time zone. */
import { showCount } from "../../text/human_units.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, showDuration } from "../../text/time.ts";
import { oneLine } from "../../text/shorten.ts";
import { CHARACTER_PX, drawBar, labelAt, MARGINS, round, svgOf } from "./bars.ts";
import {
  chart,
  type Column,
  folded,
  lead,
  type Markup,
  markup,
  type MarkupPart,
  section,
  tableOf,
} from "./markup.ts";
import type { LoopReport } from "./build.ts";
import { type LaneSpan, SPANS } from "./model.ts";
import { timeOf, withCode, zoneName } from "./values.ts";

const LANE_PX = 40;
/** Minimum widths of bars, in pixels, so that short turns and waits can be seen. */
const LEAST_WORK_PX = 1.2;
const LEAST_REST_PX = 3;
/** The minimum characters of a name on a bar; a shorter cut would be meaningless. */
const LEAST_NAME_CHARACTERS = 8;
/** The width from which there is space for more labels, in pixels. */
const WIDE_PX = 600;

/** Possible distances between two labels of the axis, in milliseconds. */
const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR_MS),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((count) => count * DAY_MS),
];

/** Makes the section on time: who worked when. */
export function timeSection(report: LoopReport): Markup {
  const { lanes, loop } = report;
  const spans = lanes.flatMap(({ agent, spans }) => spans.map((span) => ({ agent, ...span })));
  if (spans.length === 0) {
    // The journal has whole seconds.
    const what = report.steps.length === 0 ? "No turn and no pause yet." : "All within a second.";
    return section("time", "Time", lead(what));
  }
  const kinds = Object.entries(SPANS).map(([kind, [name]]) => ({
    name,
    kind,
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
    ["Kind", "word", ({ kind }) => SPANS[kind][0]],
    ["What", "text", ({ what }) => withCode(what)],
  ];
  const summary = `${sums.join(", ")}. Time of day: ${zoneName(loop.startedAtMs)}.${lanesNote}`;
  return section("time", "Time", [
    lead(summary),
    kinds.length > 1 &&
    markup`<ul class="legend">${
      kinds.map(({ name, kind }) =>
        markup`<li><span class="swatch" style="background:var(--${kind})"></span>${name}</li>`
      )
    }</ul>`,
    chart(summary, (width) => drawLanes(report, width)),
    folded("Timeline as a table", tableOf("Timeline", columns.slice(hasOneLane ? 1 : 0), spans)),
  ]);
}

function sumOf(spans: readonly LaneSpan[]): string {
  const sum = showDuration(spans.reduce((ms, { fromMs, toMs }) => ms + toMs - fromMs, 0));
  return `${sum} in ${showCount(spans.length, "stretch", "stretches")}`;
}

/** Draws the lanes of the agents; the page names the lanes next to the drawing. */
function drawLanes({ lanes, loop, asOfMs }: LoopReport, width: number): Markup {
  const bottom = MARGINS.top + LANE_PX * lanes.length;
  // A single lane has no number in front of it.
  const left = lanes.length > 1 ? MARGINS.left : 0;
  const { axis, x } = timeAxis(loop.startedAtMs, asOfMs, { left, width, bottom });
  return svgOf(width, bottom + MARGINS.bottom, [
    axis,
    lanes.map(({ spans }, lane) => {
      const middle = MARGINS.top + LANE_PX * (lane + 0.5);
      return [
        lanes.length > 1 &&
        markup`<text x="${MARGINS.left - 8}" y="${
          middle + 4
        }" text-anchor="end" fill="var(--muted)">${lane + 1}</text>`,
        // Waits are drawn last, so that a short one is visible over the work around it.
        spans.toSorted((a, b) => Number(isWork(b)) - Number(isWork(a))).map((span) => {
          const { fromMs, kind, toMs } = span;
          const length = x(toMs) - x(fromMs);
          const height = LANE_PX * SPANS[kind][1];
          // Neighbouring bars keep a gap if there is space.
          const least = isWork(span) ? LEAST_WORK_PX : LEAST_REST_PX;
          const px = Math.max(least, length - (length > 4 ? 1 : 0));
          const box = [x(fromMs), middle - height / 2, px, height] as const;
          return [drawBar(box, kind, titleOf(span)), nameOn(span, x(fromMs), middle, length)];
        }),
      ];
    }),
  ]);
}

function isWork({ kind }: LaneSpan): boolean {
  return kind === "work" || kind === "failed";
}

function titleOf(span: LaneSpan): string {
  const { fromMs, kind, toMs, what } = span;
  const name = isWork(span) && what !== "" ? what : SPANS[kind][0];
  return `${name} · ${showDuration(toMs - fromMs)}`;
}

/** Makes the item's name on its bar, cut to the available space. */
function nameOn({ item }: LaneSpan, left: number, middle: number, px: number): Markup | null {
  const most = Math.floor((px - 10) / CHARACTER_PX);
  if (item === undefined || most < Math.min(item.length, LEAST_NAME_CHARACTERS)) return null;
  return markup`<text x="${left + 5}" y="${middle + 4}" fill="var(--bg)" pointer-events="none">${
    oneLine(item, most)
  }</text>`;
}

/** Makes the horizontal axis of local time, and the place of each instant in pixels. */
function timeAxis(
  fromMs: number,
  untilMs: number,
  { bottom, left, width }: Readonly<Record<"bottom" | "left" | "width", number>>,
): { readonly axis: MarkupPart; readonly x: (atMs: number) => number } {
  // An axis cannot have the length 0.
  const toMs = Math.max(untilMs, fromMs + SECOND_MS);
  const right = width - MARGINS.right;
  // The journal's instants are whole seconds, but durations are not: a bar may begin before the loop.
  const share = (atMs: number) => Math.min(1, Math.max(0, (atMs - fromMs) / (toMs - fromMs)));
  const x = (atMs: number) => round(left + share(atMs) * (right - left));
  const most = width < WIDE_PX ? 3 : 8;
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
      markup`<path d="M${left} ${bottom}H${right}" stroke="var(--axis)"/>`,
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

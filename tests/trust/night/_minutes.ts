/** The minutes of a night: what happened by the test's own clock, against what the views say. */
import { printTable } from "../_table.ts";

/** What happened in a stretch of time. */
export type Cause =
  | "work"
  | "the API was away"
  | "usage limit"
  | "suspended"
  | "closed"
  | "crashed"
  | "waited for a person";

/** A stretch of a night, epoch milliseconds. */
export interface Stretch {
  readonly cause: Cause;
  readonly fromMs: number;
  readonly toMs: number;
}

/** A span of `ralph report --json`. */
export interface Span {
  readonly kind: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The kinds of spans by which a report may show a cause. */
const SHOWN_AS: Readonly<Record<Cause, readonly string[]>> = {
  "work": ["work", "failed"],
  "the API was away": ["pause"],
  "usage limit": ["rate-limit"],
  "suspended": ["gap"],
  "closed": ["pause", "ended"],
  // Nobody tells of a crash: the report shows silence, or the wait that went on.
  "crashed": ["gap", "pause", "waited"],
  "waited for a person": ["waited", "pause", "gap"],
};

/** The most that a view may be off, in milliseconds: the journal has whole seconds. */
export const MOST_DRIFT_MS = 1_000;

/** How long something took by the test's clock, and by the report. */
export interface Minutes {
  readonly cause: Cause | "wall";
  readonly times: number;
  readonly happenedMs: number;
  readonly reportedMs: number;
}

/**
 * Compares each cause with what the report shows in its stretches.
 *
 * @returns One row per cause, and `wall`: the night from start to end against all spans together.
 */
export function countMinutes(stretches: readonly Stretch[], spans: readonly Span[]): Minutes[] {
  const causes = Object.keys(SHOWN_AS) as Cause[];
  const rows = causes.map((cause): Minutes => {
    const own = stretches.filter((stretch) => stretch.cause === cause);
    const shown = spans.filter(({ kind }) => SHOWN_AS[cause].includes(kind));
    const reported = own.flatMap((stretch) => shown.map((span) => overlapOf(stretch, span)));
    return { cause, times: own.length, happenedMs: lengthOf(own), reportedMs: sum(reported) };
  });
  const wall = {
    cause: "wall" as const,
    times: 1,
    happenedMs: lengthOf(stretches),
    reportedMs: coveredBy(spans),
  };
  return [...rows.filter(({ times }) => times > 0), wall];
}

/** Prints the rows as a table, with the drift of each. */
export function showMinutes(rows: readonly Minutes[]): string {
  const minutes = (ms: number) => (ms / 60_000).toFixed(2);
  return printTable(
    ["", "times", "minutes", "in the report", "drift, s"],
    rows.map(({ cause, times, happenedMs, reportedMs }) => [
      ...[cause, `${times}`, minutes(happenedMs), minutes(reportedMs)],
      ((reportedMs - happenedMs) / 1_000).toFixed(1),
    ]),
  );
}

function lengthOf(spans: readonly Pick<Span, "fromMs" | "toMs">[]): number {
  return sum(spans.map(({ fromMs, toMs }) => toMs - fromMs));
}

/** How much time the spans cover, however they overlap. */
function coveredBy(spans: readonly Span[]): number {
  let [covered, untilMs] = [0, 0];
  for (const { fromMs, toMs } of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    covered += Math.max(0, toMs - Math.max(fromMs, untilMs));
    untilMs = Math.max(untilMs, toMs);
  }
  return covered;
}

function overlapOf(one: Omit<Span, "kind">, other: Omit<Span, "kind">): number {
  return Math.max(0, Math.min(one.toMs, other.toMs) - Math.max(one.fromMs, other.fromMs));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

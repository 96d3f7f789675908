/** The live state of a run as rows for people, in the run's own terminal and in `status`. Pure. */
import { fitColumns } from "../../text/columns.ts";
import { showAmount } from "../../text/human_units.ts";
import { SECOND_MS, showElapsed } from "../../text/time.ts";
import { plainText } from "../terminal/plain_text.ts";
import { FINISHED_PLAN, showCounts } from "./event_lines.ts";
import type { LiveFacts } from "./live_facts.ts";
import type { WorkerState } from "./workers.ts";

const BAR_COLUMNS = 24;
/** A shorter bar shows nothing. */
const LEAST_BAR_COLUMNS = 4;
/** Columns beside the bar: its brackets, the counts, the iteration and the time. */
const COUNT_COLUMNS = 42;

/** Renders how far the run is, then what its agents do; each row fits the columns. */
export function renderLive(facts: LiveFacts, columns: number, nowMs: number): string[] {
  const { counts, iteration, maxIterations, beganAtMs } = facts;
  const bar = Math.min(BAR_COLUMNS, columns - COUNT_COLUMNS);
  const rows = [
    `${bar < LEAST_BAR_COLUMNS ? "" : `[${renderBar(counts.done, counts.total, bar)}] `}${
      showCounts(counts)
    } · iteration ${iteration}/${maxIterations} · ${since(beganAtMs, nowMs)}`,
    ...renderWork(facts, columns, nowMs),
    ...facts.lines.map((line) => `  ${fitWidth(line, columns)}`),
  ];
  return rows.map((row) => fitWidth(row, columns - 1));
}

/** Renders what the agents do, or the run between two of them; empty before the first. */
export function renderWork(facts: LiveFacts, columns: number, nowMs: number): string[] {
  const { iteration, iterationBeganAtMs, lastOutputAtMs, item, tokens, tool } = facts;
  const { doing, doingUntilMs, workers } = facts;
  const left = doingUntilMs === null
    ? ""
    : ` · ${showElapsed(wholeSeconds(Math.ceil, doingUntilMs - nowMs))} left`;
  const own = doing === null ? [] : [fitWidth(`${doing}${left}`, columns)];
  if (workers.length > 0) {
    return [...workers.map((worker) => renderWorker(worker, columns, nowMs)), ...own];
  }
  if (own.length > 0 || iteration === 0) return own;
  const parts = [
    item ?? FINISHED_PLAN,
    ...iterationBeganAtMs === null ? [] : [since(iterationBeganAtMs, nowMs)],
    `idle ${since(lastOutputAtMs ?? iterationBeganAtMs ?? nowMs, nowMs)}`,
    ...tokens === null ? [] : [`${showAmount(tokens)} tokens`],
    ...tool === null ? [] : [tool],
  ];
  return [fitWidth(parts.join(" · "), columns)];
}

/**
 * Draws a share as a bar: a share that is not 0 shows, and only a whole one fills it.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const bars = [renderBar(0, 4, 4), renderBar(0.1, 4, 4), renderBar(3.9, 4, 4), renderBar(4, 4, 4)];
 * assertEquals(bars, ["░░░░", "█░░░", "███░", "████"]);
 * ```
 */
export function renderBar(done: number, total: number, columns: number): string {
  const share = total <= 0 ? 0 : Math.max(0, Math.min(1, done / total));
  const filled = share === 0 ? 0 : Math.max(1, Math.floor(share * columns));
  return "█".repeat(filled) + "░".repeat(columns - filled);
}

/** One agent in one line: its number, what it does, for how long, and its last line. */
function renderWorker(
  { worker, state, item, beganAtMs, lastOutputAtMs, line }: WorkerState,
  columns: number,
  nowMs: number,
): string {
  const idle = lastOutputAtMs === null || state !== "working"
    ? ""
    : ` · idle ${since(lastOutputAtMs, nowMs)}`;
  const name = fitColumns(item, Math.max(12, Math.floor(columns / 3)));
  const row = `#${worker} ${state.padEnd(9)} ${name} · ${since(beganAtMs, nowMs)}${idle}${
    line === "" ? "" : ` · ${line}`
  }`;
  return fitWidth(row, columns);
}

function since(ms: number, nowMs: number): string {
  return showElapsed(wholeSeconds(Math.floor, nowMs - ms));
}

function wholeSeconds(round: (seconds: number) => number, ms: number): number {
  return round(Math.max(0, ms) / SECOND_MS) * SECOND_MS;
}

/** Control characters that a terminal may interpret, besides escape sequences. */
const SECOND_CONTROLS = /[\u0080-\u009f]/g;

/** Cuts a text to some columns, without control characters: an agent cannot draw on the screen. */
export function fitWidth(text: string, columns: number): string {
  return fitColumns(
    plainText(text.replaceAll("\t", "  ")).replaceAll(SECOND_CONTROLS, ""),
    columns,
  );
}

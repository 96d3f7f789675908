/** The live state of a run as rows for people, in the run's own terminal and in `status`. Pure. */
import { fitColumns } from "../../text/columns.ts";
import { showAmount } from "../../text/human_units.ts";
import { SECOND_MS, showDuration, showElapsed } from "../../text/time.ts";
import { plainText } from "../terminal/plain_text.ts";
import type { LiveFacts } from "./live_facts.ts";

/**
 * Renders each agent's activity; empty between two items.
 *
 * @param hasLines Whether the view is live. If so, a single agent's last lines are below its row; if not,
 * the last line is in the row.
 */
export function renderAgents(
  { agents }: Pick<LiveFacts, "agents">,
  columns: number,
  nowMs: number,
  hasLines: boolean,
): string[] {
  // The pause itself is shown above.
  return agents.filter(({ state }) => state !== "paused").flatMap((agent) => {
    const { worker, state, item, beganAtMs, lastOutputAtMs, tokens, untilMs, lines } = agent;
    const isApart = hasLines && agents.length === 1 && state === "working";
    const last = lines.map((line) => fitWidth(line, Infinity).trim())
      .findLast((line) => line !== "");
    // In a view that does not update, durations need no seconds.
    const show = hasLines ? showElapsed : showDuration;
    const parts = [
      // With several agents, each has one line.
      fitColumns(item, worker === 0 ? columns : Math.max(12, Math.floor(columns / 3))),
      since(beganAtMs, nowMs, show),
      state === "working" && `idle ${since(lastOutputAtMs ?? beganAtMs, nowMs, show)}`,
      tokens !== null && `${showAmount(tokens)} tokens`,
      !isApart && last,
      untilMs !== null && `${show(wholeSeconds(Math.ceil, untilMs - nowMs))} left`,
    ].filter((part) => typeof part === "string" && part !== "");
    const number = worker === 0 ? "" : `#${worker} `;
    const row = fitWidth(`${number}${state.padEnd(9)} ${parts.join(" · ")}`, columns);
    return [row, ...isApart ? lines.map((line) => `  ${fitWidth(line, columns - 2)}`) : []];
  });
}

/**
 * Draws a share as a bar. A share above 0 is always visible, and only a complete one fills the bar.
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

function since(ms: number, nowMs: number, show = showElapsed): string {
  return show(wholeSeconds(Math.floor, nowMs - ms));
}

function wholeSeconds(round: (seconds: number) => number, ms: number): number {
  return round(Math.max(0, ms) / SECOND_MS) * SECOND_MS;
}

/** Control characters that a terminal may interpret, in addition to escape sequences. */
const SECOND_CONTROLS = /[\u0080-\u009f]/g;

/** Cuts a text to some columns and removes control characters, so that agents cannot control the screen. */
export function fitWidth(text: string, columns: number): string {
  return fitColumns(
    plainText(text.replaceAll("\t", "  ")).replaceAll(SECOND_CONTROLS, ""),
    columns,
  );
}

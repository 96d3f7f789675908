/**
 * What a run came to, as it is printed at its end. Pure.
 *
 * @module
 */
import { showAmount, showCount, showElapsed } from "../../text/human_units.ts";
import { runStatusOf } from "../way_on.ts";
import { plainText } from "../terminal/plain_text.ts";
import type { RunResult } from "./result_file.ts";

/** Open items that are listed; the result's file has more. */
const MOST_ITEMS = 10;
const SIGNS = { SUCCESS: "✅", STOPPED: "⏹", FAILED: "❌" } as const;

/**
 * Renders the end of a run.
 *
 * @param result What it came to.
 * @param resultFile Where the whole result stands.
 */
export function renderSummary(result: RunResult, resultFile: string): string {
  const { end, plan, iterations, activeSeconds, tokens, costUsd, wayOn, logs } = result;
  const open = plan.items.filter(({ state }) => state === "open");
  const status = runStatusOf(end.exitCode);
  const used = [
    showCount(iterations, "agent"),
    `${showElapsed(activeSeconds)} active`,
    ...(tokens === null ? [] : [`${showAmount(tokens)} tokens`]),
    ...(costUsd === null ? [] : [`$${costUsd.toFixed(2)}`]),
  ];
  const skipped = plan.skipped === 0 ? "" : `, ${plan.skipped} skipped`;
  return [
    `${SIGNS[status]} ${status} (exit ${end.exitCode}): ${end.reason.sentence}`,
    `Plan:    ${plan.path}: ${plan.done} of ${plan.total} done${skipped}`,
    ...open.slice(0, MOST_ITEMS).map(({ text }) => `           open: ${text}`),
    ...(open.length > MOST_ITEMS ? [`           and ${open.length - MOST_ITEMS} more`] : []),
    `Used:    ${used.join(", ")}`,
    ...(logs === null ? [] : [`Logs:    ${logs}`]),
    `Result:  ${resultFile}`,
    ...(wayOn === null ? [] : [`Go on:   ${wayOn}`]),
  ].map(plainText).join("\n");
}

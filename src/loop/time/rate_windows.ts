/**
 * The rate-limit windows of the account, as the client reports them to a status line, and what they
 * say of when a limit ends.
 */

import { HOUR_MS } from "../../text/time.ts";
import type { RateWindow } from "../../store/records/rate_limits.ts";

/** How long each window is, by the beginning of its name; of other windows nothing is known. */
const LENGTHS_MS: readonly (readonly [name: string, lengthMs: number])[] = [
  ["five_hour", 5 * HOUR_MS],
  ["seven_day", 7 * 24 * HOUR_MS],
];

/** How much longer a window may seem: the clocks of server and machine differ. */
const SLACK_MS = 10 * 60_000;

/** From this share on a window of five hours may be the one that refuses: the report lags. */
const NEARLY_FULL_PERCENT = 95;
const FULL_PERCENT = 100;

/**
 * Keeps the windows that still say something: those that have not begun again, and whose end is not
 * further away than they are long.
 */
export function currentWindows(windows: readonly RateWindow[], nowMs: number): RateWindow[] {
  return windows.filter(({ name, resetsAtMs }) => {
    const lengthMs = LENGTHS_MS.find(([start]) => name.startsWith(start))?.[1];
    return lengthMs !== undefined && resetsAtMs > nowMs &&
      resetsAtMs <= nowMs + lengthMs + SLACK_MS;
  });
}

/**
 * Finds when the limit ends that refused a request, if the refusal does not say it: all windows
 * that are used up must begin again. Where none is, a window of five hours that is nearly used up
 * counts; a longer window does not, since a wait of days for nothing costs more than a request.
 *
 * @returns Epoch milliseconds; null if the windows do not say it.
 *
 * @example A window that is used up
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const window = { name: "five_hour", usedPercent: 100, resetsAtMs: 9_000 };
 * assertEquals(findResetMs([window], 5_000), 9_000);
 * assertEquals(findResetMs([{ ...window, usedPercent: 40 }], 5_000), null);
 * ```
 */
export function findResetMs(windows: readonly RateWindow[], nowMs: number): number | null {
  const current = currentWindows(windows, nowMs);
  const full = current.filter(({ usedPercent }) => usedPercent >= FULL_PERCENT);
  if (full.length > 0) return Math.max(...full.map(({ resetsAtMs }) => resetsAtMs));
  const near = current.find(({ name, usedPercent }) =>
    name.startsWith("five_hour") && usedPercent >= NEARLY_FULL_PERCENT
  );
  return near?.resetsAtMs ?? null;
}

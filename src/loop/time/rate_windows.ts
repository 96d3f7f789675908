/**
 * The rate-limit windows of the account, as the client reports them to a status line, and the end of a
 * limit that follows from them.
 */

import { HOUR_MS } from "../../text/time.ts";
import type { RateWindow } from "../../store/records/rate_limits.ts";

/** The length of each window, by the beginning of its name. Other windows have no known length. */
const LENGTHS_MS: readonly (readonly [name: string, lengthMs: number])[] = [
  ["five_hour", 5 * HOUR_MS],
  ["seven_day", 7 * 24 * HOUR_MS],
];

/** How much longer a window may seem because the clocks of server and machine differ. */
const SLACK_MS = 10 * 60_000;

/** From this share on, a window of five hours may be the one that refuses, since the report lags behind. */
const NEARLY_FULL_PERCENT = 95;
const FULL_PERCENT = 100;

/**
 * Keeps the windows that are still meaningful: they have not reset, and their end is not further away than
 * their length.
 */
export function currentWindows(windows: readonly RateWindow[], nowMs: number): RateWindow[] {
  return windows.filter(({ name, resetsAtMs }) => {
    const lengthMs = LENGTHS_MS.find(([start]) => name.startsWith(start))?.[1];
    return lengthMs !== undefined && resetsAtMs > nowMs &&
      resetsAtMs <= nowMs + lengthMs + SLACK_MS;
  });
}

/**
 * Finds the end of the limit that refused a request, if the refusal does not name it: all used-up windows
 * must reset. If no window is used up, a window of five hours that is nearly used up counts. A longer
 * window does not, since an unnecessary wait of days costs more than a request.
 *
 * @returns Epoch milliseconds; null if the windows do not show it.
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

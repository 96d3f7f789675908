/** When a limit ends, by the rate-limit windows of the status line. */
import { assertEquals } from "@std/assert";
import { findResetMs } from "../../src/loop/time/rate_windows.ts";
import type { RateWindow } from "../../src/store/records/rate_limits.ts";
import { HOUR_MS } from "../../src/text/time.ts";

const NOW_MS = 1_800_000_000_000;

function windowOf(name: string, usedPercent: number, hours: number): RateWindow {
  return { name, usedPercent, resetsAtMs: NOW_MS + hours * HOUR_MS };
}

/** Hours until the reset; null if it is not known. */
function hoursOf(...windows: RateWindow[]): number | null {
  const resetMs = findResetMs(windows, NOW_MS);
  return resetMs === null ? null : (resetMs - NOW_MS) / HOUR_MS;
}

Deno.test("rate windows: a limit ends when every window that is used up begins again", () => {
  assertEquals(hoursOf(windowOf("five_hour", 100, 3), windowOf("seven_day", 40, 90)), 3);
  assertEquals(hoursOf(windowOf("five_hour", 100, 3), windowOf("seven_day", 100, 90)), 90);
  assertEquals(hoursOf(windowOf("five_hour", 20, 3), windowOf("seven_day_opus", 104, 90)), 90);
});

Deno.test("rate windows: the report lags, so a short window that is nearly used up counts", () => {
  assertEquals(hoursOf(windowOf("five_hour", 97, 3), windowOf("seven_day", 40, 90)), 3);
  assertEquals(hoursOf(windowOf("five_hour", 60, 3), windowOf("seven_day", 99, 90)), null);
});

Deno.test("rate windows: without a window that is used up the end is not known", () => {
  assertEquals(hoursOf(), null);
  assertEquals(hoursOf(windowOf("five_hour", 60, 3), windowOf("seven_day", 94, 90)), null);
});

Deno.test("rate windows: a report that is older than its window counts for nothing", () => {
  assertEquals(hoursOf(windowOf("five_hour", 100, -0.01)), null);
  assertEquals(hoursOf(windowOf("five_hour", 100, 0)), null);
});

Deno.test("rate windows: an end further away than the window is long counts for nothing", () => {
  assertEquals(hoursOf(windowOf("five_hour", 100, 6)), null);
  assertEquals(hoursOf(windowOf("seven_day", 100, 24 * 9)), null);
  assertEquals(hoursOf(windowOf("spend_limit", 100, 3)), null);
});

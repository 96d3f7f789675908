/** The rate-limit windows of the account, as the client reported them last, for the next pause. */
import { attempt } from "../../error.ts";
import type { Places } from "../places.ts";
import { RecordFile } from "./json_record.ts";
import { amount, inFile, instant, list, object, type ShapeOf, text } from "./shape.ts";

const RateWindowShape = object({
  /** The client's name: `five_hour`, `seven_day`. */
  name: text,
  /** 0 to 100. */
  usedPercent: inFile("used_percentage", amount),
  resetsAtMs: inFile("resets_at", instant),
});

/** A window of time in which the account's use is limited. */
export type RateWindow = Readonly<ShapeOf<typeof RateWindowShape>>;

const RATE_LIMITS = { version: 1, schema: object({ windows: list(RateWindowShape) }) };

/** How far apart two ends of the same window may be, in milliseconds. */
const SAME_WINDOW_MS = 60_000;

/** Reads the windows; empty if none were reported. */
export function readRateLimits({ rateLimitsFile }: Pick<Places, "rateLimitsFile">): RateWindow[] {
  return new RecordFile(rateLimitsFile, RATE_LIMITS).readOr(null)?.windows ?? [];
}

/**
 * Adds a report to the known windows, and writes them if something is new. Without a lock: a report that is
 * lost will come again.
 *
 * @param reported The windows; if empty, nothing is written.
 */
export function noteRateLimits(
  places: Pick<Places, "rateLimitsFile">,
  reported: readonly RateWindow[],
): void {
  if (reported.length === 0) return;
  const file = new RecordFile(places.rateLimitsFile, RATE_LIMITS);
  attempt(() => {
    const known = file.readOrSetAside();
    const record = { windows: mergeWindows(known?.windows ?? [], reported) };
    const isKnown = known !== null && file.render(known) === file.render(record);
    if (!isKnown) file.write(record, { isFlushed: false });
  });
}

/**
 * Merges a report into the known windows. A session that has been idle for hours reports old values, so the
 * later of two windows counts, and the higher use of the same window.
 *
 * @example An old report changes nothing
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const now = { name: "five_hour", usedPercent: 80, resetsAtMs: 9_000_000 };
 * assertEquals(mergeWindows([now], [{ ...now, usedPercent: 40 }]), [now]);
 * assertEquals(mergeWindows([now], [{ ...now, resetsAtMs: 1_000_000 }]), [now]);
 * ```
 */
export function mergeWindows(
  known: readonly RateWindow[],
  reported: readonly RateWindow[],
): RateWindow[] {
  const merged = new Map(known.map((window) => [window.name, window]));
  for (const window of reported) {
    const other = merged.get(window.name);
    if (other === undefined || isNewer(window, other)) merged.set(window.name, window);
  }
  return [...merged.values()];
}

function isNewer(window: RateWindow, other: RateWindow): boolean {
  const laterMs = window.resetsAtMs - other.resetsAtMs;
  return Math.abs(laterMs) <= SAME_WINDOW_MS ? window.usedPercent > other.usedPercent : laterMs > 0;
}

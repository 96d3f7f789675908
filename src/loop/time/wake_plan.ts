/**
 * Plans when to wake a session after a failed turn: when the limit ends, if the client names that time,
 * else after a growing back-off.
 */
import type { Settings } from "../../store/settings/settings.ts";
import { DAY_MS, SECOND_MS } from "../../text/time.ts";

/** Time between a reported reset and the wake, since the clocks of server and machine differ. */
export const RESET_MARGIN_MS = 20 * SECOND_MS;

/** How long all waits together last: a weekly limit, the longest usual one, plus a day. */
export const PATIENCE_MS = 8 * DAY_MS;

type WakeSettings = Pick<Settings, "max_wakes" | "wake_backoff_seconds">;

/**
 * Plans the next wake after an error.
 *
 * Waits for a reported reset, however often the session was woken. If the reset is further away than the
 * longest sleep, waits in parts. An error without a reset is retried after growing waits: `max_wakes` of
 * them last eight days.
 *
 * @param resetAtMs When the limit ends, epoch milliseconds; null if unknown.
 * @param settings `max_wakes` and `wake_backoff_seconds`.
 * @param wakes Wakes without progress so far.
 * @returns When to wake, epoch milliseconds; null to give up.
 */
export function planWake(
  wakes: number,
  resetAtMs: number | null,
  settings: WakeSettings,
  nowMs: number,
): number | null {
  if (settings.max_wakes === 0) return null;
  const waits = backOffWaits(settings);
  if (resetAtMs !== null && resetAtMs > nowMs) {
    // After a wake without progress a short delay is not trusted, so the back-off is the minimum.
    const least = wakes === 0 ? 0 : waits[Math.min(wakes, waits.length) - 1] ?? 0;
    const waitMs = Math.max(resetAtMs + RESET_MARGIN_MS - nowMs, least);
    return nowMs + Math.min(waitMs, PATIENCE_MS);
  }
  const wait = waits[wakes];
  return wait === undefined ? null : nowMs + wait;
}

/**
 * Plans the next wake while background work does not end: the configured waits, the last of them repeated,
 * `max_wakes` in total.
 *
 * @param settings `max_wakes` and `wake_backoff_seconds`.
 * @returns When to wake, epoch milliseconds; null to give up.
 */
export function planWakeBesideWork(
  wakes: number,
  settings: WakeSettings,
  nowMs: number,
): number | null {
  return wakes >= settings.max_wakes ? null : nowMs + configuredWait(wakes, settings);
}

/**
 * Plans how long to wait for background work in a session that cannot be woken: as long as all waits of
 * `planWakeBesideWork` together.
 *
 * @param settings `max_wakes` and `wake_backoff_seconds`.
 * @returns When the wait ends, epoch milliseconds.
 */
export function planEndBesideWork(settings: WakeSettings, nowMs: number): number {
  const { max_wakes: most } = settings;
  const waits = Array.from({ length: most }, (_, wake) => configuredWait(wake, settings));
  return nowMs + sum(waits);
}

/**
 * Computes the waits before each wake without a known reset, in milliseconds: first as configured, then
 * growing by a constant factor, so that together they last eight days.
 */
export function backOffWaits(settings: WakeSettings): number[] {
  const { max_wakes: most, wake_backoff_seconds: steps } = settings;
  const configured = Array.from({ length: most }, (_, wake) => configuredWait(wake, settings));
  const missing = PATIENCE_MS - sum(configured);
  if (most === 0 || missing <= 0) return configured;
  if (most <= steps.length) return configured.with(-1, configured[most - 1]! + missing);
  const grown = (factor: number) =>
    configured.map((wait, wake) => wait * factor ** Math.max(0, wake - steps.length + 1));
  let [low, high] = [1, PATIENCE_MS];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (sum(grown(middle)) < PATIENCE_MS) low = middle;
    else high = middle;
  }
  return grown(high).map(Math.ceil);
}

function configuredWait(wake: number, { wake_backoff_seconds: steps }: WakeSettings): number {
  return (steps[Math.min(wake, steps.length - 1)] ?? 60) * SECOND_MS;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/**
 * When a session is woken after a turn that failed: when the limit ends, where the client says so,
 * else after a growing back-off.
 *
 * @module
 */
import type { Settings } from "../../store/settings/settings.ts";

/** Seconds between a reported reset and the wake, since the clocks of server and machine differ. */
export const RESET_MARGIN_SECONDS = 20;

/** How long all waits together last: a weekly limit, the longest usual one, and a day. */
export const PATIENCE_SECONDS = 8 * 24 * 3600;

/** When to wake, or to give up. */
export type WakePlan =
  | { readonly kind: "sleep"; readonly untilSeconds: number }
  | { readonly kind: "give-up"; readonly wakes: number };

type WakeSettings = Pick<Settings, "max_wakes" | "wake_backoff_seconds">;

/**
 * Plans the next wake after an error.
 *
 * Waits for a reported reset, however often the session was woken; for a reset that is further away
 * than the longest sleep, in parts. An error without a reset is retried after growing waits,
 * `max_wakes` of which last eight days.
 *
 * @param wakes Wakes without progress so far.
 * @param resetAt Unix seconds at which the limit ends; null where unknown.
 * @param settings `max_wakes` and `wake_backoff_seconds`.
 * @param now Unix seconds.
 */
export function planWake(
  wakes: number,
  resetAt: number | null,
  settings: WakeSettings,
  now: number,
): WakePlan {
  if (settings.max_wakes === 0) return { kind: "give-up", wakes };
  const waits = backOffWaits(settings);
  if (resetAt !== null && resetAt > now) {
    // After a wake without progress a short delay is not trusted: the back-off is the minimum.
    const least = wakes === 0 ? 0 : waits[Math.min(wakes, waits.length) - 1] ?? 0;
    const seconds = Math.max(resetAt + RESET_MARGIN_SECONDS - now, least);
    return { kind: "sleep", untilSeconds: now + Math.min(seconds, PATIENCE_SECONDS) };
  }
  const wait = waits[wakes];
  return wait === undefined
    ? { kind: "give-up", wakes }
    : { kind: "sleep", untilSeconds: now + wait };
}

/**
 * Plans the next wake while work in the background does not end: the configured waits, the last of
 * them repeated, `max_wakes` in all.
 *
 * @param wakes Wakes without progress so far.
 * @param settings `max_wakes` and `wake_backoff_seconds`.
 * @param now Unix seconds.
 */
export function planWakeBesideWork(wakes: number, settings: WakeSettings, now: number): WakePlan {
  if (wakes >= settings.max_wakes) return { kind: "give-up", wakes };
  return { kind: "sleep", untilSeconds: now + configuredWait(wakes, settings) };
}

/**
 * Plans how long to wait for work in the background in a session that cannot be woken: as long as
 * all waits of `planWakeBesideWork` together.
 *
 * @param settings `max_wakes` and `wake_backoff_seconds`.
 * @param now Unix seconds.
 */
export function planEndBesideWork(settings: WakeSettings, now: number): WakePlan {
  const { max_wakes: most } = settings;
  const waits = Array.from({ length: most }, (_, wake) => configuredWait(wake, settings));
  return { kind: "sleep", untilSeconds: now + sum(waits) };
}

/**
 * Computes the waits before each wake without a known reset, in seconds: as configured, then growing
 * by one factor such that together they last eight days.
 */
export function backOffWaits(settings: WakeSettings): number[] {
  const { max_wakes: most, wake_backoff_seconds: steps } = settings;
  const configured = Array.from({ length: most }, (_, wake) => configuredWait(wake, settings));
  const missing = PATIENCE_SECONDS - sum(configured);
  if (most === 0 || missing <= 0) return configured;
  if (most <= steps.length) return configured.with(-1, configured[most - 1]! + missing);
  const grown = (factor: number) =>
    configured.map((wait, wake) => wait * factor ** Math.max(0, wake - steps.length + 1));
  let [low, high] = [1, PATIENCE_SECONDS];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (sum(grown(middle)) < PATIENCE_SECONDS) low = middle;
    else high = middle;
  }
  return grown(high).map(Math.ceil);
}

function configuredWait(wake: number, { wake_backoff_seconds: steps }: WakeSettings): number {
  return steps[Math.min(wake, steps.length - 1)] ?? 60;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

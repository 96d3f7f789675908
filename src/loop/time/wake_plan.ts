/**
 * How long a turn that died of an error sleeps before it is woken: until the limit ends where the
 * client says so, else a growing back-off. Pure.
 *
 * @module
 */
import type { Settings } from "../../store/settings/settings.ts";

/** Seconds after a reported reset before the next try: servers and machines differ in their clocks. */
export const RESET_MARGIN_SECONDS = 20;

/** So long nothing gives up: the longest usual limit is weekly, and a day may pass before it is read. */
export const PATIENCE_SECONDS = 8 * 24 * 3600;

/** When to wake, or that it is over. */
export type WakePlan =
  | { readonly kind: "sleep"; readonly untilSeconds: number }
  | { readonly kind: "give-up"; readonly wakes: number };

/** The settings that count. */
export type WakeSettings = Pick<Settings, "max_wakes" | "wake_backoff_seconds">;

/**
 * Plans the next wake after an error.
 *
 * A reported reset is slept to, whatever was tried before. One further away than a sleeper lives is
 * slept to in parts. What names no reset is tried again after growing waits, `max_wakes` of which
 * last eight days.
 *
 * @param wakes Wakes without progress so far.
 * @param resetAt Unix seconds at which the limit ends, null where unknown.
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
    // The same short delay again and again is not believed: then the back-off is the least.
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
 * Plans the next wake beside work in the background that does not end: the configured waits, the last
 * one repeated, `max_wakes` in all.
 *
 * @param wakes Wakes without progress so far.
 * @param now Unix seconds.
 */
export function planWakeBesideWork(wakes: number, settings: WakeSettings, now: number): WakePlan {
  if (wakes >= settings.max_wakes) return { kind: "give-up", wakes };
  return { kind: "sleep", untilSeconds: now + configuredWait(wakes, settings) };
}

/**
 * Plans how long work in the background is waited for where nobody can be woken: as long as all wakes
 * beside it would take.
 *
 * @param now Unix seconds.
 */
export function planEndBesideWork(settings: WakeSettings, now: number): WakePlan {
  const { max_wakes: most } = settings;
  const waits = Array.from({ length: most }, (_, wake) => configuredWait(wake, settings));
  return { kind: "sleep", untilSeconds: now + sum(waits) };
}

/**
 * The waits before each wake where no reset is known, in seconds: as configured, then growing evenly
 * such that all of them together last eight days.
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

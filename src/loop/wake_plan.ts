/**
 * How long a dead turn sleeps before it is woken: until the limit ends where the client says so,
 * else a growing back-off (design §4, StopFailure).
 *
 * @module
 */
import type { Settings } from "../store/settings.ts";

/** Seconds after a reported reset before the wake, so that the limit is really over. */
const RESET_MARGIN_SECONDS = 20;

/** The longest believable wait: a weekly limit; a day less than the waking hook may live. */
const MAX_WAIT_SECONDS = 7 * 24 * 3600;

/** When to wake, or that it is over. */
export type WakePlan =
  | { readonly kind: "sleep"; readonly untilSeconds: number }
  | { readonly kind: "give-up"; readonly wakes: number };

/**
 * Plans the next wake.
 *
 * @param wakes Wakes without progress so far.
 * @param resetAt Unix seconds at which the limit ends, null where unknown.
 * @param settings `max_wakes` and `wake_backoff_seconds`.
 * @param now Unix seconds.
 */
export function planWake(
  wakes: number,
  resetAt: number | null,
  settings: Pick<Settings, "max_wakes" | "wake_backoff_seconds">,
  now: number,
): WakePlan {
  if (wakes >= settings.max_wakes) return { kind: "give-up", wakes };
  if (resetAt !== null && resetAt > now && resetAt - now <= MAX_WAIT_SECONDS) {
    return { kind: "sleep", untilSeconds: resetAt + RESET_MARGIN_SECONDS };
  }
  const steps = settings.wake_backoff_seconds;
  const seconds = steps[Math.min(wakes, steps.length - 1)] ?? 60;
  return { kind: "sleep", untilSeconds: now + seconds };
}

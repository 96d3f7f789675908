/**
 * Detects that a rate limit refused an agent, and plans the wait. Pure.
 *
 * @module
 */
import { parseResetTime } from "../../loop/time/reset_time.ts";
import { RESET_MARGIN_SECONDS } from "../../loop/time/wake_plan.ts";
import type { AgentWatch, RateLimit } from "../events/agent_watch.ts";

/** Messages of the clients about limits; they count only if the agent failed. */
const LIMIT_TEXT =
  /\b(?:usage|rate|session|weekly|daily|hourly|5-hour|quota)[ -]?limit\b|\blimit reached\b|hit your limit|too many requests|\b429\b|quota exceeded|resource_exhausted|overloaded/i;

/**
 * Finds the refusal that ended an agent: by its events or, if it failed, by its text.
 *
 * @param watch The agent's output.
 * @param hasFailed Whether the agent failed.
 * @param now Unix seconds.
 * @param zone The machine's time zone, for times without a zone.
 * @returns The refusal; null if the agent was not refused.
 */
export function findRateLimit(
  watch: Pick<AgentWatch, "rateLimit" | "isStructured" | "result" | "errors" | "lines">,
  hasFailed: boolean,
  now: number,
  zone: string,
): RateLimit | null {
  const texts = watch.isStructured
    ? [...watch.errors, watch.result?.isError ? watch.result.text : ""]
    : watch.lines.slice(-5);
  const words = hasFailed ? texts.find((text) => LIMIT_TEXT.test(text)) : undefined;
  const reported = watch.rateLimit;
  if (reported === null && words === undefined) return null;
  const detail = words ?? reported?.detail ?? "";
  return {
    resetAt: reported?.resetAt ?? parseResetTime(detail, now, zone) ??
      parseResetTime(reported?.detail ?? "", now, zone),
    detail: detail.split("\n", 1)[0]?.slice(0, 200) ?? "",
  };
}

/** What to do about a refusal; `too-long` where the user does not allow the wait. */
export interface WaitPlan {
  readonly kind: "wait" | "too-long";
  /** Unix seconds. */
  readonly untilSeconds: number;
}

/**
 * Plans the wait: to the reported reset, else a growing back-off. All waits without progress
 * together stay within the maximum.
 *
 * @param limit The refusal.
 * @param refusals Number of refusals in a row before this.
 * @param waitedSeconds Time spent waiting for them, in seconds.
 * @param options The maximum and the back-off, in seconds.
 * @param now Unix seconds.
 */
export function planWait(
  limit: RateLimit,
  refusals: number,
  waitedSeconds: number,
  options: { readonly ceilingSeconds: number; readonly backOffSeconds: readonly number[] },
  now: number,
): WaitPlan {
  const { backOffSeconds, ceilingSeconds } = options;
  const step = backOffSeconds[Math.min(refusals, backOffSeconds.length - 1)] ?? 60;
  const isAhead = limit.resetAt !== null && limit.resetAt > now - 60;
  // A reported reset that has passed without effect is ignored.
  const untilSeconds = limit.resetAt !== null && isAhead && (refusals === 0 || limit.resetAt > now)
    ? Math.max(now, limit.resetAt) + RESET_MARGIN_SECONDS
    : now + step;
  const isTooLong = waitedSeconds + untilSeconds - now > ceilingSeconds;
  return { kind: isTooLong ? "too-long" : "wait", untilSeconds };
}

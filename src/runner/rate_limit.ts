/**
 * Whether an agent was refused for now, and how long to wait (design §14). Pure.
 *
 * @module
 */
import { type NextTime, parseResetTime } from "../loop/reset_time.ts";
import type { AgentWatch, RateLimit } from "./events/agent_watch.ts";

/** After a reported reset, so that the limit is really over: seconds (design §14: within 30). */
const RESET_MARGIN_SECONDS = 5;

/** Forms of the clients' own sentences; only looked for where an agent failed. */
const LIMIT_TEXT =
  /\b(?:usage|rate|session|weekly|daily|hourly|5-hour|quota)[ -]?limit\b|\blimit reached\b|hit your limit|too many requests|\b429\b|quota exceeded|resource_exhausted|overloaded/i;

/** What is known of the agent that ended. */
export interface EndedAgent {
  readonly watch: Pick<AgentWatch, "rateLimit" | "isStructured" | "result" | "errors" | "lines">;
  readonly hasFailed: boolean;
}

/**
 * The refusal that ended an agent: by its events first, by its words only where it failed.
 *
 * @param agent What is known of it.
 * @param now Unix seconds.
 * @param nextTime Turns a time of day into a moment.
 * @returns The refusal, or null.
 */
export function findRateLimit(
  { watch, hasFailed }: EndedAgent,
  now: number,
  nextTime: NextTime,
): RateLimit | null {
  const texts = watch.isStructured
    ? [...watch.errors, watch.result?.isError ? watch.result.text : ""]
    : watch.lines.slice(-5);
  const said = hasFailed ? texts.find((text) => LIMIT_TEXT.test(text)) : undefined;
  const reported = watch.rateLimit;
  if (reported === null && said === undefined) return null;
  const detail = said ?? reported?.detail ?? "";
  return {
    resetAt: reported?.resetAt ?? parseLongDelay(detail, now) ??
      parseResetTime(detail, now, nextTime) ??
      parseResetTime(reported?.detail ?? "", now, nextTime),
    detail: detail.split("\n", 1)[0]?.slice(0, 200) ?? "",
  };
}

/** What to do about a refusal. */
export type WaitPlan =
  | { readonly kind: "wait"; readonly untilSeconds: number }
  /** The wait would be longer than the user allows. */
  | { readonly kind: "too-long"; readonly untilSeconds: number };

/**
 * Plans the wait: to the reported reset, else a growing back-off, all waits without progress
 * together within the ceiling.
 *
 * @param limit The refusal.
 * @param refusals How many came in a row before this one.
 * @param waitedSeconds How long was waited for them.
 * @param options The ceiling and the back-off, seconds.
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
  // A reset that has passed already and still refuses is not believed twice.
  const untilSeconds = limit.resetAt !== null && isAhead && (refusals === 0 || limit.resetAt > now)
    ? Math.max(now, limit.resetAt) + RESET_MARGIN_SECONDS
    : now + step;
  const isTooLong = waitedSeconds + untilSeconds - now > ceilingSeconds;
  return { kind: isTooLong ? "too-long" : "wait", untilSeconds };
}

/** `Try again in 4 days 20 hours 9 minutes`. */
function parseLongDelay(text: string, now: number): number | null {
  const match = /\bin\s+((?:\d+\s*(?:days?|hours?|minutes?|seconds?)[\s,and]*){1,4})/i.exec(text);
  if (match === null) return null;
  const units: Record<string, number> = { d: 86_400, h: 3_600, m: 60, s: 1 };
  let seconds = 0;
  for (const [, amount, unit] of (match[1] ?? "").matchAll(/(\d+)\s*([dhms])/gi)) {
    seconds += Number(amount) * (units[(unit ?? "").toLowerCase()] ?? 0);
  }
  return seconds > 0 ? now + seconds : null;
}

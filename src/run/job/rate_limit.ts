/** Detects that a rate limit refused an agent, and plans the wait. Pure. */
import { parseResetTime } from "../../loop/time/reset_time.ts";
import { RESET_MARGIN_MS } from "../../loop/time/wake_plan.ts";
import { MINUTE_MS } from "../../text/time.ts";
import type { AgentWatch, RateLimit } from "../events/agent_watch.ts";

/** Messages of the clients about limits; they count only if the agent failed. */
const LIMIT_TEXT =
  /\b(?:usage|rate|session|weekly|daily|hourly|5-hour|quota)[ -]?limit\b|\blimit reached\b|hit your limit|too many requests|\b429\b|quota exceeded|resource_exhausted|overloaded/i;

/**
 * Finds the refusal that ended an agent: by its events or, if it failed, by its text.
 *
 * @param zone The machine's time zone, for times without a zone.
 * @returns The refusal; null if the agent was not refused.
 */
export function findRateLimit(
  watch: Pick<AgentWatch, "rateLimit" | "isStructured" | "result" | "errors" | "lines">,
  hasFailed: boolean,
  nowMs: number,
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
    resetAtMs: reported?.resetAtMs ?? parseResetTime(detail, nowMs, zone) ??
      parseResetTime(reported?.detail ?? "", nowMs, zone),
    detail: detail.split("\n", 1)[0]?.slice(0, 200) ?? "",
  };
}

/**
 * Plans the wait: to the reported reset, else a growing back-off. All waits without progress
 * together stay within the maximum.
 */
export function planWait(
  limit: RateLimit,
  refusals: number,
  waitedMs: number,
  options: { readonly ceilingMs: number; readonly backOffMs: readonly number[] },
  nowMs: number,
): { readonly kind: "wait" | "too-long"; readonly untilMs: number } {
  const { backOffMs, ceilingMs } = options;
  const stepMs = backOffMs[Math.min(refusals, backOffMs.length - 1)] ?? MINUTE_MS;
  const { resetAtMs } = limit;
  const isAhead = resetAtMs !== null && resetAtMs > nowMs - MINUTE_MS;
  // A reported reset that has passed without effect is ignored.
  const untilMs = resetAtMs !== null && isAhead && (refusals === 0 || resetAtMs > nowMs)
    ? Math.max(nowMs, resetAtMs) + RESET_MARGIN_MS
    : nowMs + stepMs;
  const isTooLong = waitedMs + untilMs - nowMs > ceilingMs;
  return { kind: isTooLong ? "too-long" : "wait", untilMs };
}

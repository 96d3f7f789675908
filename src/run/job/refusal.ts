/** Detects whether the API refused or failed an agent, and plans the wait. Pure. */
import { type ApiCause, judgeLine, judgeReport, showApiWords } from "../../loop/api_failure.ts";
import { parseResetTime } from "../../loop/time/reset_time.ts";
import { RESET_MARGIN_MS } from "../../loop/time/wake_plan.ts";
import { MINUTE_MS } from "../../text/time.ts";
import type { AgentWatch } from "../events/agent_watch.ts";

/** A failure of the API, which counts neither as a try nor as a turn. */
export interface ApiRefusal {
  readonly cause: ApiCause;
  /** When a limit resets, epoch milliseconds; null if it is unknown. */
  readonly resetAtMs: number | null;
  /** The API's own words, in one line. */
  readonly detail: string;
}

/** Words in an error that an agent reports in structured form, but without its cause. */
const LIMIT_TEXT =
  /\b(?:usage|rate|session|weekly|daily|hourly|5-hour|quota)[ -]?limit\b|\blimit reached\b|hit your limit|too many requests|\b429\b|quota exceeded|resource_exhausted/i;
const OUTAGE_TEXT =
  /overloaded|\b5\d\d (?:internal|bad gateway|service unavailable|gateway)|\bE(?:CONN\w+|NOTFOUND|AI_AGAIN|TIMEDOUT)\b|fetch failed|connection (?:error|refused|reset|closed|failed|timed out)|unable to connect|network error|error sending request|request timed out|internal server error/i;

/**
 * Finds the API failure that ended an agent: in its structured reports, else in the words of its error. For
 * an agent that only prints text, looks at its last line.
 *
 * @param zone The machine's time zone, for times without a zone.
 * @returns The refusal; null if the agent itself failed, or succeeded.
 */
export function findRefusal(
  watch: Pick<AgentWatch, "failedRequest" | "isStructured" | "result" | "errors" | "lines">,
  hasFailed: boolean,
  nowMs: number,
  zone: string,
): ApiRefusal | null {
  const { failedRequest: request, result } = watch;
  const refuse = (cause: ApiCause | null, words: string, resetAtMs: number | null = null) =>
    cause && {
      cause,
      resetAtMs: resetAtMs ?? parseResetTime(words, nowMs, zone),
      detail: showApiWords(words),
    };
  if (request !== null) {
    const words = request.words || request.error || `HTTP ${request.status}`;
    return refuse(judgeReport(request), words, request.resetAtMs);
  }
  if (!hasFailed || result?.failed != null) return null;
  const errors = [...watch.errors, ...result?.isError ? [result.text] : []].toReversed();
  for (const text of errors) {
    const found = refuse(judgeError(text), text);
    if (found !== null) return found;
  }
  if (watch.isStructured && result !== null) return null;
  const last = watch.lines.findLast((line) => line.trim() !== "") ?? "";
  return refuse(judgeLine(last), last);
}

/** Judges a structured error. It cannot be a line of a test, so its words count wherever they are. */
function judgeError(text: string): ApiCause | null {
  const cause = judgeLine(text.trim());
  if (cause !== null) return cause;
  if (LIMIT_TEXT.test(text)) return "rate-limited";
  return OUTAGE_TEXT.test(text) ? "api-error" : null;
}

/**
 * Plans the wait until the reported reset, else with a growing back-off. All waits without progress
 * together stay within the maximum.
 */
export function planWait(
  { resetAtMs }: Pick<ApiRefusal, "resetAtMs">,
  refusals: number,
  waitedMs: number,
  options: { readonly ceilingMs: number; readonly backOffMs: readonly number[] },
  nowMs: number,
): { readonly kind: "wait" | "too-long"; readonly untilMs: number } {
  const { backOffMs, ceilingMs } = options;
  const stepMs = backOffMs[Math.min(refusals, backOffMs.length - 1)] ?? MINUTE_MS;
  const isAhead = resetAtMs !== null && resetAtMs > nowMs - MINUTE_MS;
  // A reported reset time that has passed without effect is ignored.
  const untilMs = resetAtMs !== null && isAhead && (refusals === 0 || resetAtMs > nowMs)
    ? Math.max(nowMs, resetAtMs) + RESET_MARGIN_MS
    : nowMs + stepMs;
  const isTooLong = waitedMs + untilMs - nowMs > ceilingMs;
  return { kind: isTooLong ? "too-long" : "wait", untilMs };
}

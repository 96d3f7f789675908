/** The waits of a run: after agents that exit at once, and while the API refuses or fails requests. */
import { nameOf } from "../agents/choose_agent.ts";
import { nearLimit, remainingOf } from "../../loop/rules/limits.ts";
import { needsPerson } from "../../loop/api_failure.ts";
import { blockedOn } from "../../loop/reason.ts";
import { describeNeed } from "../../loop/time/pause_cause.ts";
import { findResetMs } from "../../loop/time/rate_windows.ts";
import { isPauseAsked } from "../../store/pause_request.ts";
import { readRateLimits } from "../../store/records/rate_limits.ts";
import { renderInstant, showLocalTime } from "../../text/instant.ts";
import { HOUR_MS, SECOND_MS } from "../../text/time.ts";
import type { AgentOutcome } from "../watchdog/agent_process.ts";
import type { RunContext } from "./context.ts";
import type { RunEnd } from "./job.ts";
import { EXIT } from "../../loop/reasons.ts";
import { endOf } from "./ending.ts";
import { type ApiRefusal, planWait } from "./refusal.ts";

/** An agent that exits sooner than this, in milliseconds, counts as a quick exit. */
const QUICK_EXIT_MS = 5_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
/** Interval at which the user's pause is checked, in milliseconds. */
const PAUSE_POLL_MS = 200;

/**
 * Computes the wait before the next iteration, so that a broken agent is not restarted continuously.
 *
 * @param quickExits Number of consecutive agents that exited at once without progress.
 * @returns Milliseconds: 0.5, 1, 2, 4 … 60 s; 0 without such exits.
 */
export function backOffMs(quickExits: number): number {
  return quickExits <= 0 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (quickExits - 1));
}

/** A wait that is longer than the user allows. */
export interface TooLong {
  /** Why, as a sentence without a period. */
  readonly why: string;
  /** Time that all waits together would take, in hours. */
  readonly neededHours: number;
}

/** Counts quick exits and refusals, and waits. */
export class Waiting {
  readonly #context: RunContext;
  #quickExits = 0;
  #isNearAnnounced = false;
  #isPauseAnnounced = false;
  #refusals = 0;
  #waitedMs = 0;
  #totalMs = 0;

  constructor(context: RunContext) {
    this.#context = context;
  }

  /** The duration of all waits for the API together. */
  get totalMs(): number {
    return this.#totalMs;
  }

  /** Notes that the API did not fail an agent. */
  noteAccepted(): void {
    if (this.#isPauseAnnounced) {
      this.#isPauseAnnounced = false;
      this.#context.announce({ event: "resumed", sentence: "The run works again after the pause" });
    }
    this.#refusals = 0;
    this.#waitedMs = 0;
  }

  /** Counts agents that exit at once without progress. */
  noteEnd({ endedBy, durationMs }: AgentOutcome, hasProgress: boolean): void {
    const isQuick = endedBy === "exit" && durationMs < QUICK_EXIT_MS && !hasProgress;
    this.#quickExits = isQuick ? this.#quickExits + 1 : 0;
  }

  /** Waits before the next agent, longer after each quick exit. */
  async beforeAgent(): Promise<void> {
    this.#announceNear();
    const ms = backOffMs(this.#quickExits);
    if (ms === 0) return;
    const { clock, report, stop } = this.#context;
    report({
      kind: "waiting",
      why: "back-off",
      detail: "the agent ended at once and nothing moved",
      seconds: ms / SECOND_MS,
      until: renderInstant(clock.wallMs() + ms),
      is_reminder: false,
    });
    await clock.sleep(ms, stop.signal);
  }

  /**
   * Waits while the user's pause lasts.
   *
   * @returns True if there was a pause, after which the plan may be different.
   */
  async whilePaused(): Promise<boolean> {
    const { activeTime, clock, job, loop, places, report, stop } = this.#context;
    const { id } = loop.facts;
    // One item of a parallel run is finished first.
    if (job.onlyItem !== null) return false;
    if (stop.request !== null || !isPauseAsked(places, id)) return false;
    const from = clock.wallMs();
    const wait = { why: "asked", detail: "", untilMs: null, wakesByItself: false } as const;
    const endWait = activeTime.wait(wait);
    loop.note({ kind: "pause", code: "asked", sentence: "You paused the run" });
    report({ kind: "paused" });
    while (stop.request === null && isPauseAsked(places, id)) {
      await clock.sleep(PAUSE_POLL_MS, stop.signal);
    }
    if (stop.request !== null) return true;
    endWait();
    const span = { from, to: clock.wallMs() };
    loop.note({ kind: "resume", sentence: "You resumed the run", span });
    report({ kind: "resumed" });
    return true;
  }

  #announceNear(): void {
    const { announce, loop, job } = this.#context;
    const left = remainingOf(loop.record, job.settings);
    if (!left.isNearLimit || this.#isNearAnnounced) return;
    this.#isNearAnnounced = true;
    // A limit that was near from the beginning is not news.
    if (loop.record.iteration > 0) {
      announce({ event: "limit-near", sentence: nearLimit(left) });
    }
  }

  /**
   * Waits until the API works again after it failed an iteration, which is not counted.
   *
   * @param hasProgress Whether there was progress before it, which resets the total wait.
   * @param completed Items that this run completed.
   * @returns The end if the wait would be too long or in vain; null to continue.
   */
  async forApi(
    refusal: ApiRefusal,
    hasProgress: boolean,
    completed: number,
  ): Promise<RunEnd | null> {
    const { job, loop } = this.#context;
    if (hasProgress) this.noteAccepted();
    loop.change((record) => ({ ...record, iteration: Math.max(0, record.iteration - 1) }));
    if (needsPerson(refusal.cause)) {
      return { ...endOf(blockedOn(describeNeed(refusal, nameOf(job.agent)))), isForAll: true };
    }
    const tooLong = await this.waitOut(refusal);
    if (tooLong === null) return null;
    const { why, neededHours } = tooLong;
    const sentence = `${why}; continue later with 'ralph run --resume', ` +
      `or wait with 'ralph run --resume --rate-limit-wait ${neededHours}h'`;
    const exitCode = completed > 0 ? EXIT.limit : EXIT.failure;
    const code = refusal.cause === "rate-limited" ? "rate-limited" : "api-error";
    return endOf({ code, sentence }, exitCode);
  }

  /**
   * Waits for a rate limit to reset, or for the API to work again.
   *
   * @returns The time needed, if that is longer than the user allows; null to continue.
   */
  async waitOut(refusal: ApiRefusal): Promise<TooLong | null> {
    const { activeTime, clock, loop, stop, job } = this.#context;
    const nowMs = clock.wallMs();
    const ceilingMs = job.options["rate-limit-wait"] * SECOND_MS;
    const { detail } = refusal;
    const isLimit = refusal.cause === "rate-limited";
    const cause = isLimit ? "rate-limited" : "api-error";
    const resetAtMs = refusal.resetAtMs ?? (isLimit ? this.#knownResetMs(nowMs) : null);
    const { kind, untilMs } = planWait(
      { resetAtMs },
      this.#refusals,
      this.#waitedMs,
      {
        ceilingMs,
        backOffMs: job.settings.wake_backoff_seconds.map((seconds) => seconds * SECOND_MS),
      },
      nowMs,
    );
    const until = showLocalTime(untilMs, nowMs);
    const waitedMs = this.#waitedMs + untilMs - nowMs;
    if (kind === "too-long") {
      const neededHours = Math.ceil(waitedMs / HOUR_MS);
      const allowed = Math.round(ceilingMs / (HOUR_MS / 10)) / 10;
      const what = isLimit ? "Rate limit" : "API error";
      const why = `${what} (${detail}) until ${until}: the wait would take ${neededHours} h, ` +
        `and --rate-limit-wait allows ${allowed} h`;
      return { why, neededHours };
    }
    this.#refusals += 1;
    this.#waitedMs = waitedMs;
    const endWait = activeTime.wait({ why: cause, detail, untilMs, wakesByItself: true });
    const sentence = `Paused by ${
      isLimit ? "a rate limit" : "an API error"
    } until ${until}: ${detail}`;
    const from = nowMs;
    loop.note({ kind: "pause", code: cause, sentence, span: { from, to: untilMs } });
    // While another agent works, the run is not paused.
    if (!this.#isPauseAnnounced && loop.record.pause !== null) {
      this.#isPauseAnnounced = true;
      this.#context.announce({ event: "paused", code: cause, sentence, untilMs });
    }
    await this.#sleepUntil(untilMs, isLimit ? "rate-limit" : "api-error", detail);
    this.#totalMs += clock.wallMs() - from;
    if (stop.request === null) {
      endWait();
      loop.note({
        kind: "resume",
        sentence: `The ${isLimit ? "rate limit" : "API error"} should be over: the run continues`,
        span: { from, to: clock.wallMs() },
      });
    }
    return null;
  }

  /** Returns the reset time from the account's status line, if the agent uses that account. */
  #knownResetMs(nowMs: number): number | null {
    const { job, places } = this.#context;
    return job.agent?.name === "claude" ? findResetMs(readRateLimits(places), nowMs) : null;
  }

  /** Waits by the wall clock in short steps, since the machine may sleep meanwhile. */
  async #sleepUntil(
    untilMs: number,
    why: "rate-limit" | "api-error",
    detail: string,
  ): Promise<void> {
    const { clock, stop, report, job } = this.#context;
    const { heartbeatMs } = job.limits;
    let reportedAtMs: number | null = null;
    while (stop.request === null) {
      const leftMs = untilMs - clock.wallMs();
      if (leftMs <= 0) return;
      const nowMs = clock.monotonicMs();
      if (reportedAtMs === null || heartbeatMs > 0 && nowMs - reportedAtMs >= heartbeatMs) {
        report({
          kind: "waiting",
          why,
          detail,
          seconds: Math.round(leftMs / SECOND_MS),
          until: renderInstant(untilMs),
          is_reminder: reportedAtMs !== null,
        });
        reportedAtMs = nowMs;
      }
      await clock.sleep(Math.min(leftMs, 1_000), stop.signal);
    }
  }
}

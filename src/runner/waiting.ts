/**
 * The pauses of a run: after agents that die at once, and for rate limits.
 *
 * @module
 */
import { pause, resume } from "../loop/time/pausing.ts";
import { backOffMs, YOUNG_MS } from "./breaker/back_off.ts";
import { endOf, EXIT } from "./ending.ts";
import type { RateLimit } from "./events/agent_watch.ts";
import type { Iterated } from "./iterate.ts";
import type { Job, JobEnd, JobWorld } from "./job.ts";
import { planWait } from "./rate_limit.ts";
import { toInstant } from "../text/instant.ts";

/** Keeps count of pauses. */
export class Waiting {
  readonly #job: Pick<Job, "settings" | "limits" | "rateLimitWaitSeconds">;
  readonly #world: Pick<JobWorld, "clock" | "stop" | "disk" | "report">;
  #youngDeaths = 0;
  #refusals = 0;
  #waitedSeconds = 0;

  /** @param job The run. @param world What it needs. */
  constructor(
    job: Pick<Job, "settings" | "limits" | "rateLimitWaitSeconds">,
    world: Pick<JobWorld, "clock" | "stop" | "disk" | "report">,
  ) {
    this.#job = job;
    this.#world = world;
  }

  /** An agent worked without being refused. */
  noteAccepted(): void {
    this.#refusals = 0;
    this.#waitedSeconds = 0;
  }

  /** Counts agents that die young and move nothing. */
  noteEnd({ result }: Iterated, hasProgress: boolean): void {
    const isYoung = result.endedBy === "exit" && result.durationMs < YOUNG_MS && !hasProgress;
    this.#youngDeaths = isYoung ? this.#youngDeaths + 1 : 0;
  }

  /** Waits before the next agent, a little longer after each that died young. */
  async beforeAgent(): Promise<void> {
    const ms = backOffMs(this.#youngDeaths);
    if (ms === 0) return;
    const { clock, report, stop } = this.#world;
    report({
      kind: "waiting",
      why: "back-off",
      detail: "the agent ended at once and nothing moved",
      seconds: ms / 1000,
      until: toInstant((clock.wallMs() + ms) / 1000),
      is_reminder: false,
    });
    await clock.sleep(ms, stop.signal);
  }

  /**
   * Waits until a rate limit is over; such a round uses up no iteration.
   *
   * @param limit The refusal.
   * @param hasProgress Whether something moved before it: then earlier waits are forgotten.
   * @param completed Items that this run completed.
   * @returns The end where the wait would be too long; null to go on.
   */
  async forLimit(
    limit: RateLimit,
    hasProgress: boolean,
    completed: number,
  ): Promise<JobEnd | null> {
    const { clock, disk, stop } = this.#world;
    if (hasProgress) this.noteAccepted();
    disk.change((record) => ({ ...record, iteration: Math.max(0, record.iteration - 1) }));
    const now = clock.wallMs() / 1000;
    const ceilingSeconds = this.#job.rateLimitWaitSeconds;
    const backOffSeconds = this.#job.settings.wake_backoff_seconds;
    const plan = planWait(
      limit,
      this.#refusals,
      this.#waitedSeconds,
      { ceilingSeconds, backOffSeconds },
      now,
    );
    const until = toInstant(plan.untilSeconds);
    if (plan.kind === "too-long") {
      const needed = Math.ceil((this.#waitedSeconds + plan.untilSeconds - now) / 3600);
      const allowed = Math.round(ceilingSeconds / 360) / 10;
      const sentence = `Rate limit (${limit.detail}) until ${until}: the wait would take ` +
        `${needed} h, and --rate-limit-wait allows ${allowed} h; continue later with ` +
        `'ralph run --resume', or wait with 'ralph run --resume --rate-limit-wait ${needed}h'`;
      const exitCode = completed > 0 ? EXIT.limit : EXIT.failure;
      return endOf({ code: "rate-limited", sentence }, exitCode);
    }
    this.#refusals += 1;
    this.#waitedSeconds += plan.untilSeconds - now;
    disk.change((record) =>
      pause(record, {
        why: "rate-limited",
        detail: limit.detail,
        untilSeconds: plan.untilSeconds,
        wakesByItself: true,
      }, now)
    );
    disk.note({
      kind: "pause",
      code: "rate-limited",
      sentence: `Paused by a rate limit until ${until}: ${limit.detail}`,
    });
    await this.#sleepUntil(plan.untilSeconds, limit.detail);
    if (stop.ask === null) {
      disk.change((record) => resume(record, clock.wallMs() / 1000));
      disk.note({ kind: "resume", sentence: "The rate limit should be over: the run goes on" });
    }
    return null;
  }

  /** By the wall clock, in short steps: the machine may sleep meanwhile. */
  async #sleepUntil(untilSeconds: number, detail: string): Promise<void> {
    const { clock, stop, report } = this.#world;
    const { heartbeatMs } = this.#job.limits;
    const until = toInstant(untilSeconds);
    let toldAt = -Infinity;
    while (stop.ask === null) {
      const leftMs = untilSeconds * 1000 - clock.wallMs();
      if (leftMs <= 0) return;
      const isFirst = toldAt === -Infinity;
      if (isFirst || heartbeatMs > 0 && clock.monotonicMs() - toldAt >= heartbeatMs) {
        toldAt = clock.monotonicMs();
        const seconds = Math.round(leftMs / 1000);
        report({
          kind: "waiting",
          why: "rate-limit",
          detail,
          seconds,
          until,
          is_reminder: !isFirst,
        });
      }
      await clock.sleep(Math.min(leftMs, 1_000), stop.signal);
    }
  }
}

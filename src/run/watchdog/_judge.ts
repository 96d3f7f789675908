/**
 * The watchdog's judgement: when to warn about an agent, and when to end it. Without I/O or a clock.
 *
 * A lack of liveness (any byte) ends an agent. A lack of progress (new text) only causes a warning, because a
 * spinner may be the only output of a thinking model.
 */
import type { EndedBy, StopWish, Warning, WatchLimits } from "./agent_process.ts";

/** Maximum time between two judgements, in milliseconds; this includes stop requests. */
const SAMPLE_MS = 250;
/** Share of the idle timeout after which the watchdog warns. */
const WARN_SHARE = 0.8;
/** CPU use above which an agent is not idle, in cores. */
const BUSY_CORES = 0.05;
/** Idle timeouts without new text after which the watchdog warns. */
const NO_PROGRESS_TIMES = 10;
/** Idle timeouts for which an agent may run without output or a tool, however busy it is. */
const BUSY_TIMES = 10;
/** A sample that is this late means that the machine or the process slept. */
const SLEPT_MS = 5_000;

interface Sample {
  readonly monotonicMs: number;
  readonly wallMs: number;
  /** CPU use over the last idle time, in cores; null if it is unknown. */
  readonly cpuShare: number | null;
  readonly isToolInFlight: boolean;
  readonly isResultReported: boolean;
  readonly wish: StopWish;
}

interface AgentJudgement {
  readonly warnings: readonly Warning[];
  /** Why the agent must end; null to continue. */
  readonly end: Exclude<EndedBy, "exit" | "not-started"> | null;
  readonly isHeartbeatDue: boolean;
  readonly waitMs: number;
}

/** The clocks of an agent. */
export class Judge {
  readonly #limits: WatchLimits;
  #startedAt: number;
  #lastByteAt: number;
  #lastProgressAt: number;
  #heartbeatAt: number;
  #reportedAt: number | null = null;
  /** The announcement of the warning about silence: a kill or, for a busy agent, no kill. */
  #warnedOf: "kill" | "work" | null = null;
  #hasWarnedOfProgress = false;
  #postponedAt: number | null = null;
  #last: { monotonicMs: number; wallMs: number; waitMs: number };

  /** Starts the clocks. @param wallMs The current Unix time, in milliseconds. */
  constructor(limits: WatchLimits, monotonicMs: number, wallMs: number) {
    this.#limits = limits;
    this.#startedAt = monotonicMs;
    this.#lastByteAt = monotonicMs;
    this.#lastProgressAt = monotonicMs;
    this.#heartbeatAt = monotonicMs + limits.heartbeatMs;
    this.#last = { monotonicMs, wallMs, waitMs: SAMPLE_MS };
  }

  noteByte(nowMs: number): void {
    this.#lastByteAt = nowMs;
    this.#warnedOf = null;
    this.#postponedAt = null;
  }

  noteProgress(nowMs: number): void {
    this.#lastProgressAt = nowMs;
    this.#hasWarnedOfProgress = false;
  }

  /** Measures the times since the start, the last output and the last progress, in milliseconds. */
  measure(nowMs: number): { elapsedMs: number; idleMs: number; sinceProgressMs: number } {
    return {
      elapsedMs: nowMs - this.#startedAt,
      idleMs: nowMs - this.#lastByteAt,
      sinceProgressMs: nowMs - this.#lastProgressAt,
    };
  }

  /** Checks whether the judgement depends on CPU use, which must then be measured again. */
  isVerdictNear(nowMs: number): boolean {
    const { idleTimeoutMs } = this.#limits;
    const { idleMs } = this.measure(nowMs);
    if (idleTimeoutMs === 0) return false;
    return idleMs >= idleTimeoutMs ||
      this.#warnedOf !== "kill" && idleMs >= WARN_SHARE * idleTimeoutMs;
  }

  judge(sample: Sample): AgentJudgement {
    const warnings = this.#noticeSleep(sample);
    const now = sample.monotonicMs;
    const { elapsedMs, idleMs, sinceProgressMs } = this.measure(now);
    if (!sample.isResultReported) this.#reportedAt = null;
    else this.#reportedAt ??= now;
    const end = this.#findEnd(sample, warnings);
    if (end !== null) warnings.push({ kind: "ending", by: end, idleMs, elapsedMs });
    else this.#warnOfStandstill(sinceProgressMs, idleMs, warnings);
    const isHeartbeatDue = this.#limits.heartbeatMs > 0 && now >= this.#heartbeatAt;
    if (isHeartbeatDue) this.#heartbeatAt = now + this.#limits.heartbeatMs;
    const waitMs = this.#findWait(now);
    this.#last = { monotonicMs: now, wallMs: sample.wallMs, waitMs };
    return { warnings, end, isHeartbeatDue, waitMs };
  }

  /** Restarts the idle clock after the machine slept, since the agent slept too. */
  #noticeSleep({ monotonicMs, wallMs }: Sample): Warning[] {
    const { waitMs } = this.#last;
    const overslept = monotonicMs - this.#last.monotonicMs - waitMs;
    const ms = Math.max(overslept, wallMs - this.#last.wallMs - waitMs);
    if (ms < SLEPT_MS) return [];
    if (overslept >= SLEPT_MS) this.#startedAt += overslept;
    this.noteByte(monotonicMs);
    this.noteProgress(monotonicMs);
    this.#heartbeatAt = monotonicMs + this.#limits.heartbeatMs;
    if (this.#reportedAt !== null) this.#reportedAt = monotonicMs;
    return [{ kind: "slept", ms }];
  }

  #findEnd(sample: Sample, warnings: Warning[]): AgentJudgement["end"] {
    const { taskTimeoutMs, limitMs = Infinity, completionGraceMs } = this.#limits;
    const { elapsedMs } = this.measure(sample.monotonicMs);
    if (sample.wish === "stop" || sample.wish === "limit") return sample.wish;
    if (sample.wish !== null) return "interrupt";
    if (elapsedMs >= limitMs) return "limit";
    if (taskTimeoutMs > 0 && elapsedMs >= taskTimeoutMs) return "task-timeout";
    if (this.#reportedAt === null) return this.#findIdleEnd(sample, warnings);
    return sample.monotonicMs - this.#reportedAt >= completionGraceMs ? "completion-grace" : null;
  }

  #findIdleEnd(sample: Sample, warnings: Warning[]): AgentJudgement["end"] {
    const { idleTimeoutMs } = this.#limits;
    const { idleMs } = this.measure(sample.monotonicMs);
    if (idleTimeoutMs === 0 || idleMs < WARN_SHARE * idleTimeoutMs) return null;
    const why = sample.isToolInFlight ? "tool" : isBusy(sample.cpuShare) ? "cpu" : null;
    if (idleMs < idleTimeoutMs) {
      const warning = why === null ? "kill" : "work";
      if (this.#warnedOf !== "kill" && this.#warnedOf !== warning) {
        this.#warnedOf = warning;
        const { cpuShare } = sample;
        warnings.push({
          kind: "idle-soon",
          idleMs,
          killInMs: idleTimeoutMs - idleMs,
          why,
          cpuShare,
        });
      }
      return null;
    }
    if (why === null || why === "cpu" && idleMs >= BUSY_TIMES * idleTimeoutMs) {
      return "idle-timeout";
    }
    if (this.#postponedAt === null || sample.monotonicMs - this.#postponedAt >= idleTimeoutMs) {
      this.#postponedAt = sample.monotonicMs;
      warnings.push({ kind: "postponed", why, idleMs, cpuShare: sample.cpuShare });
    }
    return null;
  }

  #warnOfStandstill(sinceProgressMs: number, idleMs: number, warnings: Warning[]): void {
    const { idleTimeoutMs } = this.#limits;
    if (idleTimeoutMs === 0 || this.#hasWarnedOfProgress || idleMs >= idleTimeoutMs) return;
    if (sinceProgressMs < NO_PROGRESS_TIMES * idleTimeoutMs) return;
    this.#hasWarnedOfProgress = true;
    warnings.push({ kind: "no-progress", sinceProgressMs });
  }

  /** Returns the time to the next sample; earlier if there is a deadline before it. */
  #findWait(nowMs: number): number {
    const { taskTimeoutMs, limitMs = Infinity, idleTimeoutMs, completionGraceMs, heartbeatMs } =
      this.#limits;
    const due = [
      this.#startedAt + limitMs,
      heartbeatMs > 0 ? this.#heartbeatAt : Infinity,
      taskTimeoutMs > 0 ? this.#startedAt + taskTimeoutMs : Infinity,
      idleTimeoutMs > 0 ? this.#lastByteAt + idleTimeoutMs : Infinity,
      idleTimeoutMs > 0 ? this.#lastByteAt + WARN_SHARE * idleTimeoutMs : Infinity,
      this.#reportedAt === null ? Infinity : this.#reportedAt + completionGraceMs,
    ].filter((at) => at > nowMs);
    return Math.max(1, Math.min(SAMPLE_MS, ...due.map((at) => Math.ceil(at - nowMs))));
  }
}

function isBusy(cpuShare: number | null): boolean {
  return cpuShare !== null && cpuShare > BUSY_CORES;
}

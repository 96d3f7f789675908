/**
 * The life of one started agent: check again and again until it ends or has to, then clean up.
 *
 * @module
 */
import { endFamily } from "../../process/end_family.ts";
import type { Family } from "../../process/family.ts";
import type { Terminal, TerminalExit, TerminalSize } from "../terminal/terminal.ts";
import { FamilyWatch } from "./_family_watch.ts";
import type { Judge } from "./_judge.ts";
import type { Output } from "./_output.ts";
import type { AgentCallbacks, AgentOutcome, AgentProcess, EndedBy } from "./agent_process.ts";
import type { RunnerClock } from "./clock.ts";

/** A stop takes effect within a second, so its grace is short. */
const STOP_GRACE_MS = 500;
/** How long the end of a killed agent is waited for, in milliseconds. */
const LAST_EXIT_MS = 3_000;
/** Processes that end just after the agent are not left behind. */
const STRAGGLERS_MS = 100;
/** The window of CPU use where there is no idle time. */
const CPU_WINDOW_MS = 60_000;
/** Incomplete lines are shown after this long without a byte. */
const PARTIAL_LINE_MS = 200;

/** What a supervision works with. */
export interface SupervisionParts {
  readonly agent: AgentProcess;
  readonly clock: RunnerClock;
  readonly callbacks: Required<AgentCallbacks>;
  readonly judge: Judge;
  readonly output: Output;
  readonly terminal: Terminal;
  readonly family: Family;
}

/** What the watchdog or the user ends an agent by. */
type Cause = Exclude<EndedBy, "exit" | "not-started">;

/** One started agent. */
export class Supervision {
  readonly #parts: SupervisionParts;
  readonly #familyWatch: FamilyWatch;
  readonly #over = new AbortController();
  #size: TerminalSize;
  #exit: TerminalExit | null = null;
  #progressCount: number;
  #hasReportedLog = false;

  /**
   * @param parts What it works with.
   * @param size The window at the start.
   */
  constructor(parts: SupervisionParts, size: TerminalSize) {
    this.#parts = parts;
    this.#size = size;
    const { terminal, agent, clock, callbacks, family } = parts;
    const windowMs = agent.limits.idleTimeoutMs || CPU_WINDOW_MS;
    this.#familyWatch = new FamilyWatch(family, clock, windowMs);
    this.#progressCount = callbacks.progressCount();
    terminal.exited.then((exit) => {
      this.#exit = exit;
      family.noteRootEnd();
      this.#over.abort();
    });
    callbacks.onStarted({ backend: terminal.backend, pid: terminal.pid });
  }

  /** Watches until all is over. */
  async runToEnd(): Promise<
    Pick<AgentOutcome, "exitCode" | "signal" | "endedBy" | "leftBehind" | "silentMs">
  > {
    const { judge, clock, terminal } = this.#parts;
    const cause = await this.#watchUntilEnd();
    // What it prints because it is ended is not a sign of life.
    const silentMs = judge.measure(clock.monotonicMs()).idleMs;
    const leftBehind = cause === null ? await this.#endLeftBehind() : await this.#end(cause);
    terminal.close();
    const exit = this.#exit ?? { code: null, signal: null };
    return {
      exitCode: exit.code,
      signal: exit.signal,
      endedBy: cause ?? "exit",
      leftBehind,
      silentMs,
    };
  }

  /** @returns What the agent has to be ended by; null where it ended by itself. */
  async #watchUntilEnd(): Promise<Cause | null> {
    const { clock, callbacks, judge, output } = this.#parts;
    while (this.#exit === null) {
      await this.#familyWatch.sample(judge.isVerdictNear(clock.monotonicMs()));
      const judgement = judge.judge({
        monotonicMs: clock.monotonicMs(),
        wallMs: clock.wallMs(),
        cpuShare: this.#familyWatch.cpuShare,
        isToolInFlight: callbacks.isToolInFlight(),
        isResultReported: callbacks.isResultReported(),
        wish: callbacks.stopWish(),
      });
      if (this.#exit !== null) break;
      for (const warning of judgement.warnings) {
        if (warning.kind === "slept") this.#familyWatch.clear();
        callbacks.onWarning(warning);
      }
      if (judgement.end !== null) return judgement.end;
      if (judgement.isHeartbeatDue) {
        callbacks.onHeartbeat({
          ...judge.measure(clock.monotonicMs()),
          bytes: output.bytes,
          cpuShare: this.#familyWatch.cpuShare,
        });
      }
      this.#followChanges();
      await clock.sleep(judgement.waitMs, this.#over.signal);
    }
    return null;
  }

  /** Passes on what changed beside the judgement: silence, progress, window, log. */
  #followChanges(): void {
    const { clock, callbacks, judge, output, agent, terminal } = this.#parts;
    const nowMs = clock.monotonicMs();
    if (judge.measure(nowMs).idleMs >= PARTIAL_LINE_MS) output.release();
    const count = callbacks.progressCount();
    if (count !== this.#progressCount) judge.noteProgress(nowMs);
    this.#progressCount = count;
    const size = agent.size();
    if (size.columns !== this.#size.columns || size.rows !== this.#size.rows) {
      this.#size = size;
      terminal.resize(size);
    }
    if (agent.log.problem === null || this.#hasReportedLog) return;
    this.#hasReportedLog = true;
    callbacks.onWarning({ kind: "log-failed", why: agent.log.problem });
  }

  /** Ends a living agent and all its processes. */
  async #end(cause: Cause): Promise<number> {
    const { clock, terminal, agent } = this.#parts;
    const { killGraceMs } = agent.limits;
    const isHolder = terminal.findAgent !== undefined;
    const graceMs = cause === "stop" ? Math.min(STOP_GRACE_MS, killGraceMs) : killGraceMs;
    await this.#endFamily(graceMs, isHolder ? terminal.pid : undefined);
    // What holds the terminal ends by itself now, and reports how the agent did.
    await Promise.race([terminal.exited, clock.sleep(LAST_EXIT_MS, this.#over.signal)]);
    if (isHolder && this.#exit === null) await this.#endFamily(0);
    return 0;
  }

  /** Ends what the agent left behind when it ended by itself. */
  async #endLeftBehind(): Promise<number> {
    const { clock, agent, family, callbacks } = this.#parts;
    const count = async () => (await family.takeCensus()).living.length;
    if (await count() === 0) return 0;
    await clock.sleep(STRAGGLERS_MS);
    const processes = await count();
    if (processes === 0) return 0;
    callbacks.onWarning({ kind: "left-behind", processes });
    await this.#endFamily(agent.limits.killGraceMs);
    return processes;
  }

  async #endFamily(graceMs: number, holderPid?: number): Promise<void> {
    const { clock, callbacks, family } = this.#parts;
    const wasAsked = callbacks.stopWish();
    const { survivors } = await endFamily(family, {
      graceMs,
      ...(holderPid !== undefined && { holderPid }),
      isUrgent: () => {
        const wish = callbacks.stopWish();
        return wish === "interrupt-now" || wish === "stop" && wasAsked !== "stop";
      },
      onKill: (processes) => callbacks.onWarning({ kind: "killing", processes }),
      clock,
    });
    if (survivors.length > 0) callbacks.onWarning({ kind: "survived", pids: survivors });
  }
}

/** Supervises a started agent until it ends or must be ended, then cleans up. */
import { endFamily } from "../../system/end_family.ts";
import type { Family } from "../../system/family.ts";
import type { Terminal, TerminalExit, TerminalSize } from "../terminal/terminal.ts";
import { FamilyWatch } from "./_family_watch.ts";
import type { Judge } from "./_judge.ts";
import type { AgentOutput } from "./_output.ts";
import type { AgentCallbacks, AgentOutcome, AgentProcess, EndedBy } from "./agent_process.ts";
import type { RunnerClock } from "./clock.ts";

/** Grace after a stop request; short, since a stop takes effect within a second. */
const STOP_GRACE_MS = 500;
/** Maximum wait for a killed agent to end, in milliseconds. */
const LAST_EXIT_MS = 3_000;
/** Time for the agent's other processes to end after it, in milliseconds. */
const STRAGGLERS_MS = 100;
/** Window for CPU use if there is no idle timeout, in milliseconds. */
const CPU_WINDOW_MS = 60_000;
/** Time without a byte after which incomplete lines are shown, in milliseconds. */
const PARTIAL_LINE_MS = 200;

interface SupervisionParts {
  readonly agent: AgentProcess;
  readonly clock: RunnerClock;
  readonly callbacks: AgentCallbacks;
  readonly judge: Judge;
  readonly output: AgentOutput;
  readonly terminal: Terminal;
  readonly family: Family;
}

/** Why the watchdog or the user ends an agent. */
type Cause = Exclude<EndedBy, "exit" | "not-started">;

/** Watches an agent from its start to its last process, and terminates it if it must end. */
export class Supervision {
  readonly #familyWatch: FamilyWatch;
  readonly #over = new AbortController();
  #exit: TerminalExit | null = null;
  #progressCount: number;
  #hasReportedLog = false;

  constructor(private readonly parts: SupervisionParts, private size: TerminalSize) {
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

  async runToEnd(): Promise<
    Pick<AgentOutcome, "exitCode" | "signal" | "endedBy" | "leftBehind" | "silentMs">
  > {
    const { judge, clock, terminal } = this.parts;
    const cause = await this.#watchUntilEnd();
    // Output caused by its termination does not count as activity.
    const silentMs = judge.measure(clock.monotonicMs()).idleMs;
    const leftBehind = cause === null ? await this.#endLeftBehind() : await this.#end(cause);
    terminal.close();
    this.#reportLog();
    const exit = this.#exit ?? { code: null, signal: null };
    return {
      exitCode: exit.code,
      signal: exit.signal,
      endedBy: cause ?? "exit",
      leftBehind,
      silentMs,
    };
  }

  /** Watches until the agent ends. @returns Why it must be ended; null if it ended by itself. */
  async #watchUntilEnd(): Promise<Cause | null> {
    const { clock, callbacks, judge } = this.parts;
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
        callbacks.onHeartbeat(judge.measure(clock.monotonicMs()));
      }
      this.#followChanges();
      await clock.sleep(judgement.waitMs, this.#over.signal);
    }
    return null;
  }

  /** Handles other changes: silence, progress, window size, log. */
  #followChanges(): void {
    const { clock, callbacks, judge, output, agent, terminal } = this.parts;
    const nowMs = clock.monotonicMs();
    if (judge.measure(nowMs).idleMs >= PARTIAL_LINE_MS) output.release();
    callbacks.onTick();
    const count = callbacks.progressCount();
    if (count !== this.#progressCount) judge.noteProgress(nowMs);
    this.#progressCount = count;
    const size = agent.size();
    if (size.columns !== this.size.columns || size.rows !== this.size.rows) {
      this.size = size;
      terminal.resize(size);
    }
    this.#reportLog();
  }

  /** Reports once that the log cannot be written, even for an agent that ended before the first check. */
  #reportLog(): void {
    const { problem } = this.parts.agent.log;
    if (problem === null || this.#hasReportedLog) return;
    this.#hasReportedLog = true;
    this.parts.callbacks.onWarning({ kind: "log-failed", why: problem });
  }

  async #end(cause: Cause): Promise<number> {
    const { clock, terminal, agent } = this.parts;
    const { killGraceMs } = agent.limits;
    const holderPids = agent.isHolder === true ? [terminal.pid] : [];
    const graceMs = cause === "stop" ? Math.min(STOP_GRACE_MS, killGraceMs) : killGraceMs;
    const ended = await this.#endFamily(graceMs, holderPids);
    // The holders now end by themselves and report the agent's end, unless the agent had not started yet.
    const isAlone = ended === 0 && holderPids.length > 0;
    const waitForExit = (ms: number) =>
      Promise.race([terminal.exited, clock.sleep(ms, this.#over.signal)]);
    await waitForExit(isAlone ? STRAGGLERS_MS : LAST_EXIT_MS);
    if (holderPids.length > 0 && this.#exit === null) {
      await this.#endFamily(isAlone ? graceMs : 0);
      await waitForExit(LAST_EXIT_MS);
    }
    return 0;
  }

  async #endLeftBehind(): Promise<number> {
    const { clock, agent, family, callbacks } = this.parts;
    const count = async () => (await family.takeCensus()).living.length;
    if (await count() === 0) return 0;
    await clock.sleep(STRAGGLERS_MS);
    const processes = await count();
    if (processes === 0) return 0;
    callbacks.onWarning({ kind: "left-behind", processes });
    await this.#endFamily(agent.limits.killGraceMs);
    return processes;
  }

  /** Ends the agent's processes. @returns Their number. */
  async #endFamily(graceMs: number, holderPids: readonly number[] = []): Promise<number> {
    const { clock, callbacks, family } = this.parts;
    const wasAsked = callbacks.stopWish();
    const { ended, survivors } = await endFamily(family, {
      graceMs,
      holderPids,
      isUrgent: () => {
        const wish = callbacks.stopWish();
        return wish === "interrupt-now" || wish === "stop" && wasAsked !== "stop";
      },
      onKill: (processes) => callbacks.onWarning({ kind: "killing", processes }),
      clock,
    });
    if (survivors.length > 0) callbacks.onWarning({ kind: "survived", pids: survivors });
    return ended;
  }
}

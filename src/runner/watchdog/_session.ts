/**
 * The life of one started agent: look again and again until it ends or has to, then clean up.
 *
 * @module
 */
import { endFamily } from "../../process/end_family.ts";
import { Family, type FamilySeed } from "../../process/family.ts";
import type { ProcessTable } from "../../process/process_table.ts";
import type { Terminal, TerminalExit, TerminalSize } from "../terminal/terminal.ts";
import type { Callbacks } from "./_callbacks.ts";
import { FamilyWatch } from "./_family_watch.ts";
import type { Output } from "./_output.ts";
import type { Watch } from "./_watch.ts";
import type { RunnerClock } from "./clock.ts";
import type { EndedBy, WatchedResult, WatchedRun } from "./watched_run.ts";

/** A stop takes effect within a second, so its grace is short. */
const STOP_GRACE_MS = 500;
/** So long the end of a killed agent is waited for, in milliseconds. */
const LAST_WORD_MS = 3_000;
/** Processes that end just after the agent are not left behind. */
const STRAGGLERS_MS = 100;
/** Over which the use of the processor is told where there is no idle time. */
const CPU_WINDOW_MS = 60_000;
/** After so long without a byte, incomplete lines are shown. */
const PARTIAL_LINE_MS = 200;

/** What a session works with. */
export interface SessionParts {
  readonly run: WatchedRun;
  readonly clock: RunnerClock;
  readonly callbacks: Callbacks;
  readonly watch: Watch;
  readonly output: Output;
  readonly terminal: Terminal;
  readonly table: ProcessTable | null;
  /** How the system looked before the start. */
  readonly before: Pick<FamilySeed, "since" | "adopter">;
}

/** How it ended. */
type Ending = Pick<
  WatchedResult,
  "exitCode" | "signal" | "endedBy" | "leftBehind" | "silentMs"
>;

/** What the watchdog or the user ends a run by. */
type Cause = Exclude<EndedBy, "exit" | "not-started">;

/** One started agent. */
export class Session {
  readonly #parts: SessionParts;
  readonly #family: Family;
  readonly #familyWatch: FamilyWatch;
  readonly #over = new AbortController();
  #size: TerminalSize;
  #exit: TerminalExit | null = null;
  #progressCount: number;
  #hasToldOfLog = false;

  /**
   * @param parts What it works with.
   * @param size The window at the start.
   */
  constructor(parts: SessionParts, size: TerminalSize) {
    this.#parts = parts;
    this.#size = size;
    const { terminal, table, before, run, clock, callbacks } = parts;
    const { pid: rootPid, findAgent } = terminal;
    this.#family = new Family({ rootPid, findAgent, runIds: [run.runId], table, ...before });
    this.#familyWatch = new FamilyWatch(
      this.#family,
      clock,
      run.limits.idleTimeoutMs || CPU_WINDOW_MS,
    );
    this.#progressCount = callbacks.progressCount();
    terminal.exited.then((exit) => {
      this.#exit = exit;
      this.#family.noteRootEnd();
      this.#over.abort();
    });
    callbacks.tell("onStarted", { backend: terminal.backend, pid: terminal.pid });
  }

  /** Watches until all is over. */
  async runToEnd(): Promise<Ending> {
    const cause = await this.#watchOver();
    // What it prints because it is ended is no sign of life.
    const silentMs = this.#parts.watch.measure(this.#parts.clock.monotonicMs()).idleMs;
    const leftBehind = cause === null ? await this.#endLeftBehind() : await this.#end(cause);
    this.#parts.terminal.close();
    const exit = this.#exit ?? { code: null, signal: null };
    return {
      exitCode: exit.code,
      signal: exit.signal,
      endedBy: cause ?? "exit",
      leftBehind,
      silentMs,
    };
  }

  /** Null: it ended by itself. */
  async #watchOver(): Promise<Cause | null> {
    const { clock, callbacks, watch } = this.#parts;
    while (this.#exit === null) {
      await this.#familyWatch.look(watch.isVerdictNear(clock.monotonicMs()));
      const judgement = watch.look({
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
        callbacks.tell("onWarning", warning);
      }
      if (judgement.end !== null) return judgement.end;
      if (judgement.isHeartbeatDue) this.#beat();
      this.#lookAround();
      await clock.sleep(judgement.waitMs, this.#over.signal);
    }
    return null;
  }

  #beat(): void {
    const { clock, callbacks, watch, output } = this.#parts;
    callbacks.tell("onHeartbeat", {
      ...watch.measure(clock.monotonicMs()),
      bytes: output.bytes,
      cpuShare: this.#familyWatch.cpuShare,
    });
  }

  /** What happens beside the judgement. */
  #lookAround(): void {
    const { clock, callbacks, watch, output, run, terminal } = this.#parts;
    const now = clock.monotonicMs();
    if (watch.measure(now).idleMs >= PARTIAL_LINE_MS) output.release();
    const count = callbacks.progressCount();
    if (count !== this.#progressCount) watch.noteProgress(now);
    this.#progressCount = count;
    const size = run.size();
    if (size.columns !== this.#size.columns || size.rows !== this.#size.rows) {
      this.#size = size;
      terminal.resize(size);
    }
    if (run.log.problem === null || this.#hasToldOfLog) return;
    this.#hasToldOfLog = true;
    callbacks.tell("onWarning", { kind: "log-failed", why: run.log.problem });
  }

  /** Ends a living agent and all its processes. */
  async #end(cause: Cause): Promise<number> {
    const { clock, terminal, run } = this.#parts;
    const graceMs = cause === "stop"
      ? Math.min(STOP_GRACE_MS, run.limits.killGraceMs)
      : run.limits.killGraceMs;
    await this.#endFamily(graceMs, terminal.isHolder ? terminal.pid : undefined);
    // What holds the terminal ends by itself now, and says how the agent did.
    await Promise.race([terminal.exited, clock.sleep(LAST_WORD_MS, this.#over.signal)]);
    if (terminal.isHolder && this.#exit === null) await this.#endFamily(0, undefined);
    return 0;
  }

  /** Ends what the agent left behind when it ended by itself. */
  async #endLeftBehind(): Promise<number> {
    const { clock, run } = this.#parts;
    const count = async () => (await this.#family.takeCensus()).living.length;
    if (await count() === 0) return 0;
    await clock.sleep(STRAGGLERS_MS);
    const processes = await count();
    if (processes === 0) return 0;
    this.#parts.callbacks.tell("onWarning", { kind: "left-behind", processes });
    await this.#endFamily(run.limits.killGraceMs, undefined);
    return processes;
  }

  async #endFamily(graceMs: number, holderPid: number | undefined): Promise<void> {
    const { clock, callbacks } = this.#parts;
    const wasAsked = callbacks.stopWish();
    const { survivors } = await endFamily(this.#family, {
      graceMs,
      ...(holderPid !== undefined && { holderPid }),
      isUrgent: () => {
        const wish = callbacks.stopWish();
        return wish === "interrupt-now" || wish === "stop" && wasAsked !== "stop";
      },
      onKill: (processes) => callbacks.tell("onWarning", { kind: "killing", processes }),
      clock,
    });
    if (survivors.length > 0) callbacks.tell("onWarning", { kind: "survived", pids: survivors });
  }
}

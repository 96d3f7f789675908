/** Time, a terminal and processes that a test turns by hand. */
import type { ProcessEntry, ProcessTable } from "../../src/system/process_table.ts";
import type { Opened } from "../../src/run/terminal/open.ts";
import type { TerminalExit, TerminalSpec } from "../../src/run/terminal/terminal.ts";
import type { AgentCallbacks, WatchLimits } from "../../src/run/watchdog/agent_process.ts";
import type { RunnerClock } from "../../src/run/watchdog/clock.ts";

/** Callbacks of nobody who listens. */
export const NO_CALLBACKS: AgentCallbacks = {
  onLine: () => {},
  onStarted: () => {},
  onHeartbeat: () => {},
  onWarning: () => {},
  onTick: () => {},
  isToolInFlight: () => false,
  isResultReported: () => false,
  progressCount: () => 0,
  stopWish: () => null,
};

/** Time passes only while somebody sleeps, and then at once. */
export class VirtualClock implements RunnerClock {
  #now = 1_000;
  #wallAhead = 1_700_000_000_000;
  #events: { at: number; act: () => void }[] = [];

  monotonicMs(): number {
    return this.#now;
  }

  wallMs(): number {
    return this.#now + this.#wallAhead;
  }

  /** Does something when that much time has passed. */
  after(ms: number, act: () => void): void {
    this.#events.push({ at: this.#now + ms, act });
    this.#events.sort((a, b) => a.at - b.at);
  }

  /** A closed lid: the wall clock goes on alone, or both if the system counts sleep. */
  suspend(ms: number, isCounted = false): void {
    if (isCounted) this.#now += ms;
    else this.#wallAhead += ms;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const until = this.#now + ms;
    while ((this.#events[0]?.at ?? Infinity) <= until && !signal?.aborted) {
      const { at, act } = this.#events.shift()!;
      this.#now = Math.max(this.#now, at);
      act();
      // Whoever hears of the event goes first.
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    }
    if (!signal?.aborted) this.#now = Math.max(this.#now, until);
  }
}

/** More than any system gives out (2^22 on Linux), since signals to it are really sent. */
export const NO_PID = 2 ** 22 + 1;

/** An agent without a process: it says what the test says. */
export class FakeAgent {
  #onData: TerminalSpec["onData"] = () => {};
  #end: (exit: TerminalExit) => void = () => {};
  readonly sizes: string[] = [];
  isClosed = false;

  readonly open = (_choice: unknown, spec: TerminalSpec): Opened => {
    this.#onData = spec.onData;
    const exited = new Promise<TerminalExit>((resolve) => this.#end = resolve);
    const terminal = {
      backend: "pty" as const,
      pid: NO_PID,
      exited,
      resize: ({ columns, rows }: { columns: number; rows: number }) => {
        this.sizes.push(`${columns}x${rows}`);
      },
      close: () => {
        this.isClosed = true;
      },
    };
    return { terminal, errors: [] };
  };

  say(text: string): void {
    this.#onData(new TextEncoder().encode(text), "out");
  }

  exit(code: number): void {
    this.#end({ code, signal: null });
  }
}

/** Processes that stand in a list. */
export class FakeTable implements ProcessTable {
  entries: ProcessEntry[] = [];
  readonly marked = new Set<number>();
  /** How often environments were looked at. */
  readonly askedFor: number[] = [];
  /** How often the processes were listed. */
  lists = 0;

  now(): number {
    return 100;
  }

  list(): Promise<ProcessEntry[]> {
    this.lists += 1;
    // No system is without its first process; an empty list is one that could not be read.
    return Promise.resolve([makeProcess(1, { parent: 0, startedAt: 1 }), ...this.entries]);
  }

  findMarked(pids: readonly number[]): Promise<Set<number>> {
    this.askedFor.push(...pids);
    return Promise.resolve(new Set(pids.filter((pid) => this.marked.has(pid))));
  }
}

/** One process; by default the leader of a session of its own. */
export function makeProcess(pid: number, given: Partial<ProcessEntry> = {}): ProcessEntry {
  return {
    pid,
    parent: 1,
    group: pid,
    session: pid,
    startedAt: 200,
    cpuMs: 0,
    isEnded: false,
    ...given,
  };
}

/** The watchdog's limits as the options of `ralph run` have them by default. */
export const DEFAULT_LIMITS: WatchLimits = {
  taskTimeoutMs: 1_800_000,
  idleTimeoutMs: 60_000,
  heartbeatMs: 60_000,
  killGraceMs: 5_000,
  completionGraceMs: 15_000,
};

/** The types of `watchAgent`: its input, callbacks and result. */
import type { LogSink } from "../terminal/iteration_log.ts";
import type { Backend, TerminalChoice, TerminalSize } from "../terminal/terminal.ts";
import type { RunnerClock } from "./clock.ts";

/** Timeouts in milliseconds; 0 disables a timeout or grace. */
export interface WatchLimits {
  /** From start to end, without suspension of the machine (default: 1800 s). */
  readonly taskTimeoutMs: number;
  /** From start until a limit of the whole run is reached; left out without one. */
  readonly limitMs?: number;
  /** Time without a byte, a tool call or CPU use (default: 60 s). */
  readonly idleTimeoutMs: number;
  /** Between two heartbeats (default: 60 s). */
  readonly heartbeatMs: number;
  /** From TERM to KILL (default: 5 s). */
  readonly killGraceMs: number;
  /** From the reported result to TERM (default: 15 s). */
  readonly completionGraceMs: number;
}

/**
 * The request to end: null for none, `stop`, `limit` and `interrupt` for an orderly end (TERM, grace, KILL),
 * `interrupt-now` for KILL at once, also during the grace.
 */
export type StopWish = null | "stop" | "limit" | "interrupt" | "interrupt-now";

/** What ended an agent: the agent itself, the watchdog, the user; `not-started`: no agent ran. */
export type EndedBy =
  | "exit"
  | "idle-timeout"
  | "task-timeout"
  | "completion-grace"
  | "stop"
  | "limit"
  | "interrupt"
  | "not-started";

/** The state of an agent at a heartbeat. */
export interface HeartbeatInfo {
  readonly elapsedMs: number;
  /** Time since the last byte. */
  readonly idleMs: number;
}

/** A warning of the watchdog; `describeWarning` renders it as a sentence. */
export type Warning =
  /** 80 % of the idle timeout are over; `why` says why the agent continues after it, null if it will not. */
  | {
    readonly kind: "idle-soon";
    readonly idleMs: number;
    readonly killInMs: number;
    readonly why: "tool" | "cpu" | null;
    readonly cpuShare: number | null;
  }
  /** Silent too long, but busy: the agent continues, with a tool until the task timeout. */
  | {
    readonly kind: "postponed";
    readonly why: "tool" | "cpu";
    readonly idleMs: number;
    readonly cpuShare: number | null;
  }
  /** Output without new text for ten idle timeouts, such as a spinner. */
  | { readonly kind: "no-progress"; readonly sinceProgressMs: number }
  /** The machine or this process slept, so the idle clock restarts. */
  | { readonly kind: "slept"; readonly ms: number }
  /** The watchdog or the user ends the agent; TERM is sent now, KILL after the grace. */
  | {
    readonly kind: "ending";
    readonly by: Exclude<EndedBy, "exit" | "not-started">;
    readonly idleMs: number;
    readonly elapsedMs: number;
  }
  /** The grace is over: KILL is sent. */
  | { readonly kind: "killing"; readonly processes: number }
  /** The agent ended and left processes behind, which are ended too. */
  | { readonly kind: "left-behind"; readonly processes: number }
  /** Not even KILL ended them (a hanging disk). */
  | { readonly kind: "survived"; readonly pids: readonly number[] }
  /** The log can no longer be written; the run continues. */
  | { readonly kind: "log-failed"; readonly why: string };

/** Callbacks of the job; they are called from timers and must not block. */
export interface AgentCallbacks {
  /** Receives each complete line, of a flood of text the last ones, masked; and the rest at the end. */
  readonly onLine: (line: string) => void;
  readonly onStarted: (started: { readonly backend: Backend; readonly pid: number }) => void;
  readonly onHeartbeat: (info: HeartbeatInfo) => void;
  readonly onWarning: (warning: Warning) => void;
  /** Whether the agent reported the start of a tool and not yet its end. */
  readonly isToolInFlight: () => boolean;
  readonly isResultReported: () => boolean;
  /** Any number that changes with progress seen elsewhere (plan, tree). */
  readonly progressCount: () => number;
  /** Called four times a second while the agent runs. */
  readonly onTick: () => void;
  /** Called four times a second, in every stage. */
  readonly stopWish: () => StopWish;
}

/** An agent process to watch. */
export interface AgentProcess {
  /** Program (a path, or a name on the environment's PATH) and arguments; no shell splits them. */
  readonly command: readonly string[];
  /** Whether the started process only waits for the agent, as bubblewrap does: it gets no TERM. */
  readonly isHolder?: boolean;
  readonly cwd: string;
  /** The agent's environment; `RALPH_RUN_ID` and, in a terminal, `TERM` are added. */
  readonly env: Readonly<Record<string, string>>;
  /** Marks every process of the agent: `{loop id}.{iteration}` identifies them by the loop's id. */
  readonly mark: string;
  readonly terminal: TerminalChoice;
  /** Called four times a second; `readConsoleSize` follows the runner's own window. */
  readonly size: () => TerminalSize;
  readonly log: LogSink;
  /** Values of these variables, and known key forms, never reach log, lines or screen. */
  readonly secretEnv: Readonly<Record<string, string>>;
  readonly limits: WatchLimits;
  readonly callbacks: AgentCallbacks;
  /** The clock (default: the machine's). */
  readonly clock?: RunnerClock;
}

/** How an agent process ended, and what its last screen and output were. */
export interface AgentOutcome {
  /** The backend; null if none could start. */
  readonly backend: Backend | null;
  /** The agent's code; null if a signal ended it. 126 or 127 if it is not executable or not found. */
  readonly exitCode: number | null;
  readonly signal: Deno.Signal | null;
  readonly endedBy: EndedBy;
  /** The last lines on the screen, masked, to diagnose a silent agent. */
  readonly lastScreen: readonly string[];
  readonly bytes: number;
  /** Duration without suspension of the machine. */
  readonly durationMs: number;
  /** From the last byte to the end, or to the decision to end it. */
  readonly silentMs: number;
  /** Number of processes that were left behind and ended. */
  readonly leftBehind: number;
  /** Why it could not be started, a sentence for each backend that failed. */
  readonly startErrors: readonly string[];
}

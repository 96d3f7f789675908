/** The types of `watchAgent`: its input, callbacks and result. */
import type { LogSink } from "../terminal/iteration_log.ts";
import type { Backend, TerminalChoice, TerminalSize } from "../terminal/terminal.ts";
import type { RunnerClock } from "./clock.ts";

/** Timeouts in milliseconds; 0 disables a timeout or grace. */
export interface WatchLimits {
  /** Time from start to end, without suspension of the machine (default: 1800 s). */
  readonly taskTimeoutMs: number;
  /** Time from start until a limit of the whole run is reached; left out if there is none. */
  readonly limitMs?: number;
  /** Time without a byte, a tool call or CPU use (default: 60 s). */
  readonly idleTimeoutMs: number;
  /** Time between two heartbeats (default: 60 s). */
  readonly heartbeatMs: number;
  /** Time from TERM to KILL (default: 5 s). */
  readonly killGraceMs: number;
  /** Time from the reported result to TERM (default: 15 s). */
  readonly completionGraceMs: number;
}

/**
 * The request to end: null for none; `stop`, `limit` and `interrupt` for an orderly end (TERM, grace, KILL);
 * `interrupt-now` for KILL at once, even during the grace.
 */
export type StopWish = null | "stop" | "limit" | "interrupt" | "interrupt-now";

/** The cause of an agent's end: the agent itself, the watchdog or the user; `not-started` if none ran. */
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
  /** 80 % of the idle timeout are over; `why` is the reason to spare the agent, null if it will end. */
  | {
    readonly kind: "idle-soon";
    readonly idleMs: number;
    readonly killInMs: number;
    readonly why: "tool" | "cpu" | null;
    readonly cpuShare: number | null;
  }
  /** Silent for too long, but busy: the agent continues, with a tool until the task timeout. */
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
  /** The watchdog or the user ends the agent: TERM is sent now, KILL after the grace. */
  | {
    readonly kind: "ending";
    readonly by: Exclude<EndedBy, "exit" | "not-started">;
    readonly idleMs: number;
    readonly elapsedMs: number;
  }
  /** The grace period is over: KILL is sent. */
  | { readonly kind: "killing"; readonly processes: number }
  /** The agent ended and left processes behind, which are terminated too. */
  | { readonly kind: "left-behind"; readonly processes: number }
  /** Not even KILL ended them (for example, a disk hangs). */
  | { readonly kind: "survived"; readonly pids: readonly number[] }
  /** The log can no longer be written; the run continues. */
  | { readonly kind: "log-failed"; readonly why: string };

/** Callbacks of the job. They are called from timers and must not block. */
export interface AgentCallbacks {
  /** Receives each complete masked line (in a flood of text only the last ones), and the rest at the end. */
  readonly onLine: (line: string) => void;
  readonly onStarted: (started: { readonly backend: Backend; readonly pid: number }) => void;
  readonly onHeartbeat: (info: HeartbeatInfo) => void;
  readonly onWarning: (warning: Warning) => void;
  /** Checks whether the agent reported the start of a tool but not its end. */
  readonly isToolInFlight: () => boolean;
  readonly isResultReported: () => boolean;
  /** Returns a number that changes with progress seen elsewhere (plan, tree). */
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
  /** Whether the started process only waits for the agent, as bubblewrap does; it does not get TERM. */
  readonly isHolder?: boolean;
  readonly cwd: string;
  /** The agent's environment. `RALPH_RUN_ID` and, in a terminal, `TERM` are added. */
  readonly env: Readonly<Record<string, string>>;
  /** Marks every process of the agent: `{loop id}.{iteration}`; the loop's id identifies them. */
  readonly mark: string;
  readonly terminal: TerminalChoice;
  /** Called four times a second; `readConsoleSize` follows the runner's own window. */
  readonly size: () => TerminalSize;
  readonly log: LogSink;
  /** The values of these variables, and known key forms, never reach the log, lines or screen. */
  readonly secretEnv: Readonly<Record<string, string>>;
  readonly limits: WatchLimits;
  readonly callbacks: AgentCallbacks;
  /** The clock (default: the machine's). */
  readonly clock?: RunnerClock;
}

/** How an agent process ended, with its last screen and output. */
export interface AgentOutcome {
  /** The backend; null if none could start. */
  readonly backend: Backend | null;
  /** The agent's exit code; null if a signal ended it. 126 if not executable, 127 if not found. */
  readonly exitCode: number | null;
  readonly signal: Deno.Signal | null;
  readonly endedBy: EndedBy;
  /** The last lines on the screen, masked, to diagnose a silent agent. */
  readonly lastScreen: readonly string[];
  readonly bytes: number;
  /** Duration, without suspension of the machine. */
  readonly durationMs: number;
  /** Time from the last byte to the end, or to the decision to end it. */
  readonly silentMs: number;
  /** Number of processes that were left behind and terminated. */
  readonly leftBehind: number;
  /** Why it could not be started, one sentence for each backend that failed. */
  readonly startErrors: readonly string[];
}

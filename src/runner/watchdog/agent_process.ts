/**
 * What is asked of the watchdog, and what it reports: the types of `watchAgent`.
 *
 * @module
 */
import type { LogSink } from "../terminal/iteration_log.ts";
import type { Backend, StartError, TerminalChoice, TerminalSize } from "../terminal/terminal.ts";
import type { RunnerClock } from "./clock.ts";

/** How long things may take, in milliseconds; 0 switches a timeout off, and makes a grace none. */
export interface WatchLimits {
  /** From start to end, suspension of the machine not counted. Default 1800 s. */
  readonly taskTimeoutMs: number;
  /** Without a byte, a tool call or CPU use. Default 60 s. */
  readonly idleTimeoutMs: number;
  /** Between two heartbeats. Default 60 s. */
  readonly heartbeatMs: number;
  /** From TERM to KILL. Default 5 s. */
  readonly killGraceMs: number;
  /** From the reported result to TERM. Default 15 s. */
  readonly completionGraceMs: number;
}

/**
 * What the user wants: null nothing, `stop` and `interrupt` an orderly end (TERM, grace, KILL),
 * `interrupt-now` KILL at once, also during the grace.
 */
export type StopWish = null | "stop" | "interrupt" | "interrupt-now";

/** What ended an agent: the agent itself, the watchdog, the user; `not-started`: no agent ran. */
export type EndedBy =
  | "exit"
  | "idle-timeout"
  | "task-timeout"
  | "completion-grace"
  | "stop"
  | "interrupt"
  | "not-started";

/** How an agent is doing, at a heartbeat. */
export interface HeartbeatInfo {
  readonly elapsedMs: number;
  /** Since the last byte. */
  readonly idleMs: number;
  /** Since the last new visible text, event, or change that `progressCount` counted. */
  readonly sinceProgressMs: number;
  /** Output so far. */
  readonly bytes: number;
  /** CPU time over the last idle window, in cores; null where it cannot be known. */
  readonly cpuShare: number | null;
}

/** What the watchdog has to say; `describeWarning` makes a sentence of it. */
export type Warning =
  /** 80 % of the idle time are over; `why` says what keeps it alive beyond that, null for nothing. */
  | {
    readonly kind: "idle-soon";
    readonly idleMs: number;
    readonly killInMs: number;
    readonly why: "tool" | "cpu" | null;
    readonly cpuShare: number | null;
  }
  /** Silent too long, yet at work: it lives on until the task timeout. */
  | {
    readonly kind: "postponed";
    readonly why: "tool" | "cpu";
    readonly idleMs: number;
    readonly cpuShare: number | null;
  }
  /** Output, but nothing new in it, for ten idle timeouts: a spinner. */
  | { readonly kind: "no-progress"; readonly sinceProgressMs: number }
  /** The machine or this process slept: the idle clock starts again. */
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
  /** The agent ended and left processes behind: they are ended too. */
  | { readonly kind: "left-behind"; readonly processes: number }
  /** Not even KILL ended them (a hanging disk). */
  | { readonly kind: "survived"; readonly pids: readonly number[] }
  /** The log cannot be written any more; the run goes on. */
  | { readonly kind: "log-failed"; readonly why: string };

/** What the job around the agent knows and wants to hear. All are called from timers: none may block. */
export interface AgentCallbacks {
  /** Each line as it is complete: masked, without its line end; the last one may lack that. */
  readonly onLine?: (line: string) => void;
  readonly onStarted?: (started: { readonly backend: Backend; readonly pid: number }) => void;
  readonly onHeartbeat?: (info: HeartbeatInfo) => void;
  readonly onWarning?: (warning: Warning) => void;
  /** Whether the agent reported the start of a tool and not yet its end. */
  readonly isToolInFlight?: () => boolean;
  /** Whether the agent reported its result. */
  readonly isResultReported?: () => boolean;
  /** Any number that changes with progress seen elsewhere (plan, tree). */
  readonly progressCount?: () => number;
  /** Asked four times a second, in every stage. */
  readonly stopWish?: () => StopWish;
}

/** One agent process to watch. */
export interface AgentProcess {
  /** Program (a path, or a name on the environment's PATH) and arguments; no shell splits them. */
  readonly command: readonly string[];
  readonly cwd: string;
  /** The whole environment of the agent; `RALPH_RUN_ID` and, in a terminal, `TERM` are added. */
  readonly env: Readonly<Record<string, string>>;
  /** Marks every process of the agent: `{loop id}.{iteration}` finds them again by the loop's id. */
  readonly mark: string;
  readonly terminal: TerminalChoice;
  /** Asked four times a second; `readConsoleSize` follows our own window. */
  readonly size: () => TerminalSize;
  /** `Places.tmpDir`: made 0700 where missing. */
  readonly privateDir: string;
  readonly log: LogSink;
  /** Values of these variables, and known key forms, never reach log, lines or screen. */
  readonly secretEnv: Readonly<Record<string, string>>;
  readonly limits: WatchLimits;
  readonly callbacks: AgentCallbacks;
  /** By default the machine's time. */
  readonly clock?: RunnerClock;
}

/** How an agent ended. */
export interface AgentOutcome {
  /** Null where none could start. */
  readonly backend: Backend | null;
  /** The agent's code; null where a signal ended it. 126 or 127 where it is not executable or not found. */
  readonly exitCode: number | null;
  readonly signal: Deno.Signal | null;
  readonly endedBy: EndedBy;
  /** The last lines as they stood in the terminal, masked; the diagnosis of a silent agent. */
  readonly lastScreen: readonly string[];
  /** Bytes of output. */
  readonly bytes: number;
  /** Suspension of the machine not counted. */
  readonly durationMs: number;
  /** From the last byte to the end, or to the decision to end it. */
  readonly silentMs: number;
  /** Processes that were left behind and ended. */
  readonly leftBehind: number;
  /** Backends that were tried in vain. */
  readonly startErrors: readonly StartError[];
}

/**
 * What a run is asked to do, and what it needs of the world around it.
 *
 * @module
 */
import type { ProjectTemplates } from "../prompt/project_templates.ts";
import type { GuidancePromptData } from "../guidance/prompt_data.ts";
import type { Reason } from "../loop/decision.ts";
import type { Verification } from "../loop/facts.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import type { Settings } from "../store/settings/settings.ts";
import type { Agent } from "./agents/choose_agent.ts";
import type { RunEvent } from "./run_event.ts";
import type { StopSource } from "./stop_source.ts";
import type { TerminalChoice, TerminalSize } from "./terminal/terminal.ts";
import type { RunnerClock } from "./watchdog/clock.ts";
import type { LogSink, RunLimits, WatchedResult, WatchedRun } from "./watchdog/watched_run.ts";

/** A run. */
export interface Job {
  readonly id: string;
  /** The project's root, links resolved. */
  readonly project: string;
  /** The plan's file, absolute. */
  readonly planPath: string;
  readonly agent: Agent;
  readonly settings: Settings;
  readonly limits: RunLimits;
  readonly terminal: TerminalChoice;
  /** Commands that gate the end: typed by the user, or agreed to. */
  readonly verify: readonly string[];
  readonly verifyTimeoutSeconds: number;
  /** The most that is waited for rate limits without progress between. */
  readonly rateLimitWaitSeconds: number;
  /** What `--prompt` adds; empty for nothing. */
  readonly extraPrompt: string;
  /** Logs and prompts of the iterations. */
  readonly iterationsDir: string;
  /** For what the binary unpacks. */
  readonly privateDir: string;
  /** The agents' environment. */
  readonly agentEnv: Readonly<Record<string, string>>;
  /** Our own variables, whose secrets never reach a log. */
  readonly secretEnv: Readonly<Record<string, string>>;
  readonly isResumed: boolean;
}

/** How commands are verified; `runVerification` is the real one. */
export type Verify = (
  commands: readonly string[],
  options: {
    readonly cwd: string;
    readonly timeoutSeconds: number;
    readonly budgetSeconds: number;
    readonly isStopAsked: () => boolean;
  },
) => Promise<Verification>;

/** The loop's files, as the run changes them. */
export interface LoopDisk {
  /** The record as this run knows it. */
  readonly record: LoopRecord;
  /** Changes the record, here and on disk; a disk that refuses ends no run. */
  change(change: (record: LoopRecord) => LoopRecord): void;
  /** A line of the journal. */
  note(entry: {
    readonly kind: string;
    readonly sentence: string;
    readonly code?: string;
    readonly evidence?: readonly string[];
  }): void;
}

/** The world around a run. */
export interface JobWorld {
  readonly clock: RunnerClock;
  readonly stop: Pick<StopSource, "ask" | "wish" | "signal">;
  readonly disk: LoopDisk;
  readonly report: (event: RunEvent) => void;
  readonly runAgent: (run: WatchedRun) => Promise<WatchedResult>;
  readonly openLog: (path: string) => LogSink;
  readonly size: () => TerminalSize;
  readonly verify: Verify;
  /** Whether a plan item's command was agreed to when the run began. */
  readonly isAgreed: (command: string) => boolean;
  /** The user's guidance for the next prompt; called once an iteration. */
  readonly guidance: () => Promise<GuidancePromptData>;
  /** The project's own templates as they stand now; null where it brings none. */
  readonly templates: () => Promise<ProjectTemplates | null>;
  /** The machine's zone, for times that an agent names. */
  readonly zone: string;
}

/** How a run ended. */
export interface JobEnd {
  readonly kind: "let-go" | "halt";
  readonly reason: Reason;
  readonly exitCode: number;
  readonly evidence: readonly string[];
  /** The switch that ended it, to be taken away. */
  readonly killSwitch: string | null;
  /** Whether `ralph stop` has written the loop's end already. */
  readonly isOnDisk: boolean;
}

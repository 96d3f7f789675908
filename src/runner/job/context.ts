/**
 * What a run is asked to do, and what it works with.
 *
 * @module
 */
import type { ScanRules } from "../../constraints/scan_text.ts";
import type { runVerification } from "../../evidence/verification/run_verification.ts";
import type { Reason } from "../../loop/decision.ts";
import type { Places } from "../../store/places.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { Agent } from "../agents/choose_agent.ts";
import type { RunLoop } from "../loop/run_loop.ts";
import type { StopSource } from "../loop/stop_source.ts";
import type { RunEvent } from "../report/run_event.ts";
import type { TerminalChoice } from "../terminal/terminal.ts";
import type { AgentOutcome, AgentProcess, WatchLimits } from "../watchdog/agent_process.ts";
import type { RunnerClock } from "../watchdog/clock.ts";

/** What a run is asked to do. */
export interface Job {
  /** The plan's file, absolute, links resolved. */
  readonly planPath: string;
  readonly agent: Agent;
  readonly settings: Settings;
  readonly limits: WatchLimits;
  readonly terminal: TerminalChoice;
  /** Commands that gate the end: typed by the user, or trusted. */
  readonly verify: readonly string[];
  /** Commands of plan items that were trusted when the run began. */
  readonly itemCommands: ReadonlySet<string>;
  /** Longest wait for rate limits without progress between. */
  readonly rateLimitWaitSeconds: number;
  /** What `--prompt` adds; empty for nothing. */
  readonly extraPrompt: string;
  /** Logs and prompts of the iterations. */
  readonly iterationsDir: string;
  /** Our own variables: agents get most of them, and their secrets never reach a log. */
  readonly env: Readonly<Record<string, string>>;
}

/** What a run works with. */
export interface RunContext {
  readonly job: Job;
  readonly loop: RunLoop;
  readonly places: Places;
  /** How the project is scanned for constraints. */
  readonly rules: ScanRules;
  readonly clock: RunnerClock;
  /** The machine's time zone, for times that an agent names. */
  readonly zone: string;
  readonly stop: Pick<StopSource, "request" | "wish" | "signal">;
  readonly report: (event: RunEvent) => void;
  /** Reports a note, once however often it is called. */
  readonly noteOnce: (text: string) => void;
  readonly runAgent: (agent: AgentProcess) => Promise<AgentOutcome>;
  readonly verify: typeof runVerification;
}

/** How a run ended. */
export interface RunEnd {
  readonly kind: "let-go" | "halt";
  readonly reason: Reason;
  readonly exitCode: number;
  readonly evidence: readonly string[];
  /** The switch that ended it, to be taken away. */
  readonly killSwitch: string | null;
  /** Whether `ralph stop` has written the loop's end already. */
  readonly isOnDisk: boolean;
}

/** Makes a function that reports each note once. */
export function createNotes(report: RunContext["report"]): RunContext["noteOnce"] {
  const reported = new Set<string>();
  return (text) => {
    if (reported.has(text)) return;
    reported.add(text);
    report({ kind: "note", text });
  };
}

/**
 * What a run is asked to do, and how it ended.
 *
 * @module
 */
import type { Reason } from "../../loop/decision.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { Agent } from "../agents/choose_agent.ts";
import type { TerminalChoice } from "../terminal/terminal.ts";
import type { WatchLimits } from "../watchdog/agent_process.ts";

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

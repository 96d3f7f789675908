/** The task of a run, and its end. */
import type { Reason } from "../../loop/decision.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { TrustedCommand } from "../../store/trusted_command.ts";
import type { Agent } from "../agents/choose_agent.ts";
import type { RunOptions } from "../prepare/run_options.ts";
import type { ReviewSettings } from "../review/review_record.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { WatchLimits } from "../watchdog/agent_process.ts";

/** The task of a run. */
export interface Job {
  /** The plan's file, absolute, links resolved; changes if an agent moves the plan. */
  planPath: string;
  /** Null if no agent is installed; the run then does what it can without one. */
  readonly agent: Agent | null;
  readonly settings: Settings;
  /** The options as given, or as kept by `--resume`. */
  readonly options: RunOptions;
  readonly limits: WatchLimits;
  readonly sandbox: Sandbox;
  /** Trusted steps that prepare each worktree of a parallel run. */
  readonly worktreeSetup: readonly TrustedCommand[];
  /** The key of the only item to work on in a worktree; null for the whole plan. */
  readonly onlyItem: string | null;
  /** True if the agent may not change the project, such as a reviewer. */
  readonly isReadOnly?: boolean;
  /** How the work is reviewed; null if it is not. */
  readonly review: ReviewSettings | null;
  /** Paths that the user adds to the sandbox, absolute, links resolved. */
  readonly sandboxRead: readonly string[];
  readonly sandboxWrite: readonly string[];
  /** Commands that must pass at the end. */
  readonly verify: readonly TrustedCommand[];
  /** The items' commands by item key, as the plan had them when the user was asked for trust. */
  readonly itemCommands: ReadonlyMap<string, TrustedCommand>;
  /** Text that `--prompt` adds; empty if there is none. */
  readonly extraPrompt: string;
  /** Folder for the logs and prompts of iterations. */
  readonly iterationsDir: string;
  /** The runner's environment. Agents get most of it; its secrets never reach a log. */
  readonly env: Readonly<Record<string, string>>;
}

/** The project's commands that a run executes, taken once trust has been asked for. */
export type JobCommands = Pick<Job, "verify" | "itemCommands" | "worktreeSetup">;

/** Why a run ended, its exit code, and what remains to be removed. */
export interface RunEnd {
  readonly kind: "let-go" | "halt";
  readonly reason: Reason;
  readonly exitCode: number;
  readonly evidence: readonly string[];
  /** The kill switch that ended the run; the run removes it. */
  readonly killSwitch: string | null;
  /** True if no other item can be worked on either, such as after an expired login. */
  readonly isForAll?: true;
  /** True if a limit of the run ended it, whatever its reason says about the agents. */
  readonly isByLimit?: true;
  /** Whether `ralph stop` has already recorded the loop's end. */
  readonly isOnDisk: boolean;
  /** The action that an item needs from a person. */
  readonly need?: string;
}

/** A failed verification command, with the end of its output. */
export interface FailedCheck {
  readonly command: string;
  readonly tail: string;
}

/** The task of a run, and how it ended. */
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
  /** The plan's file, absolute, links resolved; another one if an agent moved it. */
  planPath: string;
  /** Null if none is installed: what can be done without one is done. */
  readonly agent: Agent | null;
  readonly settings: Settings;
  /** The options as they were given, or kept by `--resume`. */
  readonly options: RunOptions;
  readonly limits: WatchLimits;
  readonly sandbox: Sandbox;
  /** Trusted steps that prepare each worktree of a parallel run. */
  readonly worktreeSetup: readonly TrustedCommand[];
  /** The key of the only item to work on, in a worktree; null for the whole plan. */
  readonly onlyItem: string | null;
  /** Whether the agent may not change the project, as a reviewer. */
  readonly isReadOnly?: boolean;
  /** How the work is reviewed; null for no review. */
  readonly review: ReviewSettings | null;
  /** What the user adds to the sandbox, absolute, links resolved. */
  readonly sandboxRead: readonly string[];
  readonly sandboxWrite: readonly string[];
  /** Commands that must pass at the end. */
  readonly verify: readonly TrustedCommand[];
  /** The items' commands, by the items' keys, as the plan had them when trust was asked for. */
  readonly itemCommands: ReadonlyMap<string, TrustedCommand>;
  /** Text that `--prompt` adds; empty for no text. */
  readonly extraPrompt: string;
  /** Folder of the iterations' logs and prompts. */
  readonly iterationsDir: string;
  /** The runner's environment: agents get most of it, and its secrets never reach a log. */
  readonly env: Readonly<Record<string, string>>;
}

/** What a run executes of a project's; taken when trust has been asked for. */
export type JobCommands = Pick<Job, "verify" | "itemCommands" | "worktreeSetup">;

/** Why a run ended, with its exit code and what is left to remove. */
export interface RunEnd {
  readonly kind: "let-go" | "halt";
  readonly reason: Reason;
  readonly exitCode: number;
  readonly evidence: readonly string[];
  /** The kill switch that ended the run, which the run removes. */
  readonly killSwitch: string | null;
  /** Whether no other item can be worked on either, such as after an expired login. */
  readonly isForAll?: true;
  /** Whether a limit of the run ended it, whatever its reason says of the agents. */
  readonly isByLimit?: true;
  /** Whether `ralph stop` has already recorded the loop's end. */
  readonly isOnDisk: boolean;
  /** What an item needs a person for. */
  readonly need?: string;
}

/** A failed verification command, with the end of its output. */
export interface FailedCheck {
  readonly command: string;
  readonly tail: string;
}

/** The events of a run, from which the live view, plain lines and JSON lines are rendered. */
import type { EndState } from "../../loop/reasons.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Backend } from "../terminal/terminal.ts";
import type { EndedBy, Warning } from "../watchdog/agent_process.ts";

/** The counts of a plan's items. */
export interface Counts {
  readonly done: number;
  /** Number of done and open items. */
  readonly total: number;
  readonly skipped: number;
}

/** Picks the counts of a plan. */
export function countsOf({ done, total, skipped }: Counts): Counts {
  return { done, total, skipped };
}

/** Shows how far a plan is: `2 of 5 done`. */
export function showCounts({ done, total, skipped }: Counts): string {
  return `${done} of ${total} done${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** An event of a run; `worker` is the agent's number in a parallel run, from 1. */
export type RunEvent = RunHappening & { readonly worker?: number };

type RunHappening =
  | {
    readonly kind: "run-started";
    readonly loop: string;
    readonly project: string;
    readonly plan: string;
    readonly agent: string;
    readonly sandbox: Sandbox["kind"];
    readonly counts: Counts;
    readonly max_iterations: number;
    readonly is_resumed: boolean;
    /** The folder of the iterations' logs. */
    readonly logs: string;
  }
  | {
    readonly kind: "iteration-started";
    readonly iteration: number;
    readonly max_iterations: number;
    readonly item: string | null;
    readonly counts: Counts;
    readonly is_recovery: boolean;
    readonly log: string;
  }
  | {
    readonly kind: "agent-started";
    readonly iteration: number;
    readonly terminal: Backend;
    readonly pid: number;
  }
  /** Lines of the agent for people (text or tool calls), at most four times a second. */
  | {
    readonly kind: "output";
    readonly iteration: number;
    readonly text: string;
    /** Tokens of this iteration so far; null if the agent does not report them. */
    readonly tokens: number | null;
  }
  | {
    readonly kind: "heartbeat";
    readonly iteration: number;
    readonly counts: Counts;
    readonly elapsed_seconds: number;
    readonly idle_seconds: number;
    readonly tokens: number | null;
    readonly tool: string | null;
  }
  | { readonly kind: "warning"; readonly iteration: number; readonly warning: Warning }
  | {
    readonly kind: "iteration-ended";
    readonly iteration: number;
    /** The item of the iteration; null for a finished plan. */
    readonly item: string | null;
    readonly log: string;
    readonly ended_by: EndedBy;
    /** Exit status as a shell reports it: 124 for a timeout of the runner, 128 + n for a signal. */
    readonly status: number;
    readonly exit_code: number | null;
    readonly signal: string | null;
    readonly seconds: number;
    /** Time from its last output to its end. */
    readonly silent_seconds: number;
    readonly bytes: number;
    /** Number of processes that it left behind and that were terminated. */
    readonly left_behind: number;
    readonly counts: Counts;
    readonly has_progress: boolean;
    /** The item's state afterwards; null for a finished plan. */
    readonly item_state: "done" | "open" | "skipped" | null;
    /** The commit that it created; null if it created none. */
    readonly commit: string | null;
    /** Other branches that it committed on, and worktrees without a branch. */
    readonly branches: readonly { readonly name: string; readonly commit: string }[];
    /** How the agent failed; empty if it did not. */
    readonly why: string;
    readonly tokens: number | null;
    readonly cost_usd: number | null;
    /** The last screen of an agent that the watchdog terminated; otherwise empty. */
    readonly last_screen: readonly string[];
  }
  | { readonly kind: "verifying"; readonly command: string; readonly item: string | null }
  | {
    readonly kind: "verified";
    readonly command: string;
    readonly item: string | null;
    readonly verdict: "passed" | "failed";
    readonly detail: string;
  }
  | {
    readonly kind: "reverted";
    readonly items: readonly { readonly item: string; readonly command: string }[];
  }
  | {
    readonly kind: "waiting";
    readonly why: "rate-limit" | "api-error" | "back-off";
    readonly detail: string;
    /** Remaining time. */
    readonly seconds: number;
    /** UTC time in ISO 8601. */
    readonly until: string;
    /** Whether the wait was reported before. */
    readonly is_reminder: boolean;
  }
  /** An agent reviews an item, or the finished plan (null). */
  | {
    readonly kind: "reviewing";
    readonly agent: string;
    readonly item: string | null;
    readonly round: number;
    readonly rounds: number;
  }
  /** The branch of a finished item is about to be merged; others may be merged before it. */
  | { readonly kind: "merging"; readonly item: string }
  /** The branch of an item is finished; another machine merges it. */
  | { readonly kind: "finished"; readonly item: string }
  /** A parallel agent's item has ended. */
  | {
    readonly kind: "merged";
    readonly item: string;
    /** Time for all work on it in this try. */
    readonly seconds: number;
    /** The commit that contains it; null if it was not merged. */
    readonly commit: string | null;
    /** Why it was not merged, or why it is not done although it was (with a commit); empty if it is done. */
    readonly why: string;
    /** Whether the item will be done again, alone. */
    readonly is_again: boolean;
  }
  /** The user paused or resumed the run. */
  | { readonly kind: "paused" | "resumed" }
  | { readonly kind: "note"; readonly text: string }
  | {
    readonly kind: "run-ended";
    readonly code: string;
    readonly sentence: string;
    readonly exit_code: number;
    readonly counts: Counts;
    readonly iterations: number;
    readonly tokens: number | null;
    readonly cost_usd: number | null;
    /** The reviewers' part of tokens and cost; null without reviewers. */
    readonly reviewers: {
      readonly agents: number;
      readonly tokens: number | null;
      readonly cost_usd: number | null;
    } | null;
    readonly result_file: string;
    /** How it ended, in the term that `status` uses. */
    readonly outcome: EndState;
    /** The command that resumes the run; null if there is none. */
    readonly go_on: string | null;
  };

/** Receives the events of a run. */
export interface Reporter {
  report(event: RunEvent): void;
  /** Restores the terminal. */
  close(): void;
}

/**
 * What a report says about a loop, for the page and for `--json`. Null means unknown, which is never
 * 0; instants are epoch milliseconds.
 */
import type { Draft } from "../../store/records/draft.ts";
import type { JournalEntry } from "../../store/records/journal.ts";
import type { LoopFacts } from "../../store/records/loops.ts";

/** A report on one loop. */
export interface LoopReport {
  readonly asOfMs: number;
  readonly loop: Pick<LoopFacts, "id" | "project" | "driver" | "task" | "preset"> & {
    readonly focus: string | null;
    readonly startedAtMs: number;
  };
  readonly outcome: ReportedOutcome;
  readonly work: ReportedWork;
  readonly totals: Totals;
  /** Limits and thresholds that applied last; null where the journal has none. */
  readonly limits: Limits | null;
  /** One lane per agent, in the order in which they appear. */
  readonly lanes: readonly Lane[];
  /** Oldest first. */
  readonly steps: readonly ReportedStep[];
  readonly guidance: readonly GuidanceChange[];
  readonly constraints: readonly ConstraintChange[];
  readonly validation: ValidationReport;
  /** Everything in the journal, oldest first. */
  readonly events: readonly ReportedEvent[];
  /** The known commits of the steps, oldest first; null where git knows none of them. */
  readonly commits: readonly ReportedCommit[] | null;
  /** What the report cannot say, and why, a sentence each. */
  readonly unknown: readonly string[];
}

/** The limits of a loop; the thresholds only of a loop in a session. */
export type Limits =
  & Pick<Draft["settings"], "max_hours" | "max_iterations" | "max_tokens" | "max_cost_usd">
  & Partial<Draft["settings"]>;

/** What was done of the plan, what is open, and what failed. */
export interface ReportedWork {
  /** In the order in which they were ticked; null where the journal does not name them. */
  readonly done: readonly DoneItem[] | null;
  /** Texts of the open items as the last turn left them, the first ones; null where unknown. */
  readonly open: readonly string[] | null;
  readonly failed: readonly Failed[];
  /** The commands that passed when they were run last. */
  readonly checks: readonly string[];
}

/** An item with the command that passed for it; null without one. */
export interface TickedItem {
  readonly text: string;
  readonly check: string | null;
}

/** An item that was ticked in this loop. */
export interface DoneItem extends TickedItem {
  /** The turn that ticked it. */
  readonly turn: number | null;
  readonly atMs: number;
  /** All commits of that turn; null where unknown. */
  readonly commits: readonly ReportedCommit[] | null;
}

/** An item or a check that failed, and did not succeed later. */
export interface Failed {
  readonly what: string;
  readonly why: string;
  readonly times: number;
  /** The turn in which it failed last. */
  readonly turn: number | null;
}

/** A commit that a turn made. */
export interface ReportedCommit {
  readonly hash: string;
  readonly subject: string;
  readonly turn: number | null;
  readonly files: number;
}

/** How the loop ended, or that it has not. */
export interface ReportedOutcome {
  /** A code of the reasons; `running`, `paused` or `stopping` where it has not ended. */
  readonly code: string;
  readonly hasEnded: boolean;
  /** How good the end is: reached its goal, ended by a limit or a person, failed, or unknown. */
  readonly tone: "good" | "neutral" | "bad" | "open";
  readonly sentence: string;
  /** Null while the loop runs, and where the end was not recorded. */
  readonly endedAtMs: number | null;
  readonly evidence: readonly string[];
  /** What to do now; null where nothing has to be done. */
  readonly next: string | null;
}

/** What was used, of the tokens and of the money. */
export interface ReportedUse {
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

/** How many commits, and how many files they changed. */
interface CommitCounts {
  readonly commits: number | null;
  readonly files: number | null;
}

/** Sums over the whole loop. */
export interface Totals extends ReportedUse, CommitCounts {
  readonly iterations: number;
  readonly wallMs: number;
  readonly activeMs: number | null;
  readonly items: Items | null;
  /** The part of the reviewers of `ralph run`; null without reviewers. */
  readonly reviewers: ReportedUse | null;
}

/** How many items of the plan were done. */
export interface Items {
  readonly done: number;
  readonly total: number;
}

/** What one agent did, over time. */
export interface Lane {
  readonly agent: string;
  readonly spans: readonly LaneSpan[];
}

/** What a lane shows for a stretch of time. */
export type SpanKind =
  | "work"
  | "failed"
  | "wait"
  | "waited"
  | "pause"
  | "rate-limit"
  | "gap"
  | "ended";

/** A stretch of time, `fromMs <= toMs`. */
export interface LaneSpan {
  readonly kind: SpanKind;
  readonly fromMs: number;
  readonly toMs: number;
  readonly what: string;
  /** The item that an agent process of `ralph run` worked on. */
  readonly item?: string;
}

/** A turn up to the decision that ended it, or an agent process of `ralph run`. */
export interface ReportedStep extends ReportedUse, CommitCounts {
  /** The iteration's number after the decision; null where the journal has none. */
  readonly iteration: number | null;
  /** The turn as the agent was told: 0 is the turn of the first prompt; null where unknown. */
  readonly turn: number | null;
  readonly agent: string;
  /** The item that an agent process of `ralph run` was started for; else null. */
  readonly item: string | null;
  /** What was ticked in it; null where the journal does not say. */
  readonly ticked: readonly TickedItem[] | null;
  readonly fromMs: number;
  readonly toMs: number;
  readonly activeMs: number | null;
  /** `continue`, `wait`, `let-go`, `halt`; `agent` for a process of `ralph run`. */
  readonly kind: string;
  /** The decision's code, or how the agent failed; null for none. */
  readonly code: string | null;
  readonly what: string;
  readonly phase: string | null;
  /** The strongest completion signal, 0 to 1: 0 where none was found; null where unknown. */
  readonly confidence: number | null;
  /** Similarity of repeated outputs, 0 to 1: 0 where none repeat; null where unknown. */
  readonly similarity: number | null;
  readonly items: Items | null;
  /** What it committed, oldest first; null where unknown. */
  readonly newCommits: readonly ReportedCommit[] | null;
  /** The commit that was checked out; empty without one, null where unknown. */
  readonly commit: string | null;
}

/** When in the loop something happened. */
export type Moment = Pick<JournalEntry, "atMs" | "iteration">;

/** A text that was added to the guidance, or no longer applies. */
export interface GuidanceChange extends Moment {
  readonly change: "added" | "removed";
  readonly list: "encouraged" | "forbidden";
  readonly text: string;
}

/** Constraints that were found, acknowledged or gone, a line each. */
export interface ConstraintChange extends Moment {
  readonly what: string;
  readonly lines: readonly string[];
}

/** The validation: its score from 0 to 1, and all findings. */
export interface ValidationReport {
  /** Whether a round was sent to the agent. */
  readonly hasBegun: boolean;
  /** Why the validation ended; null where it did not, or there was none. */
  readonly ended: string | null;
  readonly score: number | null;
  readonly rounds: readonly ValidationRound[];
  readonly findings: readonly ValidationFinding[];
}

/** A validation round that was over, by its own number. */
export interface ValidationRound {
  readonly cycle: number;
  readonly round: number;
  readonly turn: number;
  /** `validated`, `talk`, `timeout`; null where the journal does not say. */
  readonly how: string | null;
}

/** A finding, with iteration, turn and round in which it was first reported. */
export interface ValidationFinding {
  readonly iteration: number | null;
  readonly turn: number | null;
  readonly round: number | null;
  readonly severity: string;
  readonly text: string;
  /** Whether it is open at the end of the report. */
  readonly isOpen: boolean | null;
}

/** A line of the journal in the words of `ralph history`. */
export type ReportedEvent =
  & Moment
  & Pick<JournalEntry, "kind" | "code" | "sentence" | "evidence">
  & { readonly label: string };

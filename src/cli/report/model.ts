/**
 * The types that the parts of a report share, for the page and for `--json`. Null means unknown, which
 * is never 0; instants are epoch milliseconds.
 */
import type { DecisionInputs } from "../../store/records/decision_inputs.ts";
import type { JournalEntry } from "../../store/records/journal.ts";

/** The settings behind decisions: the limits of a loop, and the thresholds of a loop in a session. */
export type Limits = DecisionInputs["settings"];

/** An item, and the command that passed for it; null if it has none. */
export interface TickedItem {
  readonly text: string;
  readonly check: string | null;
}

/** An item that was ticked in this loop. */
export interface DoneItem extends TickedItem {
  /** The turn that ticked it. */
  readonly turn: number | null;
  readonly atMs: number;
  /** All commits of that turn; null if unknown. */
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

/** A commit made in a turn. */
export interface ReportedCommit {
  readonly hash: string;
  readonly subject: string;
  readonly turn: number | null;
  readonly files: number;
  /** The branch, worktree or nested repository of the commit; absent for the project's own checkout. */
  readonly branch?: string;
}

/** The tokens and the money that were used. */
interface ReportedUse {
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

/** The number of done items, and of all items of the plan. */
export interface Items {
  readonly done: number;
  readonly total: number;
}

/** The kinds of spans, each with its share of a lane's height, so that they also differ without colour. */
export const SPANS = {
  work: ["Work", 0.8],
  failed: ["Work of an agent that failed", 0.65],
  wait: ["Waits for work in the background", 0.2],
  waited: ["Waited for you", 0.6],
  pause: ["Paused", 0.4],
  "rate-limit": ["Rate limit", 0.45],
  gap: ["No activity, not counted", 0.2],
  ended: ["Ended, until it was resumed", 0.08],
} as const;

/** The kind of a stretch of time in a lane. */
export type SpanKind = keyof typeof SPANS;

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
export interface ReportedStep extends ReportedUse {
  /** The iteration's number after the decision; null if the journal has none. */
  readonly iteration: number | null;
  /** The turn's number as the agent knows it: 0 is the turn of the first prompt; null if unknown. */
  readonly turn: number | null;
  readonly agent: string;
  /** The item that an agent process of `ralph run` was started for; null otherwise. */
  readonly item: string | null;
  /** The items ticked in it; null if unknown. */
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
  /** The strongest completion signal, 0 to 1: 0 if none was found; null if unknown. */
  readonly confidence: number | null;
  /** Similarity of repeated outputs, 0 to 1: 0 if none repeat; null if unknown. */
  readonly similarity: number | null;
  readonly items: Items | null;
  /** The number of commits, and of files that they changed. */
  readonly commits: number | null;
  readonly files: number | null;
  /** The commits made in it, oldest first; null if unknown. */
  readonly newCommits: readonly ReportedCommit[] | null;
  /** Branches and worktrees that it committed on, other than the checkout. */
  readonly heads: readonly { readonly name: string; readonly commit: string }[];
  /** The checked-out commit; empty if there was none, null if unknown. */
  readonly commit: string | null;
}

/** A moment in the loop. */
export type Moment = Pick<JournalEntry, "atMs" | "iteration">;

/** A finding, with the iteration, turn and round in which it was first reported. */
export interface ValidationFinding {
  readonly iteration: number | null;
  readonly turn: number | null;
  readonly round: number | null;
  readonly severity: string;
  readonly text: string;
  /** Whether it is open at the end of the report. */
  readonly isOpen: boolean | null;
}

/**
 * What the parts of a report share, for the page and for `--json`. Null means unknown, which is never
 * 0; instants are epoch milliseconds.
 */
import type { Draft } from "../../store/records/draft.ts";
import type { JournalEntry } from "../../store/records/journal.ts";

/** The settings that decided: the limits of a loop, and the thresholds of a loop in a session. */
export type Limits = Draft["settings"];

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

/** A commit that a turn made. */
export interface ReportedCommit {
  readonly hash: string;
  readonly subject: string;
  readonly turn: number | null;
  readonly files: number;
  /** The branch, worktree or folder of a repository that got it; left out for the project's own checkout. */
  readonly branch?: string;
}

/** What was used, of the tokens and of the money. */
interface ReportedUse {
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

/** How many items of the plan were done. */
export interface Items {
  readonly done: number;
  readonly total: number;
}

/** The kinds of spans, and the share of a lane's height, so that they differ without colour too. */
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

/** What a lane shows for a stretch of time. */
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
  /** The turn as the agent was told: 0 is the turn of the first prompt; null if unknown. */
  readonly turn: number | null;
  readonly agent: string;
  /** The item that an agent process of `ralph run` was started for; else null. */
  readonly item: string | null;
  /** What was ticked in it; null if the journal does not say. */
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
  /** How many commits, and how many files they changed. */
  readonly commits: number | null;
  readonly files: number | null;
  /** What it committed, oldest first; null if unknown. */
  readonly newCommits: readonly ReportedCommit[] | null;
  /** Branches and worktrees beside the checkout that it committed on. */
  readonly heads: readonly { readonly name: string; readonly commit: string }[];
  /** The commit that was checked out; empty without one, null if unknown. */
  readonly commit: string | null;
}

/** When in the loop something happened. */
export type Moment = Pick<JournalEntry, "atMs" | "iteration">;

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

/**
 * What a report says about a loop. Null means unknown, which is never 0; instants are epoch
 * milliseconds.
 */

/** A report on one loop. */
export interface LoopReport {
  readonly asOfMs: number;
  readonly loop: ReportedLoop;
  readonly outcome: ReportedOutcome;
  readonly totals: Totals;
  /** Thresholds and limits that applied last; null where the journal has none. */
  readonly limits: Limits | null;
  /** One lane per agent, in the order in which they appear. */
  readonly lanes: readonly Lane[];
  /** Oldest first. */
  readonly steps: readonly ReportedStep[];
  /** Active time so far at moments of the loop, oldest first. */
  readonly clock: readonly ClockPoint[];
  readonly guidance: readonly GuidanceChange[];
  readonly constraints: readonly ConstraintChange[];
  readonly validation: ValidationReport;
  /** Everything in the journal, oldest first. */
  readonly events: readonly ReportedEvent[];
  /** What the report cannot say, and why, a sentence each. */
  readonly unknown: readonly string[];
}

interface ReportedLoop {
  readonly id: string;
  readonly project: string;
  readonly driver: "session" | "runner";
  readonly task: string | null;
  readonly focus: string | null;
  readonly preset: string | null;
  readonly startedAtMs: number;
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
}

/** Sums over the whole loop. */
export interface Totals {
  readonly iterations: number;
  readonly wallMs: number;
  readonly activeMs: number | null;
  readonly items: Items | null;
  readonly commits: number | null;
  readonly files: number | null;
  readonly tokens: number | null;
  readonly costUsd: number | null;
  /** The part of the reviewers of `ralph run`; null without reviewers. */
  readonly reviewers: { readonly tokens: number | null; readonly costUsd: number | null } | null;
}

/** How many items of the plan were done. */
export interface Items {
  readonly done: number;
  readonly total: number;
}

/** Thresholds and limits; null for a limit that is not set. */
export interface Limits {
  readonly maxHours: number;
  readonly maxIterations: number;
  readonly maxTokens: number | null;
  readonly maxCostUsd: number | null;
  readonly similarityThreshold: number;
  readonly validationScore: number;
}

/** What one agent did, over time. */
export interface Lane {
  readonly agent: string;
  readonly spans: readonly LaneSpan[];
}

/** What a lane shows for a stretch of time. */
export const SPAN_KINDS = [
  "work",
  "failed",
  "wait",
  "pause",
  "rate-limit",
  "gap",
  "ended",
] as const;

/** One of {@linkcode SPAN_KINDS}. */
export type SpanKind = typeof SPAN_KINDS[number];

/** A stretch of time, `fromMs <= toMs`. */
export interface LaneSpan {
  readonly kind: SpanKind;
  readonly fromMs: number;
  readonly toMs: number;
  readonly what: string;
}

/** A turn up to the decision that ended it, or an agent process of `ralph run`. */
export interface ReportedStep {
  /** The iteration's number after the decision; null where the journal has none. */
  readonly iteration: number | null;
  readonly agent: string;
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
  readonly tokens: number | null;
  readonly costUsd: number | null;
  /** The commit that was checked out; null where unknown. */
  readonly commit: string | null;
  /** Commits since the step before, and the files that they changed; null where unknown. */
  readonly commits: number | null;
  readonly files: number | null;
}

/** The active time at one moment. */
export interface ClockPoint {
  readonly atMs: number;
  readonly activeMs: number;
}

/** The guidance from one moment on. */
export interface GuidanceChange {
  readonly atMs: number;
  readonly iteration: number | null;
  readonly added: readonly GuidanceText[];
  readonly removed: readonly GuidanceText[];
}

/** A text of the guidance. */
export interface GuidanceText {
  readonly list: "encouraged" | "forbidden";
  readonly text: string;
}

/** Constraints that were found, acknowledged or gone at one moment. */
export interface ConstraintChange {
  readonly atMs: number;
  readonly iteration: number | null;
  readonly what: string;
  /** A line each. */
  readonly lines: readonly string[];
}

/** The rounds of the validation, its score from 0 to 1, and all findings. */
export interface ValidationReport {
  readonly rounds: readonly ValidationRound[];
  /** Why the validation ended; null where it did not, or there was none. */
  readonly ended: string | null;
  readonly score: number | null;
  readonly findings: readonly ValidationFinding[];
}

/** The state of the validation at a decision. */
export interface ValidationRound {
  readonly atMs: number;
  readonly iteration: number | null;
  readonly cycle: number;
  readonly round: number;
  /** Findings of the cycle that are open. */
  readonly open: number;
  readonly score: number | null;
}

/** One finding of a round. */
export interface ValidationFinding {
  /** The iteration at which it was first reported; null where the journal does not have it. */
  readonly iteration: number | null;
  /** Null where unknown. */
  readonly round: number | null;
  readonly severity: string;
  readonly text: string;
  /** Whether it is open at the end of the report; null where that is not known. */
  readonly isOpen: boolean | null;
}

/** A line of the journal, for people. */
export interface ReportedEvent {
  readonly atMs: number;
  readonly iteration: number | null;
  readonly kind: string;
  readonly code: string | null;
  readonly sentence: string;
  readonly evidence: readonly string[];
}

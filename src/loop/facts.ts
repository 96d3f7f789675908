/** The facts of one Stop event. The hook gathers them, `judge` decides by them. */

import type { Draft } from "../store/records/draft.ts";
import type { ItemLedger } from "../store/item_ledger.ts";
import type { ProgressMark } from "../store/records/progress_mark.ts";

/** The part of the facts that rules read, and that the journal keeps. */
type DraftFacts = Draft["facts"];

/** A stretch of time, epoch milliseconds, `startMs <= endMs`. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** Evidence that the session was active. */
export interface Activity {
  /** Epoch milliseconds of hook events and transcript entries, in any order. */
  readonly pointsMs: readonly number[];
  /** Tool calls: their own reported duration, or at most their own timeout. */
  readonly spans: readonly Span[];
  /** When the session waited for a person: no gap in them counts, however short. */
  readonly waits?: readonly Span[];
}

/** One piece of evidence that the task is complete: with its detail, for status and the journal. */
export type Signal = Extract<Draft["task"], { kind: "complete" }>["signal"];

/** What a plan leaves out, as the end names it. */
export interface LeftOut {
  /** Items that are neither ticked nor waited for. */
  readonly items: number;
  /** Such as `3 under "Later" left open`, one for each cause. */
  readonly parts: readonly string[];
}

/** What the focus file and the agent's last message say about completion. */
export interface Completion {
  readonly verdict: "complete" | "incomplete" | "unknown";
  /** The strongest signal that counts, if any. */
  readonly strongest: Signal | null;
  readonly signals: readonly Signal[];
  readonly done: number;
  readonly total: number;
  /** Texts of the open items, which block completion, in order. */
  readonly openItems: readonly string[];
  /** A claim (marker, status) over open items, or ticked boxes beside other work: ask once. */
  readonly claimOverOpenItems: Signal | null;
  /** Work in the file without checkboxes while all checkboxes are ticked, in order. */
  readonly remaining?: readonly string[];
  /** Items that were removed while they were open, by their titles; missing without any. */
  readonly removed?: readonly string[];
  /** What was seen of the plan's items, this reading included; missing if there is no plan to read. */
  readonly ledger?: ItemLedger;
  /** What contradicts the claim, as written; missing without a claim. */
  readonly contradictions?: readonly string[];
  /** What is not done and not waited for; missing if there is nothing of the kind. */
  readonly leftOut?: LeftOut;
  /** Present if the file has no checkboxes; `next` is the next step, null if unknown. */
  readonly withoutBoxes?: { readonly next: string | null };
}

/** One finding that the agent reports in a validation round; `medium` if it wrote no severity. */
export type Finding = DraftFacts["tags"]["findings"][number];

/** A tag that could not be read. */
export interface UnreadTag {
  readonly tag: "promise" | "blocked" | "finding" | "validated";
  /** The line that it begins on, shortened. */
  readonly line: string;
}

/** The tags of the agent's last message. */
export interface Tags {
  readonly promise: string | null;
  readonly blocked: string | null;
  readonly findings: readonly Finding[];
  /** Whether the present validation round is declared done. */
  readonly validated: boolean;
  /** What the agent says worked, for later loops of the project. */
  readonly worked: readonly string[];
  /** Features that the agent suggests. */
  readonly ideas: readonly string[];
  readonly unread: readonly UnreadTag[];
  /** Whether a ticked `TASK_COMPLETE` is in the message; it counts only in the focus file. */
  readonly hasMarker: boolean;
}

/** A group of last outputs that are similar. */
export type Repetition = NonNullable<DraftFacts["repetition"]>;

/** Something that changed in the project. */
export type ProgressKind = Repetition["progress"][number];

/** What changed in the project since the answer before. */
export type ProgressChanges = NonNullable<DraftFacts["changes"]>;

/** What the project's adapter concludes from its metrics. */
export type AdapterOpinion = NonNullable<DraftFacts["adapter"]>;

/** Work in the background that the Stop event names. */
export interface BackgroundTask {
  readonly id: string;
  /** `subagent`, `workflow`, `shell`, `monitor`, or a name of a later client. */
  readonly type: string;
  readonly description: string;
}

/** The outcome of the user's verification commands. */
export type Verification = DraftFacts["verification"];

/** All facts that `judge` decides by. */
export interface Facts extends DraftFacts {
  readonly nowMs: number;
  readonly activity: Activity;
  readonly completion: Completion;
  readonly tags: Tags;
  readonly mark: ProgressMark;
  /** What changed since the loop's `idle` mark; null if the loop is not idle. */
  readonly progressSinceIdle: readonly ProgressKind[] | null;
  /** What changed since the last rejected verification; null if the record has none. */
  readonly progressSinceRejection: readonly ProgressKind[] | null;
  /** Active time that a validation round may take. */
  readonly validationTimeoutMs: number;
}

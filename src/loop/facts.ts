/** The facts of one Stop event. The hook gathers them, `judge` decides by them. */

import type { ProgressMark } from "../store/records/progress_mark.ts";

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

/** One piece of evidence that the task is complete. */
export interface Signal {
  readonly name:
    | "explicit_marker"
    | "frontmatter_status"
    | "all_checkboxes"
    | "no_pending_items"
    | "semantic_phrase"
    | "promise";
  /** 0 to 1. */
  readonly confidence: number;
  /** What was found, and where, for status and the journal. */
  readonly detail: string;
}

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
  /** What contradicts the claim, as written; missing without a claim. */
  readonly contradictions?: readonly string[];
  /** What is not done and not waited for; missing where there is nothing of the kind. */
  readonly leftOut?: LeftOut;
  /** Present where the file has no checkboxes; `next` is the next step, null where unknown. */
  readonly withoutBoxes?: { readonly next: string | null };
}

/** One finding that the agent reports in a validation round. */
export interface Finding {
  /** As the agent wrote it, in lower case; `medium` where it wrote none. */
  readonly severity: string;
  readonly text: string;
}

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

/** Something that changed in the project. */
export type ProgressKind = "commit" | "tree" | "checklist" | "metric";

/** A group of last outputs that are similar. */
export interface Repetition {
  readonly kind: "same" | "cycle";
  /** How many outputs, the present one included. */
  readonly outputs: number;
  /** The lowest similarity between outputs that count as the same, 0 to 1. */
  readonly similarity: number;
  /** What changed in the project since the first of them. */
  readonly progress: readonly ProgressKind[];
}

/** What the project's adapter concludes from its metrics. */
export interface AdapterOpinion {
  readonly name: string;
  readonly shouldContinue: boolean;
  /** 0: no opinion; 0.5: suggests; 1: decides. */
  readonly confidence: number;
  readonly reason: string;
  /** How many metrics it read. */
  readonly metrics: number;
  /** Only what the adapter asks for may be worked on. */
  readonly converged: boolean;
}

/** Work in the background that the Stop event names. */
export interface BackgroundTask {
  readonly id: string;
  /** `subagent`, `workflow`, `shell`, `monitor`, or a name of a later client. */
  readonly type: string;
  readonly description: string;
}

/** The outcome of the user's verification commands. */
export type Verification =
  | { readonly kind: "none" }
  | { readonly kind: "passed" }
  | { readonly kind: "rejected"; readonly command: string; readonly tail: string }
  | { readonly kind: "unknown"; readonly why: string };

/** All facts that `judge` decides by. */
export interface Facts {
  readonly nowMs: number;
  readonly killSwitch: string | null;
  readonly markerPresent: boolean;
  /** Whether a person typed `/ralph:stop`, and the client still keeps it queued. */
  readonly isStopQueued: boolean;
  readonly activity: Activity;
  readonly permissionMode: string | null;
  /** What will wake the session by itself, in words; null where nothing will. */
  readonly waitsOn: string | null;
  /** Ids of the shells that run now: from the next Stop on the loop does not wait for them. */
  readonly shellsSeen: readonly string[];
  readonly completion: Completion;
  readonly tags: Tags;
  /** Continuations in a row without a tool call, this turn's end included. */
  readonly toollessContinuations: number;
  /** The client's cap on blocks in a row; 0 for no cap. */
  readonly blockCap: number;
  /** The commands that gate completion: those of the plan's items, then the user's. */
  readonly checks: readonly string[];
  readonly verification: Verification;
  /** The last outputs, where they are similar; else null. */
  readonly repetition: Repetition | null;
  /**
   * How many of the last outputs in a row are similar, the present one included, without a change in
   * the project since the first of them; at least 1.
   */
  readonly alikeOutputs: number;
  /** The phrase of the last message that says that there is nothing to do, if any. */
  readonly idlePhrase: string | null;
  /** The project's present state, to find later changes. */
  readonly mark: ProgressMark;
  /** What changed since the loop's `idle` mark; null where the loop is not idle. */
  readonly progressSinceIdle: readonly ProgressKind[] | null;
  /** What changed since the last rejected verification; null where the record has none. */
  readonly progressSinceRejection: readonly ProgressKind[] | null;
  /** Null where the project has no adapter, or it failed. */
  readonly adapter: AdapterOpinion | null;
  /** How many opportunities exploration found; null where it did not run, or failed. */
  readonly opportunities: number | null;
  /** Active time that a validation round may take. */
  readonly validationTimeoutMs: number;
}

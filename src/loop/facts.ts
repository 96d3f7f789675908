/** The facts of one Stop event. The hook gathers them, and `judge` decides from them. */

import type { DecisionInputs } from "../store/records/decision_inputs.ts";
import type { ItemLedger } from "../store/item_ledger.ts";
import type { ProgressMark } from "../store/records/progress_mark.ts";

/** The facts that rules read and the journal keeps. */
type InputFacts = DecisionInputs["facts"];

/** A time span, epoch milliseconds, `startMs <= endMs`. */
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
  /** Times when the session waited for a person. No gap within them counts, however short. */
  readonly waits?: readonly Span[];
}

/** One piece of evidence that the task is complete, with its detail, for status and the journal. */
export type Signal = Extract<DecisionInputs["task"], { kind: "complete" }>["signal"];

/** The parts of a plan that are left out, as the end names them. */
export interface LeftOut {
  /** Items that are neither ticked nor waited for. */
  readonly items: number;
  /** Phrases such as `3 under "Later" left open`, one per cause. */
  readonly parts: readonly string[];
}

/** The statements of the focus file and the agent's last message about completion. */
export interface Completion {
  readonly verdict: "complete" | "incomplete" | "unknown";
  /** The strongest valid signal; null without one. */
  readonly strongest: Signal | null;
  readonly signals: readonly Signal[];
  readonly done: number;
  readonly total: number;
  /** Texts of the open items, in order. They block completion. */
  readonly openItems: readonly string[];
  /** A claim (marker, status) despite open items, or ticked boxes despite other work: ask once. */
  readonly claimOverOpenItems: Signal | null;
  /** Work without checkboxes in the file, in order, if all checkboxes are ticked. */
  readonly remaining?: readonly string[];
  /** Titles of items that were removed while they were open; missing if there are none. */
  readonly removed?: readonly string[];
  /** The plan's items that were seen so far, including now; missing if there is no plan to read. */
  readonly ledger?: ItemLedger;
  /** Text that contradicts the claim, quoted; missing without a claim. */
  readonly contradictions?: readonly string[];
  /** The work that is neither done nor waited for; missing if there is none. */
  readonly leftOut?: LeftOut;
  /** Present if the file has no checkboxes; `next` is the next step, null if unknown. */
  readonly withoutBoxes?: { readonly next: string | null };
}

/** One finding that the agent reports in a validation round; `medium` if it wrote no severity. */
export type Finding = InputFacts["tags"]["findings"][number];

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
  /** True if the current validation round is declared done. */
  readonly validated: boolean;
  /** Methods that worked, as the agent reports them, for later loops of the project. */
  readonly worked: readonly string[];
  /** Features that the agent suggests. */
  readonly ideas: readonly string[];
  readonly unread: readonly UnreadTag[];
  /** True if a ticked `TASK_COMPLETE` is in the message. It counts only in the focus file. */
  readonly hasMarker: boolean;
}

/** A group of latest outputs that are similar. */
export type Repetition = NonNullable<InputFacts["repetition"]>;

/** A kind of change in the project. */
export type ProgressKind = Repetition["progress"][number];

/** The changes in the project since the previous answer. */
export type ProgressChanges = NonNullable<InputFacts["changes"]>;

/** The conclusion of the project's adapter from its metrics. */
export type AdapterOpinion = NonNullable<InputFacts["adapter"]>;

/** Work in the background that the Stop event names. */
export interface BackgroundTask {
  readonly id: string;
  /** `subagent`, `workflow`, `shell`, `monitor`, or a name of a later client. */
  readonly type: string;
  readonly description: string;
}

/** The outcome of the user's verification commands. */
export type Verification = InputFacts["verification"];

/** All facts that `judge` decides from. */
export interface Facts extends InputFacts {
  readonly nowMs: number;
  readonly activity: Activity;
  readonly completion: Completion;
  readonly tags: Tags;
  readonly mark: ProgressMark;
  /** Changes since the loop's `idle` mark; null if the loop is not idle. */
  readonly progressSinceIdle: readonly ProgressKind[] | null;
  /** Changes since the last rejected verification; null if the record has none. */
  readonly progressSinceRejection: readonly ProgressKind[] | null;
  /** Maximum active time of a validation round. */
  readonly validationTimeoutMs: number;
}

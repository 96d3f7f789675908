/** The decision on a Stop event: one of four kinds, a reason, and the evidence. */

import type { Finding } from "./facts.ts";
import type { ReasonCode } from "./reasons.ts";

/** A reason: the code for machines, the sentence for records and other tools. */
export interface Reason {
  readonly code: ReasonCode;
  readonly sentence: string;
  /** The end as the user sees it, after "ralph:", without a period. By default, it comes from the code. */
  readonly brief?: string;
  /** The doubt about a complete task at this end, such as a validation that did not pass. */
  readonly doubt?: string;
  /** The user's checks that passed at this end. */
  readonly passed?: readonly string[];
  /** The checkout that was judged; left out if there is only the project's own. */
  readonly checkout?: string;
}

/** The instruction for the next turn, in addition to the parts that every prompt has. */
export type Instruction =
  | { readonly kind: "work" }
  | {
    readonly kind: "explore";
    /** The reason to explore: the task is done, the agent is idle, or there is no task. */
    readonly why: "complete" | "idle" | "no-focus";
  }
  | {
    readonly kind: "validate";
    /** The round's number, from 1. */
    readonly round: number;
    readonly rounds: number;
    /** The cycle over all rounds, from 1. */
    readonly cycle: number;
    /** Maximum active time of the round. */
    readonly timeoutMs: number;
    /** 0 to 1; null until the first round is closed. */
    readonly score: number | null;
    /** The score with which the validation passes, 0 to 1. */
    readonly needed: number;
    /** Findings of earlier rounds of this cycle. */
    readonly findings: readonly Finding[];
  }
  | { readonly kind: "use-a-tool"; readonly left: number }
  | {
    readonly kind: "confirm-completion";
    readonly signal: string;
    readonly openItems: readonly string[];
    /** Work without checkboxes, if no item is open. */
    readonly remaining?: readonly string[];
    /** Items that were removed while they were open. */
    readonly removed?: readonly string[];
  }
  | { readonly kind: "verification-failed"; readonly command: string; readonly tail: string }
  | { readonly kind: "run-verification"; readonly commands: readonly string[] };

/** The decision on one Stop event. */
export type Decision =
  | {
    readonly kind: "continue";
    readonly instruction: Instruction;
    readonly evidence: readonly string[];
  }
  | {
    readonly kind: "wait";
    /** `background`: background work will wake the session; `plan-mode`: a person has to act. */
    readonly code: "background" | "plan-mode";
    readonly on: string;
    readonly evidence: readonly string[];
  }
  | { readonly kind: "let-go"; readonly reason: Reason; readonly evidence: readonly string[] }
  | { readonly kind: "halt"; readonly reason: Reason; readonly evidence: readonly string[] };

/** A decision that ends the loop. */
export type EndDecision = Extract<Decision, { kind: "let-go" | "halt" }>;

/** Makes the decision that ends the loop and allows the stop. */
export function allowStop(reason: Reason, evidence: readonly string[]): EndDecision {
  return { kind: "let-go", reason, evidence };
}

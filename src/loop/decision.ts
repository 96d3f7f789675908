/**
 * What a Stop event is answered with: one of four kinds, a reason, and the evidence (design §1).
 *
 * @module
 */

/** Why a loop ended or rests; the user sees the sentence, `--json` the code (design §4). */
export type ReasonCode =
  | "complete"
  | "converged"
  | "max-runtime"
  | "max-iterations"
  | "max-tokens"
  | "max-cost"
  | "stuck"
  | "blocked"
  | "no-tools"
  | "kill-switch"
  | "stopped-by-user"
  | "disabled"
  | "interrupted"
  | "rate-limited"
  | "internal-error"
  | "idle-timeout"
  | "task-timeout"
  | "agent-failed"
  | "plan-error"
  | "nothing-to-do";

/** A reason: the code for machines, the sentence for people. */
export interface Reason {
  readonly code: ReasonCode;
  readonly sentence: string;
}

/** What the next turn is told beside the standing parts of the prompt. */
export type Instruction =
  | { readonly kind: "work" }
  | { readonly kind: "explore" }
  | { readonly kind: "use-a-tool"; readonly left: number }
  | {
    readonly kind: "confirm-completion";
    readonly signal: string;
    readonly openItems: readonly string[];
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
  | { readonly kind: "wait"; readonly on: string; readonly evidence: readonly string[] }
  | { readonly kind: "let-go"; readonly reason: Reason; readonly evidence: readonly string[] }
  | { readonly kind: "halt"; readonly reason: Reason; readonly evidence: readonly string[] };

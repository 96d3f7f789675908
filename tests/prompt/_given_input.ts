/** Inputs of a continuation. */
import type { Instruction } from "../../src/loop/decision.ts";
import { NO_REMARKS } from "../../src/loop/judge.ts";
import type { ContinuationInput } from "../../src/prompt/continuation.ts";
import { givenFacts, givenRecord, givenSettings, START } from "../loop/_given.ts";

type Validate = Extract<Instruction, { readonly kind: "validate" }>;

/** A continuation over a focus file with nothing special. */
export function givenInput(changes: Partial<ContinuationInput> = {}): ContinuationInput {
  return {
    record: givenRecord(),
    settings: givenSettings(),
    completion: givenFacts().completion,
    instruction: { kind: "work" },
    notes: [],
    guidance: { encouraged: [], forbidden: [], leftOut: 0 },
    nowMs: START + 3_600_000,
    opportunities: null,
    adapter: null,
    nearEnd: [],
    remarks: NO_REMARKS,
    isRepeat: false,
    templates: null,
    ...changes,
  };
}

/** What exploration found. */
export function found(
  texts: readonly string[],
  more: number,
): NonNullable<ContinuationInput["opportunities"]> {
  const shown = texts.map((text) => ({ text }));
  return { shown, more, repeated: [], learned: { worked: [], ideas: [] } };
}

/** What a project's adapter concludes. */
export const ADAPTER = {
  name: "mine",
  kind: "external",
  shouldContinue: true,
  confidence: 0.5,
  reason: "improving",
  metrics: 3,
  converged: false,
} as const;

/** A round of the first cycle. */
export function givenRound(round: number, changes: Partial<Validate> = {}): Instruction {
  return {
    kind: "validate",
    round,
    rounds: 5,
    cycle: 1,
    timeoutMs: 120_000,
    score: null,
    needed: 0.8,
    findings: [],
    ...changes,
  };
}

/** Every instruction, as plain as it comes. */
export const INSTRUCTIONS: Instruction[] = [
  { kind: "work" },
  { kind: "explore", why: "complete" },
  { kind: "explore", why: "idle" },
  { kind: "explore", why: "no-focus" },
  ...[1, 2, 3, 4, 5].map((round) => givenRound(round)),
  { kind: "use-a-tool", left: 1 },
  { kind: "confirm-completion", signal: "explicit_marker", openItems: ["one", "two"] },
  { kind: "verification-failed", command: "npm test", tail: "1 failed" },
  { kind: "run-verification", commands: ["npm test"] },
];

/** Facts, settings and records for tests of the pure core: a running loop with nothing special. */
import { assertEquals } from "@std/assert";
import { HOUR_MS } from "../../src/text/time.ts";
import { judge, type Outcome } from "../../src/loop/judge.ts";
import { takeEvidence } from "../../src/loop/rules/evidence_rule.ts";
import type { Need } from "../../src/loop/rules/rules.ts";
import type { Decision } from "../../src/loop/decision.ts";
import type { Facts } from "../../src/loop/facts.ts";
import { blankRecord } from "../../src/lifecycle/blank_record.ts";
import type { DecisionInputs } from "../../src/store/records/decision_inputs.ts";
import type { LoopRecord } from "../../src/store/records/loop_record.ts";
import { defaultSettings, type Settings } from "../../src/store/settings/settings.ts";

/** The tags of a message without tags. */
export const NO_TAGS: Facts["tags"] = {
  promise: null,
  blocked: null,
  findings: [],
  validated: false,
  worked: [],
  ideas: [],
  unread: [],
  hasMarker: false,
};

/** When the given loop started, epoch milliseconds. */
export const START = Date.UTC(2026, 0, 5, 18);

/** Settings of `--production` with the minimums set to 0. */
export function givenSettings(changes: Partial<Settings> = {}): Settings {
  return {
    ...defaultSettings(),
    min_hours: 0,
    min_iterations: 0,
    enable_validation_phase: false,
    ...changes,
  };
}

/** A running loop over a focus file, one hour and three continuations in. */
export function givenRecord(changes: Partial<LoopRecord> = {}): LoopRecord {
  return {
    ...blankRecord({ id: "loop-1", project: "/home/dev/app", driver: "session", startedAt: START }),
    ownerSession: "session-1",
    turn: { state: "running", since: START },
    iteration: 3,
    accumulatedRuntimeMs: HOUR_MS,
    lastHookAtMs: START + HOUR_MS,
    focus: { path: "/home/dev/app/plan.md", method: "explicit", candidates: [] },
    ...changes,
  };
}

/** Two of three items done, nothing said, nothing in flight. */
export function givenFacts(changes: Partial<Facts> = {}): Facts {
  return {
    nowMs: START + HOUR_MS,
    killSwitch: null,
    markerPresent: true,
    isStopQueued: false,
    activity: { pointsMs: [], spans: [] },
    permissionMode: "bypassPermissions",
    waitsOn: null,
    shellsSeen: [],
    completion: {
      verdict: "incomplete",
      strongest: null,
      signals: [],
      done: 2,
      total: 3,
      openItems: ["the third"],
      claimOverOpenItems: null,
    },
    tags: NO_TAGS,
    toollessContinuations: 0,
    blockCap: 8,
    checks: [],
    verification: { kind: "none" },
    repetition: null,
    alikeOutputs: 1,
    idlePhrase: null,
    mark: { atMs: START + HOUR_MS, commit: "abc", checklist: "2/3", metrics: 0, tree: null },
    progressSinceIdle: null,
    progressSinceRejection: null,
    adapter: null,
    opportunities: null,
    changes: null,
    validationTimeoutMs: 120_000,
    ...changes,
  };
}

/** What the rules decide by, of a running loop with nothing special. */
export function givenInputs(
  { record, facts }: {
    readonly record?: Partial<DecisionInputs["record"]>;
    readonly facts?: Partial<DecisionInputs["facts"]>;
  } = {},
): DecisionInputs {
  const inputs = takeEvidence(givenRecord(), givenFacts(), givenSettings());
  return {
    ...inputs,
    record: { ...inputs.record, ...record },
    facts: { ...inputs.facts, ...facts },
  };
}

export const ALL_DONE: Facts["completion"] = {
  verdict: "complete",
  strongest: { name: "all_checkboxes", confidence: 0.9, detail: "3 of 3 items ticked" },
  signals: [{ name: "all_checkboxes", confidence: 0.9, detail: "3 of 3 items ticked" }],
  done: 3,
  total: 3,
  openItems: [],
  claimOverOpenItems: null,
};

/** A decision in one word: its kind, and its reason code, instruction or what it waits on. */
export function inWords(decision: Decision): string {
  switch (decision.kind) {
    case "continue":
      return `continue ${decision.instruction.kind}`;
    case "wait":
      return `wait ${decision.on}`;
    default:
      return `${decision.kind} ${decision.reason.code}`;
  }
}

/** The outcome of facts that leave nothing open. */
export function decide(record: LoopRecord, facts: Facts, settings: Settings): Outcome {
  const satisfied = new Set<Need>(["exploration", "verification"]);
  const judgement = judge(record, facts, settings, satisfied);
  if (judgement.kind === "judged") return judgement.outcome;
  throw new Error(`"${judgement.need}" is satisfied and still needed`);
}

/** The need that has to be satisfied first; null if there is an outcome. */
export function needOf(record: LoopRecord, facts: Facts, settings: Settings): Need | null {
  const judgement = judge(record, facts, settings);
  return judgement.kind === "need" ? judgement.need : null;
}

/** A decision on the given record with some changes, in the words of `inWords`. */
export type DecisionCase = readonly [
  name: string,
  expected: string,
  facts?: Partial<Facts>,
  record?: Partial<LoopRecord>,
  settings?: Partial<Settings>,
];

/** The facts of a complete task, and settings in which it does not end the loop. */
export const DONE = { completion: ALL_DONE };
export const ETERNAL = { eternal: true };
export const LATER = { min_iterations: 50 };

/** A plan without items, or none at all. */
export const NO_ITEMS: Facts["completion"] = {
  ...givenFacts().completion,
  verdict: "incomplete",
  done: 0,
  total: 0,
  openItems: [],
};

/** The tags of a message with the default promise. */
export const PROMISED = { ...NO_TAGS, promise: "TASK_COMPLETE" };

/** Tests what is decided in each case. */
export function testDecisions(of: string, cases: readonly DecisionCase[]): void {
  for (const [name, expected, facts, record, settings] of cases) {
    Deno.test(`${of}: ${name}`, () => {
      const outcome = decide(givenRecord(record), givenFacts(facts), givenSettings(settings));
      assertEquals(inWords(outcome.decision), expected);
    });
  }
}

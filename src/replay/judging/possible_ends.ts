/**
 * The ends that are possible at a recorded Stop: the decision under each value of the facts that a
 * transcript does not have. Pure.
 */
import type { Decision, EndDecision } from "../../loop/decision.ts";
import type { Facts } from "../../loop/facts.ts";
import { judge, type Outcome } from "../../loop/judge.ts";
import type { Need } from "../../loop/rules/rules.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";

/**
 * A fact that a transcript does not have: whether anything changed in the project that the transcript
 * does not show, whether the plan is complete, whether the checks pass, whether the scanner finds
 * anything.
 */
type UnknownFact = "tree" | "plan" | "verification" | "exploration";

/** What has to be true for a decision. */
export interface Condition {
  readonly fact: UnknownFact;
  /**
   * `tree`: nothing else changed; `plan`: it was complete; `verification`: the checks passed;
   * `exploration`: nothing was found. False for the opposite.
   */
  readonly isTrue: boolean;
}

interface EndAtStop {
  readonly decision: EndDecision;
  readonly record: LoopRecord;
  /** Empty where the end depends on nothing unknown. */
  readonly conditions: readonly Condition[];
}

interface Possibilities {
  readonly ends: readonly EndAtStop[];
  /** The outcome with which the loop goes on; null where it certainly ends. */
  readonly onward: Outcome | null;
}

interface StopToJudge {
  readonly record: LoopRecord;
  /** The facts, as if nothing changed that the transcript does not show. */
  readonly facts: Facts;
  /** The completion of a plan that is complete, where the plan's content is not known; else null. */
  readonly ifComplete: Facts["completion"] | null;
  readonly settings: Settings;
}

/**
 * Judges a Stop under each value of its unknown facts.
 *
 * @returns Each end under the fewest conditions. The loop goes on as if nothing else had changed,
 * unless that would end it, and as if checks failed and the scanner found something.
 */
export function findPossibilities(stop: StopToJudge): Possibilities {
  const ends: (EndAtStop & { readonly assumed: ReadonlySet<UnknownFact> })[] = [];
  let onward: Outcome | null = null;
  for (const assumed of subsetsOf(listUnknown(stop))) {
    const { outcome, asked } = judgeAssuming(stop, assumed);
    const { decision, record } = outcome;
    if (!isEnd(decision)) {
      // The tree alone may be assumed for what follows; the smallest subset comes first.
      const isAllowed = [...assumed].every((fact) => fact === "tree");
      if (isAllowed) onward = outcome;
      continue;
    }
    const isKnown = ends.some((end) =>
      end.decision.reason.code === decision.reason.code &&
      [...end.assumed].every((fact) => assumed.has(fact))
    );
    if (!isKnown) {
      ends.push({ decision, record, assumed, conditions: listConditions(assumed, asked) });
    }
  }
  return { ends, onward };
}

/** The facts that the transcript does not have, and on which a decision may depend here. */
function listUnknown({ facts, ifComplete }: StopToJudge): UnknownFact[] {
  const { repetition, progressSinceRejection: sinceRejection } = facts;
  const isTreeAsked = repetition?.progress.length === 0 || sinceRejection?.length === 0;
  return [
    ...isTreeAsked ? ["tree" as const] : [],
    ...ifComplete === null ? [] : ["plan" as const],
    ...facts.checks.length === 0 ? [] : ["verification" as const],
    ...facts.idlePhrase === null ? [] : ["exploration" as const],
  ];
}

/** All subsets, the smaller first. */
function subsetsOf(facts: readonly UnknownFact[]): ReadonlySet<UnknownFact>[] {
  const subsets = facts.reduce<UnknownFact[][]>(
    (all, fact) => [...all, ...all.map((subset) => [...subset, fact])],
    [[]],
  );
  return subsets.sort((left, right) => left.length - right.length).map((subset) => new Set(subset));
}

/** Judges with the assumed facts true, and the other unknown ones false. */
function judgeAssuming(
  { record, facts, ifComplete, settings }: StopToJudge,
  assumed: ReadonlySet<UnknownFact>,
): { outcome: Outcome; asked: ReadonlySet<Need> } {
  const asked = new Set<Need>();
  let present: Facts = {
    ...facts,
    ...assumed.has("tree") ? {} : withUnseenChange(facts),
    ...assumed.has("plan") && ifComplete !== null ? { completion: ifComplete } : {},
  };
  for (;;) {
    const judgement = judge(record, present, settings, asked);
    if (judgement.kind === "judged") return { outcome: judgement.outcome, asked };
    asked.add(judgement.need);
    present = { ...present, ...answerTo(judgement.need, assumed.has(judgement.need), facts) };
  }
}

function withUnseenChange({ repetition, progressSinceRejection: since }: Facts): Partial<Facts> {
  return {
    ...repetition === null || repetition.progress.length > 0
      ? {}
      : { repetition: { ...repetition, progress: ["tree"] } },
    ...since?.length === 0 ? { progressSinceRejection: ["tree"] } : {},
  };
}

function answerTo(need: Need, isTrue: boolean, { checks }: Facts): Partial<Facts> {
  if (need === "exploration") return { opportunities: isTrue ? 0 : null };
  return {
    verification: isTrue
      ? { kind: "passed" }
      : { kind: "rejected", command: checks.join("; "), tail: "" },
  };
}

/** What was assumed, and what was asked for and denied. */
function listConditions(assumed: ReadonlySet<UnknownFact>, asked: ReadonlySet<Need>): Condition[] {
  const denied = [...asked].filter((need) => !assumed.has(need));
  return [
    ...[...assumed].map((fact) => ({ fact, isTrue: true })),
    ...denied.map((fact) => ({ fact, isTrue: false })),
  ];
}

function isEnd(decision: Decision): decision is EndDecision {
  return decision.kind === "let-go" || decision.kind === "halt";
}

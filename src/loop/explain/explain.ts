/**
 * Explains a decision from its journalled facts: how each rule stood, which one decided, which nearly
 * did, and what would have had to be otherwise. Every answer is found by judging again. Pure.
 */
import type { DecisionFacts } from "../../store/records/decision_facts.ts";
import { type RuleName, RULES } from "../rules/rules.ts";
import { EVENT_CHANGES } from "./event_variations.ts";
import { draftOf, judgeAgain, needsOf, type Verdict, verdictOf } from "./judge_again.ts";
import { RULE_NOTES, RULE_TITLES } from "./rule_notes.ts";
import { SETTING_CHANGES } from "./setting_variations.ts";
import type { Variation } from "./variation.ts";

/** How a rule stood at a decision. */
export interface RuleStanding {
  readonly name: RuleName;
  readonly title: string;
  readonly text: string;
  /** `not-asked`: an earlier rule decided. */
  readonly outcome: "decided" | "passed" | "not-asked";
  /** What a rule that was not asked would have said; null for nothing. */
  readonly would: Pick<Verdict, "kind" | "code"> | null;
  /** Whether it nearly decided. */
  readonly isNear: boolean;
}

/** What would have changed a decision. */
export interface WhatIf {
  /** A noun phrase that begins a sentence. */
  readonly what: string;
  readonly then: Verdict;
}

/** How a decision came about by the rules of today, and what would have changed it. */
export interface Explanation {
  readonly verdict: Verdict;
  /** Whether they decide as the journal says. */
  readonly isReproduced: boolean;
  /** In the order in which they are asked. */
  readonly rules: readonly RuleStanding[];
  /** Single changes that give another result; two at once only where no single change does. */
  readonly changes: readonly WhatIf[];
}

/** From here on a rule is said to have nearly decided. */
export const NEAR = 0.75;

/**
 * Explains a decision.
 *
 * @example A loop that is stuck
 * `verdict: stuck; changes: "One commit … since iteration 41" → continue`
 */
export function explainDecision(facts: DecisionFacts): Explanation {
  const verdict = judgeAgain(facts);
  return {
    verdict,
    isReproduced: (verdict.rule ?? "none") === facts.rule && verdict.kind !== "need",
    rules: standRules(facts, verdict),
    changes: findChanges(facts, verdict),
  };
}

function standRules(facts: DecisionFacts, verdict: Verdict): RuleStanding[] {
  const draft = draftOf(facts);
  const needs = needsOf(facts);
  const deciding = RULES.findIndex(({ name }) => name === verdict.rule);
  return RULES.map(({ name, judge }, index) => {
    const { text, nearness } = RULE_NOTES[name](facts);
    const isAsked = deciding === -1 || index <= deciding;
    const ruling = isAsked ? null : judge(draft, needs);
    return {
      name,
      title: RULE_TITLES[name],
      text,
      outcome: index === deciding ? "decided" : isAsked ? "passed" : "not-asked",
      would: ruling === null ? null : verdictOf(ruling),
      isNear: index !== deciding && nearness >= NEAR,
    };
  });
}

/** What could have been otherwise: what happened first, then what was set. */
function listVariations(facts: DecisionFacts): Variation[] {
  return [...EVENT_CHANGES, ...SETTING_CHANGES].map((change) => change(facts))
    .filter((variation) => variation !== null);
}

function findChanges(facts: DecisionFacts, verdict: Verdict): WhatIf[] {
  const single = listVariations(facts)
    .filter(({ isAhead = false }) => !isAhead || verdict.kind === "continue")
    .map(({ what, facts: varied }) => ({ what, then: judgeAgain(varied) }))
    .filter(({ then }) => isOther(then, verdict));
  if (single.length === 0) return findPair(facts, verdict);
  // Of a loop that went on, first what was nearest to ending it.
  const nearness = ({ then: { rule } }: WhatIf) =>
    rule === null ? 1 : RULE_NOTES[rule](facts).nearness;
  return verdict.kind === "continue"
    ? single.sort((left, right) => nearness(right) - nearness(left))
    : single;
}

/** Two changes at once, where no single change gives another result. */
function findPair(facts: DecisionFacts, verdict: Verdict): WhatIf[] {
  const isPast = ({ isAhead = false }: Variation) => !isAhead;
  for (const first of listVariations(facts).filter(isPast)) {
    for (const second of listVariations(first.facts).filter(isPast)) {
      const then = judgeAgain(second.facts);
      if (isOther(then, verdict)) {
        return [{ what: `${first.what}, together with: ${second.what}`, then }];
      }
    }
  }
  return [];
}

function isOther(then: Verdict, { kind, code }: Verdict): boolean {
  return then.kind !== kind || then.code !== code;
}

/** Describes how the rules of `ralph run` stood after a turn or at the end. Pure. */
import { isNear, noteLimits, type RuleNote, type RuleStanding } from "../../loop/explain.ts";
import { stateOfEnd } from "../../loop/reasons.ts";
import { reachedLimit } from "../../loop/rules/limits.ts";
import { TRIPS_AT } from "../../run/job/breaker.ts";
import type { AgentFacts } from "../../store/records/agent_facts.ts";
import { showCount } from "../../text/human_units.ts";

/** The standing of one rule of a run. */
export type RunStanding = Omit<RuleStanding, "name">;

interface RunRule {
  readonly title: string;
  /** The text if it decided; rules that count have a note instead. */
  readonly decided?: string;
  readonly passed?: string;
  /** Makes the note of a rule that counts, whether the rule was asked or not. */
  readonly note?: (agent: AgentFacts | null) => RuleNote;
}

/** The rules in the order in which a run asks them. */
const RULES = [
  { title: "you end it", decided: "you ended it", passed: "you did not end it" },
  {
    title: "the plan",
    decided: "there was nothing to work on",
    passed: "the plan could be read",
  },
  // The last agent may have known only a part of the plan.
  { title: "done", decided: "no item is open", note: noteItems },
  { title: "limit", note: noteRunLimits },
  { title: "no progress", note: noteProgress },
  {
    title: "agent starts",
    decided: "the agent did not start",
    passed: "the agent could be started",
  },
  {
    title: "API",
    decided: "the wait would be too long",
    passed: "it does not refuse or fail agents for too long",
  },
  {
    title: "blocked",
    decided: "the agent needs you",
    passed: "the agent did not say that it needs you",
  },
] as const satisfies readonly RunRule[];

type RunRuleTitle = typeof RULES[number]["title"];

const RULE_OF_STATE = {
  done: "done",
  limit: "limit",
  blocked: "blocked",
  stuck: "no progress",
  stopped: "you end it",
  failed: "agent starts",
  ended: null,
} as const satisfies Record<ReturnType<typeof stateOfEnd>, RunRuleTitle | null>;

/**
 * Describes how each rule stood.
 *
 * @param agent The facts of the last agent that ended; null if none did.
 * @param end The code of the run's end; null while it continues.
 */
export function standRunRules(agent: AgentFacts | null, end: string | null): RunStanding[] {
  const decided = end === null ? null : ruleOf(end, agent);
  const deciding = RULES.findIndex(({ title }) => title === decided);
  return RULES.map((rule: RunRule, index) => {
    const isAsked = deciding === -1 || index <= deciding;
    const outcome = index === deciding ? "decided" : isAsked ? "passed" : "not-asked";
    const note = rule.note?.(agent);
    const isRejected = rule.title === "done" && end === "stuck";
    const decidedText = isRejected
      ? "no item is open, but verification failed again and again"
      : rule.decided;
    const text = (outcome === "decided" ? decidedText : undefined) ?? note?.text ??
      (isAsked ? rule.passed : undefined) ?? "not asked";
    const nearness = outcome === "decided" ? 0 : note?.nearness ?? 0;
    return { title: rule.title, text, outcome, isNear: isNear(nearness) };
  });
}

function ruleOf(code: string, agent: AgentFacts | null): RunRuleTitle | null {
  if (code === "plan-error" || code === "nothing-to-do") return "the plan";
  if (code === "rate-limited" || code === "api-error") return "API";
  const { items, limits, spent } = agent ?? {};
  // A finished plan whose verification failed again and again.
  const isFinished = items !== undefined && items.total > 0 && items.done === items.total;
  if (code === "stuck" && isFinished) return "done";
  // At a limit without any progress, the end's reason is how the agents failed.
  const isAtLimit = limits !== undefined && spent !== undefined &&
    reachedLimit(usedOf(spent), limits) !== null;
  const rule = RULE_OF_STATE[stateOfEnd(code)];
  return rule === "agent starts" && isAtLimit ? "limit" : rule;
}

function usedOf(spent: NonNullable<AgentFacts["spent"]>) {
  return { iteration: spent.iterations, accumulatedRuntimeMs: spent.activeMs, usage: spent };
}

function noteItems(agent: AgentFacts | null): RuleNote {
  if (agent === null) return { text: "no agent has ended yet", nearness: 0 };
  const { items } = agent;
  const verified = items.done === items.total ? ", and not verified yet" : "";
  return {
    text: `${items.done} of ${showCount(items.total, "item")} done${verified}`,
    nearness: 0,
  };
}

function noteRunLimits(agent: AgentFacts | null): RuleNote {
  const { limits, spent } = agent ?? {};
  if (limits === undefined || spent === undefined) return { text: "unknown", nearness: 0 };
  return noteLimits(usedOf(spent), limits);
}

function noteProgress(agent: AgentFacts | null): RuleNote {
  const { stale, sameErrors = 0 } = agent ?? {};
  if (stale === undefined) return { text: "not counted for the last agent", nearness: 0 };
  const text = [
    `${showCount(stale, "turn")} in a row without progress`,
    ...sameErrors === 0 ? [] : [`the same error ${showCount(sameErrors, "time")} in a row`],
    `after ${TRIPS_AT} it gets one last turn to recover`,
  ].join(", ");
  return { text, nearness: Math.max(stale, sameErrors) / TRIPS_AT };
}

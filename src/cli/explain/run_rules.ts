/** How the rules of `ralph run` stood after an iteration or at its end. Pure. */
import { isNear, noteLimits, type RuleNote, type RuleStanding } from "../../loop/explain.ts";
import { stateOfEnd } from "../../loop/reasons.ts";
import { reachedLimit } from "../../loop/rules/limits.ts";
import { TRIPS_AT } from "../../run/job/breaker.ts";
import type { AgentFacts } from "../../store/records/agent_facts.ts";
import { showCount } from "../../text/human_units.ts";

/** How a rule of a run stood. */
export type RunStanding = Omit<RuleStanding, "name">;

/** The rules in the order in which a run asks them. */
const RULES = [
  "you end it",
  "the plan",
  "done",
  "limit",
  "no progress",
  "agent starts",
  "rate limit",
  "blocked",
] as const;

type RunRule = typeof RULES[number];

const RULE_OF_STATE = {
  done: "done",
  limit: "limit",
  blocked: "blocked",
  stuck: "no progress",
  stopped: "you end it",
  failed: "agent starts",
  ended: null,
} as const satisfies Record<ReturnType<typeof stateOfEnd>, RunRule | null>;

/** Rules about counts, which are known whether they are asked or not. */
const COUNTED: readonly RunRule[] = ["done", "limit", "no progress"];

/**
 * Describes how each rule stood.
 *
 * @param agent The facts of the last agent that ended; null where none did.
 * @param end The code of the run's end; null while it goes on.
 */
export function standRunRules(agent: AgentFacts | null, end: string | null): RunStanding[] {
  const decided = end === null ? null : ruleOf(end, agent);
  const deciding = decided === null ? -1 : RULES.indexOf(decided);
  return RULES.map((title, index) => {
    const outcome = index === deciding
      ? "decided"
      : deciding === -1 || index < deciding
      ? "passed"
      : "not-asked";
    const { text, nearness } = outcome !== "not-asked" || COUNTED.includes(title)
      ? noteOf(title, agent, outcome === "decided")
      : { text: "not asked", nearness: 0 };
    return { title, text, outcome, isNear: outcome !== "decided" && isNear(nearness) };
  });
}

function ruleOf(code: string, agent: AgentFacts | null): RunRule | null {
  if (code === "plan-error" || code === "nothing-to-do") return "the plan";
  if (code === "rate-limited") return "rate limit";
  const { items, limits, spent } = agent ?? {};
  // A finished plan whose verification failed again and again.
  const isFinished = items !== undefined && items.total > 0 && items.done === items.total;
  if (code === "stuck" && isFinished) return "done";
  // At a limit without any progress, the reason is how all agents failed.
  const isAtLimit = limits !== undefined && spent !== undefined && reachedLimit(
        { iteration: spent.iterations, accumulatedRuntimeMs: spent.activeMs, usage: spent },
        limits,
      ) !== null;
  const rule = RULE_OF_STATE[stateOfEnd(code)];
  return rule === "agent starts" && isAtLimit ? "limit" : rule;
}

function noteOf(
  title: RunRule,
  agent: AgentFacts | null,
  isDecided: boolean,
): RuleNote {
  const note = (text: string, nearness = 0): RuleNote => ({ text, nearness });
  switch (title) {
    case "you end it":
      return note(isDecided ? "you ended it" : "nobody asked for the end");
    case "the plan":
      return note(isDecided ? "there was nothing to work on" : "the plan could be read");
    case "done":
      // The last agent may have known a part of the plan only.
      if (isDecided) return note("no item is open");
      return agent === null ? note("no agent has ended yet") : note(describeItems(agent));
    case "limit":
      return noteRunLimits(agent);
    case "no progress": {
      const { stale, sameErrors = 0 } = agent ?? {};
      if (stale === undefined) return note("not counted for the last agent");
      const texts = [
        `${showCount(stale, "iteration")} in a row without progress`,
        ...sameErrors === 0 ? [] : [`the same error ${showCount(sameErrors, "time")} in a row`],
        `after ${TRIPS_AT} it gets one recovery`,
      ];
      return note(texts.join(", "), Math.max(stale, sameErrors) / TRIPS_AT);
    }
    case "rate limit":
      return note(isDecided ? "the wait would be too long" : "no agent is refused for too long");
    case "blocked":
      return note(isDecided ? "the agent needs you" : "the agent did not say that it needs you");
    default:
      return note(isDecided ? "the agent did not start" : "the agent could be started");
  }
}

function describeItems({ items }: AgentFacts): string {
  const verified = items.done === items.total ? ", and not verified yet" : "";
  return `${items.done} of ${showCount(items.total, "item")} done${verified}`;
}

function noteRunLimits(agent: AgentFacts | null): RuleNote {
  const { limits, spent } = agent ?? {};
  if (limits === undefined || spent === undefined) return { text: "unknown", nearness: 0 };
  const used = { iteration: spent.iterations, accumulatedRuntimeMs: spent.activeMs, usage: spent };
  return noteLimits(used, limits, "iteration");
}

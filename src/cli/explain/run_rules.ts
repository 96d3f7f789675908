/** How the rules of `ralph run` stood after an iteration or at its end. Pure. */
import { NEAR } from "../../loop/explain/explain.ts";
import { noteLimits, type RuleNote } from "../../loop/explain/rule_notes.ts";
import { TRIPS_AT } from "../../runner/job/breaker.ts";
import type { AgentFacts } from "../../store/records/agent_facts.ts";
import { showCount } from "../../text/human_units.ts";
import { ruleCodeOf } from "./run_changes.ts";

/** How a rule of a run stood. */
export interface RunStanding {
  readonly title: string;
  readonly text: string;
  /** `not-asked`: an earlier rule decided. */
  readonly outcome: "decided" | "passed" | "not-asked";
  readonly isNear: boolean;
}

/** The rules in the order in which a run asks them, with the codes of the ends that each makes. */
const RULES: readonly (readonly [title: string, codes: readonly string[]])[] = [
  ["you end it", ["kill-switch", "stopped-by-user", "disabled", "interrupted"]],
  ["the plan", ["plan-error", "nothing-to-do"]],
  ["done", ["complete"]],
  ["limit", ["max-runtime", "max-iterations", "max-tokens", "max-cost"]],
  ["no progress", ["stuck"]],
  ["agent starts", ["agent-failed", "internal-error"]],
  ["rate limit", ["rate-limited"]],
  ["blocked", ["blocked"]],
];

/** Rules about counts, which are known whether they are asked or not. */
const COUNTED: readonly string[] = ["done", "limit", "no progress"];

/**
 * Describes how each rule stood.
 *
 * @param agent The facts of the last agent that ended; null where none did.
 * @param end The code of the run's end; null while it goes on.
 */
export function standRules(agent: AgentFacts | null, end: string | null): RunStanding[] {
  const code = agent === null || end === null ? end : ruleCodeOf(agent, end);
  const deciding = RULES.findIndex(([, codes]) => code !== null && codes.includes(code));
  return RULES.map(([title], index) => {
    const isDecided = index === deciding;
    const isAsked = deciding === -1 || index <= deciding;
    const { text, nearness } = isAsked || COUNTED.includes(title)
      ? noteOf(title, agent, isDecided)
      : { text: "not asked", nearness: 0 };
    return {
      title,
      text,
      outcome: isDecided ? "decided" : isAsked ? "passed" : "not-asked",
      isNear: !isDecided && nearness >= NEAR,
    };
  });
}

function noteOf(
  title: string,
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
  const { activeMs, iterations: iteration } = spent;
  return noteLimits({ activeMs, iteration, settings: limits, usage: spent }, "iteration");
}

/**
 * Explains an iteration or the end of `ralph run`: how its rules stood, and what would have been
 * otherwise. Judges again by the run's own rules. Pure.
 *
 * @module
 */
import { type BreakerState, CLOSED_BREAKER, TRIPS_AT } from "../../runner/job/breaker.ts";
import { judgeNext } from "../../runner/job/next_step.ts";
import type { AgentFacts } from "../../store/records/agent_facts.ts";
import type { JournalEntry } from "../../store/records/journal.ts";
import { showAmount, showCount } from "../../text/human_units.ts";
import { HOUR_MS, showDuration } from "../../text/time.ts";
import { isEnd } from "../history/entry_view.ts";

/** How a rule of a run stood. */
export interface RunStanding {
  readonly title: string;
  readonly text: string;
  /** `not-asked`: an earlier rule decided. */
  readonly outcome: "decided" | "passed" | "not-asked";
  readonly isNear: boolean;
}

/** What would have changed how a run went on. */
interface RunWhatIf {
  readonly what: string;
  readonly then: { readonly kind: "continue" | "end" | "need"; readonly code: string | null };
}

/** An explained iteration or end of a run. */
export interface RunExplanation {
  /** The facts of the last agent that ended; null where none did. */
  readonly agent: AgentFacts | null;
  readonly rules: readonly RunStanding[];
  readonly changes: readonly RunWhatIf[];
}

/** The rules in the order in which a run asks them, with the codes of the ends that each makes. */
const RULES: readonly (readonly [title: string, codes: readonly string[]])[] = [
  ["you end it", ["kill-switch", "stopped-by-user", "disabled", "interrupted"]],
  ["the plan", ["plan-error", "nothing-to-do"]],
  ["done", ["complete"]],
  ["limit", ["max-runtime", "max-iterations", "max-tokens", "max-cost"]],
  ["no progress", ["stuck", "idle-timeout", "task-timeout"]],
  ["agent starts", ["agent-failed", "internal-error"]],
  ["rate limit", ["rate-limited"]],
  ["blocked", ["blocked"]],
];

/** Rules about counts, which are known whether they are asked or not. */
const COUNTED: readonly string[] = ["done", "limit", "no progress"];

/** From this part of a limit on, it is said to be near. */
const NEAR = 0.75;

/**
 * Explains the last line of the journal of a run.
 *
 * @param entries The journal up to the line.
 * @returns Null where a session owns the loop.
 */
export function explainRun(entries: readonly JournalEntry[]): RunExplanation | null {
  const entry = entries.at(-1);
  const withAgent = entries.findLast(({ agent }) => agent?.endedBy !== undefined);
  if (entry === undefined || entry.event !== "run" && entry.agent === undefined) return null;
  const agent = withAgent?.agent ?? null;
  const end = isEnd(entry) ? entry.code : null;
  return {
    agent,
    rules: standRules(agent, end),
    changes: agent === null ? [] : findChanges(agent, end),
  };
}

function standRules(agent: AgentFacts | null, end: string | null): RunStanding[] {
  const deciding = RULES.findIndex(([, codes]) => end !== null && codes.includes(end));
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
): { readonly text: string; readonly nearness: number } {
  const note = (text: string, nearness = 0) => ({ text, nearness });
  switch (title) {
    case "you end it":
      return note(isDecided ? "you ended it" : "nobody asked for the end");
    case "the plan":
      return note(isDecided ? "there was nothing to work on" : "the plan could be read");
    case "done":
      return agent === null
        ? note("no agent has ended yet")
        : note(`${agent.items.done} of ${showCount(agent.items.total, "item")} done`);
    case "limit":
      return noteLimits(agent);
    case "no progress": {
      const { stale = 0, sameErrors = 0 } = agent ?? {};
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

function noteLimits(agent: AgentFacts | null): { text: string; nearness: number } {
  const { limits, spent } = agent ?? {};
  if (limits === undefined || spent === undefined) return { text: "unknown", nearness: 0 };
  const { max_cost_usd: cost, max_hours: hours, max_iterations: most, max_tokens: tokens } = limits;
  const parts: [text: string, part: number][] = [
    [`${spent.iterations} of ${showCount(most, "iteration")}`, spent.iterations / most],
    [
      `${showDuration(spent.activeMs)} of ${showDuration(hours * HOUR_MS)} active`,
      spent.activeMs / HOUR_MS / hours,
    ],
    ...tokens === null ? [] : [
      [
        `${spent.tokens === null ? "unknown" : showAmount(spent.tokens)} of ${
          showAmount(tokens)
        } tokens`,
        (spent.tokens ?? 0) / tokens,
      ] as [string, number],
    ],
    ...cost === null ? [] : [
      [
        `${spent.costUsd === null ? "unknown" : `$${spent.costUsd.toFixed(2)}`} of $${
          cost.toFixed(2)
        }`,
        (spent.costUsd ?? 0) / cost,
      ] as [string, number],
    ],
  ];
  return {
    text: parts.map(([text]) => text).join(", "),
    nearness: Math.max(...parts.map(([, part]) => part)),
  };
}

/** What comes next after an iteration, by the run's own rule. */
function judgeAgent(agent: AgentFacts): RunWhatIf["then"] {
  const { limits, spent, items } = agent;
  if (items.total > 0 && items.done === items.total) return { kind: "need", code: "verification" };
  if (limits === undefined || spent === undefined) return { kind: "continue", code: null };
  const next = judgeNext(
    {
      iteration: spent.iterations,
      accumulatedRuntimeMs: spent.activeMs,
      usage: { tokens: spent.tokens, costUsd: spent.costUsd },
    },
    limits,
    breakerOf(agent),
  );
  if (next.kind === "limit") return { kind: "end", code: next.reason.code };
  return next.kind === "stuck" ? { kind: "end", code: "stuck" } : { kind: "continue", code: null };
}

function breakerOf({ hasRecovered, sameErrors, stale }: AgentFacts): BreakerState {
  return {
    stale: stale ?? 0,
    sameErrors: sameErrors ?? 0,
    lastError: sameErrors === undefined || sameErrors === 0 ? null : "",
    hasRecovered: hasRecovered ?? false,
  };
}

function findChanges(agent: AgentFacts, end: string | null): RunWhatIf[] {
  const judged = judgeAgent(agent);
  const { items, limits, spent } = agent;
  // An end that these rules did not make, such as a stop, is not changed by them.
  if (end !== null && judged.code !== end) return [];
  const open = items.total - items.done;
  const more = Math.max(1, TRIPS_AT - (agent.stale ?? 0));
  const changes: (readonly [what: string, agent: AgentFacts])[] = [
    ...open === 0
      ? []
      : [[`${showCount(open, "more ticked item")}`, { ...agent, items: all(items) }] as const],
    [
      `Progress in the last iteration`,
      { ...agent, ...CLOSED_BREAKER, stale: 0, hasRecovered: false },
    ],
    [
      `${showCount(more, "more iteration")} without progress, recovery included,`,
      {
        ...agent,
        stale: TRIPS_AT,
        hasRecovered: true,
      },
    ],
    ...limits === undefined || spent === undefined ? [] : [
      spent.iterations >= limits.max_iterations
        ? [`\`max_iterations\` above ${spent.iterations}`, {
          ...agent,
          limits: { ...limits, max_iterations: spent.iterations + 1 },
        }] as const
        : [`${showCount(limits.max_iterations - spent.iterations, "more iteration")}`, {
          ...agent,
          limits: { ...limits, max_iterations: spent.iterations },
        }] as const,
      ...spent.activeMs >= limits.max_hours * HOUR_MS
        ? [
          [
            `\`max_hours\` above ${showDuration(spent.activeMs)}`,
            { ...agent, limits: { ...limits, max_hours: spent.activeMs / HOUR_MS + 1 } },
          ] as const,
        ]
        : [],
    ],
  ];
  return changes.map(([what, changed]) => ({ what, then: judgeAgent(changed) }))
    .filter(({ then }) => then.kind !== judged.kind || then.code !== judged.code)
    .filter(({ then }) => end === null || then.kind !== "end");
}

function all({ total, skipped }: AgentFacts["items"]): AgentFacts["items"] {
  return { done: total, total, skipped };
}

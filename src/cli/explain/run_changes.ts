/**
 * What would have changed how `ralph run` went on after an iteration: judged again by the run's own
 * rule. Pure.
 */
import { type BreakerState, CLOSED_BREAKER, TRIPS_AT } from "../../runner/job/breaker.ts";
import { judgeNext } from "../../runner/job/ending.ts";
import type { AgentFacts } from "../../store/records/agent_facts.ts";
import { showCount } from "../../text/human_units.ts";
import { HOUR_MS, showDuration } from "../../text/time.ts";

/** What would have changed how a run went on. */
export interface RunWhatIf {
  readonly what: string;
  readonly then: { readonly kind: "continue" | "end" | "need"; readonly code: string | null };
}

/**
 * Finds the single changes that give another result.
 *
 * @param end The code of the run's end; null while it goes on.
 */
export function findChanges(agent: AgentFacts, end: string | null): RunWhatIf[] {
  const judged = judgeAgent(agent);
  const { items, limits, spent } = agent;
  // An end that these rules did not make, such as a stop, is not changed by them.
  if (end !== null && judged.code !== ruleCodeOf(agent, end)) return [];
  const open = items.total - items.done;
  const recoveries = agent.hasRecovered === true ? 0 : 1;
  const more = Math.max(1, TRIPS_AT - (agent.stale ?? 0) + recoveries);
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

/** Codes of a limit without any progress: the failure of all agents is the reason then. */
const FAILURES: readonly string[] = ["idle-timeout", "task-timeout", "agent-failed"];

/**
 * Returns the code by which a rule is found: a limit's own where the reason is how the agents failed,
 * and `complete` where a finished plan failed its verification again and again.
 */
export function ruleCodeOf(agent: AgentFacts, end: string): string {
  const { code, kind } = judgeAgent(agent);
  if (end === "stuck" && kind === "need") return "complete";
  return FAILURES.includes(end) && kind === "end" && code !== null && code !== "stuck" ? code : end;
}

/** What comes next after an iteration, by the run's own rule. */
function judgeAgent(agent: AgentFacts): RunWhatIf["then"] {
  const { limits, spent, items } = agent;
  if (items.total > 0 && items.done === items.total) return { kind: "need", code: "checks" };
  if (limits === undefined || spent === undefined) return { kind: "continue", code: null };
  const next = judgeNext(
    {
      iteration: spent.iterations,
      accumulatedRuntimeMs: spent.activeMs,
      usage: { tokens: spent.tokens, costUsd: spent.costUsd },
    },
    limits,
    breakerOf(agent),
    0,
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

function all({ total, skipped }: AgentFacts["items"]): AgentFacts["items"] {
  return { done: total, total, skipped };
}

// deno-lint-ignore-file camelcase -- the names are those of the memory
/**
 * `project-task`: the commands of the setting `explore_tasks`. They run with consent only, by a
 * function that is passed in; no other task of a project is ever run.
 *
 * @module
 */
import type { Verification } from "../../loop/facts.ts";
import type { ConsentNeed } from "../../store/consent_need.ts";
import { makeOpportunity, type Opportunity } from "../opportunity.ts";
import type { ExploreHead } from "../head.ts";

/** What may run. */
export interface ConfiguredTasks {
  /** Those that the user consented to. */
  readonly commands: readonly string[];
  /** Runs one; the Stop hook passes its runner of checks. */
  readonly run: (command: string) => Promise<Verification>;
}

/** What came of them. */
export interface TasksRun {
  readonly opportunities: readonly Opportunity[];
  /** For the memory: also of those that did not run this time. */
  readonly results: ExploreHead["tasks"];
  /** What could not be said, one sentence each. */
  readonly problems: readonly string[];
  readonly hasRun: boolean;
}

const MINUTE_MS = 60_000;
/** How long a result holds: a failure is looked at again soon, and at once where files changed. */
const HOLDS_MS = {
  failed: { changed: 0, same: 5 * MINUTE_MS },
  passed: { changed: 5 * MINUTE_MS, same: 30 * MINUTE_MS },
};

/** What of the output is told: the end says what failed. */
const TAIL_CHARACTERS = 220;

/**
 * What needs consent.
 *
 * @param commands the setting `explore_tasks`
 * @returns one need for each command, each once
 */
export function listTaskNeeds(commands: readonly string[]): ConsentNeed[] {
  return [...new Set(commands)].map((command) => ({
    kind: "task",
    what: command,
    content: command,
  }));
}

/**
 * Runs the commands whose last result does not hold any more.
 *
 * @param tasks what may run
 * @param memory the last results
 * @param stamp the tree's stamp now
 * @param nowMs Unix milliseconds
 * @returns one opportunity for each command that fails
 */
export async function runConfiguredTasks(
  { commands, run }: ConfiguredTasks,
  memory: ExploreHead["tasks"],
  stamp: string,
  nowMs: number,
): Promise<TasksRun> {
  const results: ExploreHead["tasks"] = {};
  const problems: string[] = [];
  let hasRun = false;
  for (const command of new Set(commands)) {
    const last = Object.hasOwn(memory, command) ? memory[command] : undefined;
    if (last !== undefined && holds(last, stamp, nowMs)) {
      results[command] = last;
      continue;
    }
    const outcome = await run(command);
    hasRun = true;
    if (outcome.kind === "unknown") problems.push(`\`${command}\` says nothing: ${outcome.why}`);
    else {
      const failure = outcome.kind === "rejected" ? outcome.tail : null;
      results[command] = { at_ms: nowMs, stamp, failure };
    }
  }
  const opportunities = Object.entries(results).flatMap(([command, { failure }]) =>
    failure === null ? [] : [makeOpportunity("project-task", {
      key: command,
      text: `\`${command}\` fails: ${failure.trim().slice(-TAIL_CHARACTERS)}`,
    })]
  );
  return { opportunities, results, problems, hasRun };
}

function holds(last: ExploreHead["tasks"][string], stamp: string, nowMs: number): boolean {
  const { changed, same } = HOLDS_MS[last.failure === null ? "passed" : "failed"];
  const ageMs = nowMs - last.at_ms;
  return ageMs >= 0 && ageMs < (last.stamp === stamp ? same : changed);
}

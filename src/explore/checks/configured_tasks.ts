/**
 * `project-task`: the commands of the setting `explore_tasks`. They run only if the user trusts them;
 * no other task of a project is ever run.
 */
import type { Verification } from "../../loop/facts.ts";
import type { TrustNeed } from "../../store/trust.ts";
import type { TrustedCommand } from "../../store/trusted_command.ts";
import type { ExploreHead } from "../head.ts";
import { makeOpportunity, type Opportunity } from "../opportunity.ts";
import { MINUTE_MS } from "../../text/time.ts";

export interface ConfiguredTasks {
  readonly commands: readonly TrustedCommand[];
  /** Runs a command; the Stop hook passes its runner of verification commands. */
  readonly run: (command: TrustedCommand) => Promise<Verification>;
}

interface TasksRun {
  readonly opportunities: readonly Opportunity[];
  /** For the memory; includes tasks that did not run this time. */
  readonly results: ExploreHead["tasks"];
  /** Tasks without a result, one sentence each. */
  readonly problems: readonly string[];
  readonly hasRun: boolean;
}

/** How long a result is valid: a failing task runs again soon, and at once after a change. */
const MAX_AGE_MS = {
  failed: { changed: 0, same: 5 * MINUTE_MS },
  passed: { changed: 5 * MINUTE_MS, same: 30 * MINUTE_MS },
};

/** Characters of the output's end that are shown: it usually says what failed. */
const TAIL_CHARACTERS = 220;

/**
 * Lists the commands that need the user's trust.
 *
 * @param commands The setting `explore_tasks`.
 * @returns A need for each distinct command.
 */
export function listTaskNeeds(commands: readonly string[]): TrustNeed[] {
  return [...new Set(commands)].map((what) => ({ kind: "task", what, content: what }));
}

/**
 * Runs the commands whose last result is too old.
 *
 * @returns The results, with an opportunity for each command that fails.
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
  for (const [command, trusted] of new Map(commands.map((each) => [each.line, each]))) {
    const last = Object.hasOwn(memory, command) ? memory[command] : undefined;
    if (last !== undefined && isFresh(last, stamp, nowMs)) {
      results[command] = last;
      continue;
    }
    const outcome = await run(trusted);
    hasRun = true;
    if (outcome.kind === "unknown") problems.push(`\`${command}\` has no result: ${outcome.why}`);
    else {
      const failure = outcome.kind === "rejected" ? outcome.tail : null;
      results[command] = { atMs: nowMs, stamp, failure };
    }
  }
  const opportunities = Object.entries(results).flatMap(([command, { failure }]) => {
    if (failure === null) return [];
    const text = `\`${command}\` fails: ${failure.trim().slice(-TAIL_CHARACTERS)}`;
    return makeOpportunity("project-task", { key: command, text });
  });
  return { opportunities, results, problems, hasRun };
}

function isFresh(last: ExploreHead["tasks"][string], stamp: string, nowMs: number): boolean {
  const { changed, same } = MAX_AGE_MS[last.failure === null ? "passed" : "failed"];
  const ageMs = nowMs - last.atMs;
  return ageMs >= 0 && ageMs < (last.stamp === stamp ? same : changed);
}

/**
 * The check `project-task`: runs the commands of the setting `explore_tasks`, if the user trusts them. No
 * other task of a project is ever run.
 */
import { failuresOf } from "../../error.ts";
import type { Verification } from "../../loop/facts.ts";
import type { Places } from "../../store/places.ts";
import { RecordFile } from "../../store/records/json_record.ts";
import {
  amount,
  dictionary,
  nullable,
  object,
  type ShapeOf,
  text,
} from "../../store/records/shape.ts";
import type { TrustedCommand } from "../../store/trusted_command.ts";
import { MINUTE_MS } from "../../text/time.ts";
import { scanFile } from "../tree/last_scan.ts";
import { makeOpportunity } from "../opportunity.ts";

export interface ConfiguredTasks {
  readonly commands: readonly TrustedCommand[];
  /** Runs a command; the Stop hook passes its runner of verification commands. */
  readonly run: (command: TrustedCommand) => Promise<Verification>;
}

const ResultsShape = object({
  project: text,
  /** The last result of each command; a failure is the end of its output. */
  results: dictionary(object({ atMs: amount, failure: nullable(text) })),
});

type Results = ShapeOf<typeof ResultsShape>["results"];

/** Time that a result is valid. A failing task runs again sooner, and at once after a change. */
const MAX_AGE_MS = {
  failed: { changed: 0, same: 5 * MINUTE_MS },
  passed: { changed: 5 * MINUTE_MS, same: 30 * MINUTE_MS },
};

/** Characters of the output that are shown, from its end, which usually says what failed. */
const TAIL_CHARACTERS = 220;

function resultsFile(places: Places, project: string): RecordFile<ShapeOf<typeof ResultsShape>> {
  return new RecordFile(scanFile(places, project, "tasks.json"), {
    version: 1,
    schema: ResultsShape,
  });
}

/** Reads the last result of each command that ran. */
export function readTaskResults(places: Places, project: string): Results {
  const last = resultsFile(places, project).readOr(null);
  return last?.project === project ? last.results : {};
}

/**
 * Runs the commands whose last result is too old.
 *
 * @param at.hasChangedSince Checks whether a file changed after a moment; null if unknown.
 * @returns An opportunity for each command that fails.
 */
export async function runConfiguredTasks(
  { commands, run }: ConfiguredTasks,
  at: {
    readonly places: Places;
    readonly project: string;
    readonly nowMs: number;
    readonly hasChangedSince: (momentMs: number) => Promise<boolean | null>;
  },
) {
  const { places, project, nowMs } = at;
  const known = readTaskResults(places, project);
  const results: Results = {};
  const problems: string[] = [];
  let hasRun = false;
  for (const [command, trusted] of new Map(commands.map((each) => [each.line, each]))) {
    const last = Object.hasOwn(known, command) ? known[command] : undefined;
    if (last !== undefined && await isFresh(last, at)) {
      results[command] = last;
      continue;
    }
    const outcome = await run(trusted);
    hasRun = true;
    if (outcome.kind === "unknown") problems.push(`\`${command}\` has no result: ${outcome.why}`);
    else {
      results[command] = {
        atMs: nowMs,
        failure: outcome.kind === "rejected" ? outcome.tail : null,
      };
    }
  }
  if (hasRun) {
    const file = resultsFile(places, project);
    const unsaved = failuresOf([() => file.write({ project, results })]);
    problems.push(...unsaved.map((why) => `results of tasks cannot be saved: ${why}`));
  }
  const opportunities = Object.entries(results).flatMap(([command, { failure }]) => {
    if (failure === null) return [];
    const text = `\`${command}\` fails: ${failure.trim().slice(-TAIL_CHARACTERS)}`;
    return makeOpportunity("project-task", { key: command, text });
  });
  return { opportunities, problems };
}

async function isFresh(
  { atMs, failure }: Results[string],
  { nowMs, hasChangedSince }: Parameters<typeof runConfiguredTasks>[1],
): Promise<boolean> {
  const { changed, same } = MAX_AGE_MS[failure === null ? "passed" : "failed"];
  const ageMs = nowMs - atMs;
  if (ageMs < 0 || ageMs >= same) return false;
  return ageMs < changed || await hasChangedSince(atMs) === false;
}

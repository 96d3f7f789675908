/**
 * Whether a loop gets nowhere: its outputs are alike and nothing moved (design §8).
 *
 * @module
 */
import { type Decision, letGo } from "./decision.ts";
import * as reason from "./reason.ts";
import { describeTask, type Draft, nameTask } from "./success_rule.ts";

/** Ends a loop that repeats itself without progress, in any phase; likeness alone ends nothing. */
export function judgeStuck(draft: Draft): Decision | null {
  const { facts: { repetition }, settings } = draft;
  if (repetition === null || repetition.progress.length > 0) return null;
  const evidence = [
    `similarity at least ${
      repetition.similarity.toFixed(2)
    }, no commit, file, item or metric since`,
    ...describeTask(draft),
  ];
  return letGo(
    nameTask(reason.repeating(repetition, settings.similarity_threshold), draft),
    evidence,
  );
}

/**
 * What nearly ends the loop, a line each, so that the agent knows (issue 4, part 7).
 *
 * @returns Nothing where no end is near.
 */
export function describeNearEnd({ facts, record, settings }: Draft): string[] {
  const lines: string[] = [];
  const { alikeOutputs } = facts;
  if (alikeOutputs * 2 > settings.window_size) {
    lines.push(
      `The last ${alikeOutputs} answers were alike; at ${settings.window_size} without progress the loop ends as stuck.`,
    );
  }
  if (record.verify_rejections > 0) {
    lines.push(
      `Verification was rejected ${record.verify_rejections} of ${settings.verify_max_rejections} times without progress; the next one after that ends the loop as stuck.`,
    );
  }
  return lines;
}

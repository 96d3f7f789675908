/** Whether a loop is stuck: its outputs are similar and nothing changed. */
import { allowStop, type Decision } from "../decision.ts";
import * as reason from "../reason.ts";
import type { Draft } from "../../store/records/draft.ts";
import { describeTask, nameTask } from "./success_rule.ts";

/** Ends a loop that repeats itself without progress, in any phase. */
export function judgeStuck(draft: Draft): Decision | null {
  const { facts: { repetition }, settings } = draft;
  if (repetition === null || repetition.progress.length > 0) return null;
  const evidence = [
    `similarity at least ${
      repetition.similarity.toFixed(2)
    }, no commit, file, item or metric since`,
    ...describeTask(draft),
  ];
  return allowStop(
    nameTask(reason.repeating(repetition, settings.similarity_threshold), draft),
    evidence,
  );
}

/** From this many rejections left on, the agent gets a warning. */
const REJECTIONS_WARNED = 2;

/** Describes for the agent what will soon end the loop, a sentence each. */
export function describeNearEnd({ facts, record, settings }: Draft): string[] {
  const lines: string[] = [];
  const { alikeOutputs } = facts;
  if (alikeOutputs * 2 > settings.window_size) {
    const left = Math.max(1, settings.window_size - alikeOutputs);
    lines.push(
      `Your last answers repeat each other. ${inWords(left)} more like them, with ` +
        `nothing changed in the project, ${left === 1 ? "ends" : "end"} the loop: do something ` +
        "different now.",
    );
  }
  const rejectionsLeft = settings.verify_max_rejections - record.verifyRejections;
  if (record.verifyRejections > 0 && rejectionsLeft <= REJECTIONS_WARNED) {
    lines.push(
      `${inWords(rejectionsLeft)} more ${rejectionsLeft === 1 ? "failure" : "failures"} of this ` +
        `check without a change in the project ${rejectionsLeft === 1 ? "ends" : "end"} the loop.`,
    );
  }
  return lines;
}

function inWords(count: number): string {
  return ["No", "One", "Two", "Three"][count] ?? String(count);
}

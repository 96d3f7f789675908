/**
 * Whether a loop may end on success: complete, minimums met, validation over, verification passed,
 * and the adapter does not object (design §4.7).
 *
 * @module
 */
import type { LoopRecord } from "../store/loop_record.ts";
import type { Settings } from "../store/settings.ts";
import type { CompletionJudgement } from "./completion_rule.ts";
import { type Decision, letGo } from "./decision.ts";
import type { AdapterOpinion, Facts } from "./facts.ts";
import { areMinimumsMet } from "./limits.ts";
import * as reason from "./reason.ts";
import { isValidationOver } from "./validation.ts";

/** From here on an adapter's opinion counts; at 1 it decides (seed 002). */
const SUGGESTS = 0.5;
const DECIDES = 1;

/** What a decision is made from. */
export interface Draft {
  /** With the clock advanced and this event's evidence in it. */
  readonly record: LoopRecord;
  readonly facts: Facts;
  readonly settings: Settings;
  readonly task: CompletionJudgement;
}

/** An adapter that is certain ends the loop, whatever else: it is a limit, also of `--eternal`. */
export function judgeAdapterLimit({ facts: { adapter } }: Draft): Decision | null {
  if (adapter === null || adapter.shouldContinue || adapter.confidence < DECIDES) return null;
  return letGo(reason.converged(adapter), [describeAdapter(adapter)]);
}

/** Ends the loop on success, or as stuck where its verification was rejected too often. */
export function judgeSuccess(draft: Draft): Decision | null {
  const success = findSuccess(draft);
  if (success === null) return null;
  const { facts: { verification }, record, settings } = draft;
  switch (verification.kind) {
    case "none":
    case "passed":
      return success;
    case "unknown":
      return null;
    case "rejected":
      return record.verify_rejections >= settings.verify_max_rejections
        ? letGo(reason.verificationStuck(verification.command, record.verify_rejections + 1), [
          verification.tail,
        ])
        : null;
  }
}

/** The success that only verification may still hold back; null where there is none. */
export function findSuccess(draft: Draft): Decision | null {
  const { record, facts: { adapter }, settings, task } = draft;
  if (settings.eternal || !areMinimumsMet(record, settings)) return null;
  if (adapter !== null && adapter.shouldContinue && adapter.confidence >= SUGGESTS) return null;
  const suggestsEnd = adapter !== null && !adapter.shouldContinue &&
    adapter.confidence >= SUGGESTS;
  if (task.kind === "complete") {
    if (!isValidationOver(record.validation, settings)) return null;
    const evidence = [
      task.signal.detail,
      ...describeValidation(record, settings),
      ...(suggestsEnd ? [describeAdapter(adapter)] : []),
    ];
    return letGo(reason.taskComplete(task.signal, suggestsEnd ? adapter : null), evidence);
  }
  if (!isFree(record)) return null;
  if (suggestsEnd) return letGo(reason.converged(adapter), [describeAdapter(adapter)]);
  return judgeNothingLeft(draft);
}

/** An idle agent with nothing found to explore, where there is no task at all. */
function judgeNothingLeft({ facts }: Draft): Decision | null {
  const { idlePhrase, opportunities } = facts;
  return idlePhrase !== null && opportunities === 0
    ? letGo(reason.nothingLeft(idlePhrase), ["the scanner found nothing to work on"])
    : null;
}

/** Whether the loop has no task but to explore. */
export function isFree({ focus, task }: Pick<LoopRecord, "focus" | "task">): boolean {
  return focus.path === null && task === null;
}

function describeValidation({ validation }: LoopRecord, settings: Settings): string[] {
  const { ended, score } = validation;
  if (ended === null) return [];
  return [
    `validation ended by ${ended}: ${(score ?? 0).toFixed(2)} of ${
      settings.validation_score.toFixed(2)
    }`,
  ];
}

function describeAdapter({ name, reason: why, confidence }: AdapterOpinion): string {
  return `adapter ${name}: ${why} (confidence ${confidence.toFixed(1)})`;
}

/**
 * Whether a loop may end on success: complete, minimums met, validation over, verification passed,
 * and the adapter does not object; and how the task is described at any end.
 *
 * @module
 */
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { CompletionJudgement } from "./completion_rule.ts";
import { allowStop, type Decision, type Reason } from "../decision.ts";
import type { AdapterOpinion, Facts } from "../facts.ts";
import { areMinimumsMet } from "./limits.ts";
import * as reason from "../reason.ts";
import { isValidationOver } from "../validation/validation.ts";

/** The confidence from which an adapter's opinion counts; at 1 it decides. */
export const SUGGESTS = 0.5;
const DECIDES = 1;

/** What the rules decide by. */
export interface Draft {
  /** The record with the clock advanced and this event's evidence in it. */
  readonly record: LoopRecord;
  readonly facts: Facts;
  readonly settings: Settings;
  readonly task: CompletionJudgement;
}

/** Ends the loop where its adapter is certain: that is a limit, with `--eternal` too. */
export function judgeAdapterLimit({ facts: { adapter } }: Draft): Decision | null {
  if (adapter === null || adapter.shouldContinue || adapter.confidence < DECIDES) return null;
  return allowStop(reason.converged(adapter), [describeAdapter(adapter)]);
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
      return record.verifyRejections >= settings.verify_max_rejections
        ? allowStop(reason.verificationStuck(verification.command, record.verifyRejections + 1), [
          verification.tail,
        ])
        : null;
  }
}

/** Finds a success that depends only on verification; null where there is none. */
export function findSuccess(draft: Draft): Decision | null {
  const { record, facts: { adapter }, settings, task } = draft;
  if (settings.eternal || !areMinimumsMet(record, settings)) return null;
  if (adapter !== null && adapter.shouldContinue && adapter.confidence >= SUGGESTS) return null;
  const suggestsEnd = adapter !== null && !adapter.shouldContinue &&
    adapter.confidence >= SUGGESTS;
  if (task.kind === "complete") {
    if (isBlockedByValidation(record, settings)) return null;
    const evidence = [
      task.signal.detail,
      ...describeValidation(record, settings),
      ...(suggestsEnd ? [describeAdapter(adapter)] : []),
    ];
    const doubt = describeDoubt(record, settings);
    return allowStop(
      reason.taskComplete(task.signal, suggestsEnd ? adapter : null, doubt),
      evidence,
    );
  }
  if (!isFree(record) || isBlockedByValidation(record, settings)) return null;
  if (suggestsEnd) return allowStop(reason.converged(adapter), [describeAdapter(adapter)]);
  return judgeNothingLeft(draft);
}

/** Success of a loop without a task: the agent is idle, and the scanner found nothing. */
function judgeNothingLeft({ facts }: Draft): Decision | null {
  const { idlePhrase, opportunities } = facts;
  return idlePhrase !== null && opportunities === 0
    ? allowStop(reason.nothingLeft(idlePhrase), ["the scanner found nothing to work on"])
    : null;
}

/** Whether the loop has no task, only exploration. */
export function isFree({ focus, task }: Pick<LoopRecord, "focus" | "task">): boolean {
  return focus.path === null && task === null;
}

/** Whether a validation is still due; without a task only one that the user asked for. */
function isBlockedByValidation(record: LoopRecord, settings: Settings): boolean {
  const { validation } = record;
  return isFree(record) ? validation.forced !== null : !isValidationOver(validation, settings);
}

/** Adds a complete task to the reason of an end that is not a success. */
export function nameTask(end: Reason, { record, settings, task }: Draft): Reason {
  return task.kind === "complete"
    ? reason.overCompleteTask(end, task.signal, describeDoubt(record, settings))
    : end;
}

/** Describes the task's progress, as evidence for any end. */
export function describeTask({ record, facts: { completion }, settings, task }: Draft): string[] {
  if (task.kind === "complete") {
    return [`the task is complete: ${task.signal.detail}`, ...describeValidation(record, settings)];
  }
  return completion.total === 0 ? [] : [`${completion.done} of ${completion.total} items done`];
}

/** Describes the validation and what it left open; nothing where there was none. */
function describeValidation({ validation }: LoopRecord, settings: Settings): string[] {
  const { ended, findings, round } = validation;
  if (ended === null && round === 0) return [];
  const end = ended === null ? `is in round ${round}` : `ended by ${ended}`;
  return [
    `validation ${end}: ${describeScore(validation, settings)}`,
    ...findings.map(({ severity, text }) => `still open (${severity}): ${text}`),
  ];
}

/** Describes what speaks against a complete task, if anything: its validation did not pass. */
export function describeDoubt(record: LoopRecord, settings: Settings): string | null {
  const { validation } = record;
  const { ended, findings } = validation;
  if (isFree(record)) return null;
  if (!isValidationOver(validation, settings)) return "its validation was not finished";
  if (ended === null || ended === "score") return null;
  const open = findings.length === 1 ? "1 finding" : `${findings.length} findings`;
  return `its validation was not passed: score ${
    describeScore(validation, settings)
  }, ${open} open`;
}

function describeScore({ score }: LoopRecord["validation"], settings: Settings): string {
  return `${(score ?? 0).toFixed(2)} of ${settings.validation_score.toFixed(2)}`;
}

function describeAdapter({ name, reason: why, confidence }: AdapterOpinion): string {
  return `adapter ${name}: ${why} (confidence ${confidence.toFixed(1)})`;
}

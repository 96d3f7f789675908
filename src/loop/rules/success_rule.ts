/**
 * Judges whether a loop may end on success: complete, minimums met, validation over, verification passed,
 * no objection of the adapter. Also describes the task for any end.
 */
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { allowStop, type Decision, type Reason } from "../decision.ts";
import type { Verification } from "../facts.ts";
import type { DecisionInputs } from "../../store/records/decision_inputs.ts";
import { areMinimumsMet } from "./limits.ts";
import * as reason from "../reason.ts";
import { nameUnmerged } from "../unmerged.ts";
import { isValidationOver } from "../validation/validation.ts";
import { showCount } from "../../text/human_units.ts";

/** The confidence from which an adapter's opinion counts. At 1, it decides. */
export const SUGGESTS = 0.5;
const DECIDES = 1;

/** Ends the loop if its adapter is certain. That is a limit, so it also applies with `--eternal`. */
export function judgeAdapterLimit({ facts: { adapter } }: DecisionInputs): Decision | null {
  if (adapter === null || adapter.shouldContinue || adapter.confidence < DECIDES) return null;
  return allowStop(reason.converged(adapter), [describeAdapter(adapter)]);
}

/** Ends the loop on success, or as stuck if its verification was rejected too often. */
export function judgeSuccess(inputs: DecisionInputs): Decision | null {
  const success = findSuccess(inputs);
  if (success === null) return null;
  const { facts: { verification }, record, settings } = inputs;
  switch (verification.kind) {
    case "none":
    case "passed":
      return success;
    case "unknown":
      return null;
    case "rejected": {
      const rejections = record.verifyRejections + 1;
      return rejections >= settings.verify_max_rejections
        ? allowStop(reason.verificationStuck(verification.command, rejections), [verification.tail])
        : null;
    }
  }
}

/** The name of an obstacle to an end on success. */
export type SuccessObstacle = keyof ReturnType<typeof judgeObstacles>;

/** Finds the obstacles to an end on success; empty if only verification is left. */
export function findObstacles(inputs: DecisionInputs): SuccessObstacle[] {
  const obstacles = judgeObstacles(inputs);
  return (Object.keys(obstacles) as SuccessObstacle[]).filter((obstacle) => obstacles[obstacle]);
}

function judgeObstacles({ record, facts, isFree, settings, task }: DecisionInputs) {
  const { adapter, idlePhrase, opportunities } = facts;
  const { validation } = record;
  const isSure = adapter !== null && adapter.confidence >= SUGGESTS;
  const isDone = task.kind === "complete" ||
    isFree && isSure && !adapter.shouldContinue;
  return {
    eternal: settings.eternal,
    minimums: !areMinimumsMet(record, settings),
    adapter: isSure && adapter.shouldContinue,
    incomplete: !isDone && !isFree,
    // Without a task, only a validation that the user requested counts.
    validation: isFree ? validation.forced !== null : !isValidationOver(validation, settings),
    // Without a task: the agent did not say that nothing is left.
    "not-idle": !isDone && isFree && idlePhrase === null,
    // Without a task: the scan found something to do, or did not run.
    opportunities: !isDone && isFree && opportunities !== 0,
  };
}

/** Finds a success that only needs verification; null without one. */
export function findSuccess(inputs: DecisionInputs): Decision | null {
  if (findObstacles(inputs).length > 0) return null;
  const { record, facts: { adapter, idlePhrase }, task } = inputs;
  const suggestsEnd = adapter !== null && !adapter.shouldContinue &&
    adapter.confidence >= SUGGESTS;
  if (task.kind === "complete") {
    const evidence = [
      task.signal.detail,
      ...describeValidation(record),
      ...(suggestsEnd ? [describeAdapter(adapter)] : []),
    ];
    const doubt = describeDoubt(inputs);
    return allowStop(
      reason.taskComplete(task.signal, suggestsEnd ? adapter : null, doubt),
      evidence,
    );
  }
  if (suggestsEnd) return allowStop(reason.converged(adapter), [describeAdapter(adapter)]);
  return allowStop(reason.nothingLeft(idlePhrase ?? ""), ["the scanner found nothing to work on"]);
}

/** Checks whether the loop has no task, only exploration. */
export function isFree({ focus, task }: Pick<LoopRecord, "focus" | "task">): boolean {
  return focus.path === null && task === null;
}

/** Adds a complete task to the reason of an end that is not a success. */
export function nameTask(end: Reason, inputs: DecisionInputs): Reason {
  const { task } = inputs;
  return task.kind === "complete"
    ? reason.overCompleteTask(end, task.signal, describeDoubt(inputs))
    : nameUnmerged(end, inputs.facts.unmerged);
}

/** Describes the task's progress, as evidence for any end. */
export function describeTask({ record, facts: { completion }, task }: DecisionInputs): string[] {
  if (task.kind === "complete") {
    return [`the task is complete: ${task.signal.detail}`, ...describeValidation(record)];
  }
  const { done, total } = completion;
  return total === 0 ? [] : [`${done} of ${showCount(total, "item")} done`];
}

/** Describes the validation and its open findings; empty without a validation. */
function describeValidation({ validation }: DecisionInputs["record"]): string[] {
  const { ended, findings, round } = validation;
  if (ended === null && round === 0) return [];
  const end = ended === null
    ? `is in round ${round}`
    : ended === "score"
    ? "passed"
    : "did not pass";
  return [
    `validation ${end}`,
    ...findings.map(({ severity, text }) => `still open (${severity}): ${text}`),
  ];
}

/** Describes why a complete task is doubtful; null unless its validation did not pass. */
export function describeDoubt({ isFree, record, settings }: DecisionInputs): string | null {
  const { validation } = record;
  const { ended, findings } = validation;
  if (isFree) return null;
  if (!isValidationOver(validation, settings)) {
    return `its validation ${validation.round === 0 ? "did not begin" : "was not finished"}`;
  }
  if (ended === null || ended === "score") return null;
  return `its validation was not passed (${showCount(findings.length, "finding")} open)`;
}

/** Describes why a complete task is doubtful if its verification commands have not passed. */
export function describeUnverified(verification: Verification): string {
  return verification.kind === "rejected"
    ? `verification \`${verification.command}\` fails`
    : "its verification could not be finished";
}

function describeAdapter(
  { name, reason: why }: NonNullable<DecisionInputs["facts"]["adapter"]>,
): string {
  return `adapter ${name}: ${why}`;
}

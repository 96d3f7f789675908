/**
 * Adds an event's evidence to the loop's record before any rule decides: clock, signals, validation,
 * idleness, the adapter's opinion.
 */
import type { DecisionInputs } from "../../store/records/decision_inputs.ts";
import type { AdapterState, LoopRecord } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { countActivity } from "../time/clock.ts";
import { agreedPromise, type CompletionJudgement, judgeTask } from "./completion_rule.ts";
import type { Facts } from "../facts.ts";
import { advanceValidation, freshValidation, isValidating } from "../validation/validation.ts";
import { isFree } from "./success_rule.ts";

/** Decision inputs with all facts of the event. */
export interface EventInputs extends DecisionInputs {
  readonly record: LoopRecord;
  readonly facts: Facts;
  readonly settings: Settings;
  readonly task: CompletionJudgement;
}

/** Adds the facts to the record, and judges whether the task is complete. */
export function takeEvidence(before: LoopRecord, facts: Facts, settings: Settings): EventInputs {
  const ticked = noteFacts(countActivity(before, facts.activity, settings, facts.nowMs), facts);
  const promised = notePromise(ticked, facts, settings);
  const task = judgeTask(promised, facts, settings);
  const record = noteValidation(promised, task.kind === "incomplete", facts, settings);
  return { record: noteIdleness(record, facts), facts, settings, isFree: isFree(before), task };
}

function noteFacts(record: LoopRecord, facts: Facts): LoopRecord {
  const hasMoved = (facts.progressSinceRejection ?? []).length > 0;
  const { leftOut, ledger } = facts.completion;
  return {
    ...record,
    shellsSeen: [...facts.shellsSeen],
    shellsSinceMs: Object.fromEntries(
      facts.shellsSeen.map((id) => [id, record.shellsSinceMs?.[id] ?? record.accumulatedRuntimeMs]),
    ),
    planSeen: {
      ...record.planSeen,
      items: Math.max(record.planSeen.items, facts.completion.total),
      ...ledger === undefined ? {} : { ledger },
    },
    items: {
      done: facts.completion.done,
      total: facts.completion.total,
      next: facts.waiting?.next ?? facts.completion.openItems[0] ?? null,
      ...leftOut === undefined ? {} : { leftOut: { ...leftOut, parts: [...leftOut.parts] } },
    },
    waitingItems: facts.waiting?.items.map((item) => ({ ...item })),
    signals: facts.completion.signals.map(({ name, confidence }) => ({ name, confidence })),
    adapter: record.adapter && opinionOf(facts.adapter, record.adapter),
    ...(hasMoved ? { verifyRejections: 0, rejected: null } : {}),
  };
}

/** Returns the adapter's opinion. An opinion from an earlier Stop does not count if it has none now. */
function opinionOf(adapter: Facts["adapter"], previous: AdapterState): AdapterState {
  if (adapter !== null) return { ...previous, ...adapter, name: previous.name };
  return previous.confidence === 0
    ? previous
    : { ...previous, shouldContinue: true, confidence: 0, reason: "no verdict any more" };
}

/**
 * Records a promise, so that the turns of validation and exploration need not repeat it. Open items revoke
 * it. In a loop without a task, it counts for one Stop only.
 */
function notePromise(record: LoopRecord, facts: Facts, settings: Settings): LoopRecord {
  if (facts.completion.openItems.length > 0) return { ...record, promised: null };
  const promise = agreedPromise(record, settings, facts.completion);
  const isGiven = !isFree(record) && promise !== null && facts.tags.promise === promise;
  return isGiven ? { ...record, promised: promise } : record;
}

/** Records findings and the end of the round. If the task is open again, the validation starts over. */
function noteValidation(
  record: LoopRecord,
  isIncomplete: boolean,
  { tags, toollessContinuations, validationTimeoutMs }: Facts,
  settings: Settings,
): LoopRecord {
  const { validation } = record;
  if (isIncomplete && validation.forced === null) {
    return { ...record, validation: freshValidation(validation) };
  }
  if (!isValidating(validation)) return record;
  const report = {
    tags,
    runtimeMs: record.accumulatedRuntimeMs,
    timeoutMs: validationTimeoutMs,
    hasUsedTools: toollessContinuations === 0,
  };
  return { ...record, validation: advanceValidation(validation, report, settings) };
}

/** Marks the loop as idle, from an idle phrase until something changes in the project. */
function noteIdleness(record: LoopRecord, facts: Facts): LoopRecord {
  // A round that found nothing to do is a result, not idleness.
  if (facts.idlePhrase !== null && record.phase !== "validation") {
    const idle = { phrase: facts.idlePhrase, iteration: record.iteration, mark: facts.mark };
    return { ...record, idle };
  }
  const hasMoved = (facts.progressSinceIdle ?? []).length > 0;
  return hasMoved ? { ...record, idle: null } : record;
}

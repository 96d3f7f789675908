/**
 * What an event adds to the loop's record before anything is decided: clock, signals, validation,
 * idleness, the adapter's word.
 *
 * @module
 */
import type { AdapterState, LoopRecord } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { countActivity } from "../time/clock.ts";
import { agreedPromise, judgeTask } from "./completion_rule.ts";
import type { Facts } from "../facts.ts";
import { advanceValidation, freshValidation, isValidating } from "../validation/validation.ts";
import { type Draft, isFree } from "./success_rule.ts";

/** Advances the clock and takes in what is known; the judgement on the task rests on it. */
export function takeEvidence(before: LoopRecord, facts: Facts, settings: Settings): Draft {
  const ticked = noteFacts(countActivity(before, facts.activity, settings, facts.now), facts);
  const promised = notePromise(ticked, facts, settings);
  const task = judgeTask(promised, facts, settings);
  const record = noteValidation(promised, task.kind === "incomplete", facts, settings);
  return { record: noteIdleness(record, facts), facts, settings, task };
}

function noteFacts(record: LoopRecord, facts: Facts): LoopRecord {
  const { adapter } = facts;
  const hasMoved = (facts.progressSinceRejection ?? []).length > 0;
  return {
    ...record,
    shellsSeen: [...facts.shellsSeen],
    planSeen: {
      ...record.planSeen,
      items: Math.max(record.planSeen.items, facts.completion.total),
    },
    items: {
      done: facts.completion.done,
      total: facts.completion.total,
      next: facts.completion.openItems[0] ?? null,
    },
    signals: facts.completion.signals.map(({ name, confidence }) => ({ name, confidence })),
    adapter: record.adapter === null
      ? null
      : { ...record.adapter, ...wordOf(adapter, record.adapter) },
    ...(hasMoved ? { verifyRejections: 0, rejected: null } : {}),
  };
}

/** A verdict of an earlier Stop no longer counts where the adapter has none now. */
function wordOf(
  adapter: Facts["adapter"],
  before: AdapterState,
): Omit<AdapterState, "name" | "kind"> {
  if (adapter === null) {
    return before.confidence === 0
      ? before
      : { ...before, shouldContinue: true, confidence: 0, reason: "no verdict any more" };
  }
  return {
    shouldContinue: adapter.shouldContinue,
    confidence: adapter.confidence,
    reason: adapter.reason,
    metrics: adapter.metrics,
    converged: adapter.converged,
  };
}

/**
 * A promise for an agreed task is remembered: the turns of validation and exploration need not
 * repeat it. Open items take it back. Where there is no task it is good for one Stop only.
 */
function notePromise(record: LoopRecord, facts: Facts, settings: Settings): LoopRecord {
  if (facts.completion.openItems.length > 0) return { ...record, promised: null };
  const promise = agreedPromise(record, settings, facts.completion);
  const isGiven = !isFree(record) && promise !== null && facts.tags.promise === promise;
  return isGiven ? { ...record, promised: promise } : record;
}

/** Findings and the round's end; where the task has become open again, the phase begins again. */
function noteValidation(
  record: LoopRecord,
  isIncomplete: boolean,
  { tags, toollessContinuations, validationTimeoutSeconds }: Facts,
  settings: Settings,
): LoopRecord {
  const { validation } = record;
  if (isIncomplete && validation.forced === null) {
    return { ...record, validation: freshValidation(validation) };
  }
  if (!isValidating(validation)) return record;
  const report = {
    tags,
    runtimeSeconds: record.accumulatedRuntimeSeconds,
    timeoutSeconds: validationTimeoutSeconds,
    hasUsedTools: toollessContinuations === 0,
  };
  return { ...record, validation: advanceValidation(validation, report, settings) };
}

/** From the first sign on the loop explores, until something moves: never longer. */
function noteIdleness(record: LoopRecord, facts: Facts): LoopRecord {
  // A round that found nothing to do is a result, not idleness.
  if (facts.idlePhrase !== null && record.phase !== "validation") {
    const idle = { phrase: facts.idlePhrase, iteration: record.iteration, mark: facts.mark };
    return { ...record, idle };
  }
  const hasMoved = (facts.progressSinceIdle ?? []).length > 0;
  return hasMoved ? { ...record, idle: null } : record;
}

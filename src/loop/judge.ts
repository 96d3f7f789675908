/**
 * Decides one Stop event of the session that owns the loop: from facts to decision and new record, in one
 * fixed order. Has no input or output, and no clock.
 */
import type { DecisionInputs } from "../store/records/decision_inputs.ts";
import {
  applyRules,
  describeNearEnd,
  type Need,
  type Needed,
  type RuleName,
} from "./rules/rules.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import type { Settings } from "../store/settings/settings.ts";
import type { Decision, Instruction } from "./decision.ts";
import type { Facts, UnreadTag } from "./facts.ts";
import { agreedPromise } from "./rules/completion_rule.ts";
import { type EventInputs, takeEvidence } from "./rules/evidence_rule.ts";
import { nearFinish, remainingOf, toollessLeft } from "./rules/limits.ts";
import { describeTask, isFree } from "./rules/success_rule.ts";
import {
  beginValidation,
  closesRound,
  hasUsedToolsInRound,
  isValidating,
  isValidationOver,
} from "./validation/validation.ts";
import { openFindings } from "./validation/validation_score.ts";

/** The outcome of a Stop event. */
export interface Outcome {
  readonly decision: Decision;
  readonly record: LoopRecord;
  /** Sentences for the agent about limits that will soon end the loop. */
  readonly nearEnd: readonly string[];
  readonly remarks: Remarks;
  /** True if the previous continuation said the same, so that a short form is enough. */
  readonly isRepeat: boolean;
  readonly basis: Basis;
}

/** The basis of a decision, as the journal keeps it. */
export interface Basis {
  /** The rule that decided; null if no rule ruled. */
  readonly rule: RuleName | null;
  readonly inputs: DecisionInputs;
}

/** The outcome of a Stop event, or the facts that are still needed. */
type StopJudgement =
  | Needed
  | { readonly kind: "judged"; readonly outcome: Outcome };

/**
 * Judges by one fixed order of rules.
 *
 * @param before The loop's record. Its clock is advanced by the facts' activity.
 * @param satisfied The needs that the facts satisfy already.
 */
export function judge(
  before: LoopRecord,
  facts: Facts,
  settings: Settings,
  satisfied: ReadonlySet<Need> = new Set(),
): StopJudgement {
  const inputs = takeEvidence(before, facts, settings);
  const { rule, ruling } = applyRules(inputs, satisfied);
  if (ruling?.kind === "need") return ruling;
  const outcome = ruling === null ? goOn(before, inputs) : {
    decision: namePassed(ruling, facts),
    record: noteWaiting(before, inputs.record, ruling),
    nearEnd: [],
    remarks: NO_REMARKS,
    isRepeat: false,
  };
  return { kind: "judged", outcome: { ...outcome, basis: { rule, inputs } } };
}

/** Adds the checks that passed, and the checkout they ran in, to an end. */
function namePassed(decision: Decision, { checkout, checks, verification }: Facts): Decision {
  if (decision.kind !== "let-go" && decision.kind !== "halt") return decision;
  const { reason } = decision;
  const hasPassed = verification.kind === "passed" && checks.length > 0;
  const isNamed = checkout !== undefined && (hasPassed || reason.code === "complete");
  return {
    ...decision,
    reason: {
      ...reason,
      ...hasPassed ? { passed: checks } : {},
      ...isNamed ? { checkout } : {},
    },
  };
}

function goOn(before: LoopRecord, inputs: EventInputs): Omit<Outcome, "basis"> {
  const { record, facts, settings, task } = inputs;
  const isRejected = facts.verification.kind === "rejected";
  const phase = nextPhase(inputs);
  const next: LoopRecord = {
    ...record,
    iteration: record.iteration + 1,
    phase,
    validation: phase === "validation"
      ? beginValidation(record.validation, record.accumulatedRuntimeMs)
      : record.validation,
    completionAsked: askedNow(inputs),
    ...(isRejected ? { verifyRejections: record.verifyRejections + 1, rejected: facts.mark } : {}),
  };
  const evidence = [
    ...(task.kind === "complete" ? [task.signal.detail] : describeTask(inputs)),
    ...describeFindings(inputs),
  ];
  const instruction = instruct(inputs, next);
  return {
    decision: { kind: "continue", instruction, evidence },
    record: next,
    nearEnd: describeNearEnd({ ...inputs, record: next }),
    remarks: collectRemarks(before, next, facts, agreedPromise(record, settings, facts.completion)),
    isRepeat: isRepeat(before, next, instruction) && !isNearEnd(next, settings),
  };
}

/** The agent gets the full text at least every 10 turns. */
const FULL_EVERY = 10;

function isNearEnd(record: LoopRecord, settings: Settings): boolean {
  return remainingOf(record, settings).isNearLimit || nearFinish(record, settings) !== null;
}

/** Checks whether the next continuation repeats the last: the same work, or a round that is still open. */
function isRepeat(before: LoopRecord, next: LoopRecord, instruction: Instruction): boolean {
  const isSame = instruction.kind === "validate"
    ? before.validation.round === next.validation.round &&
      before.validation.cycle === next.validation.cycle
    : instruction.kind === "work" || instruction.kind === "explore";
  return isSame &&
    next.iteration % FULL_EVERY !== 0 && before.phase === next.phase &&
    before.lastDecision?.code === instruction.kind &&
    (before.idle === null) === (next.idle === null);
}

function nextPhase({ record, facts, settings, task }: EventInputs): LoopRecord["phase"] {
  const { validation, idle } = record;
  if (validation.forced !== null) return "validation";
  const hasFailed = facts.verification.kind === "rejected" || facts.verification.kind === "unknown";
  if (hasFailed) return "implementation";
  if (task.kind === "complete" && !isFree(record)) {
    return isValidationOver(validation, settings) ? "exploration" : "validation";
  }
  return isFree(record) || idle !== null ? "exploration" : "implementation";
}

/** Chooses the most urgent instruction: a failing check, a doubtful claim, a missing tool call, the work. */
function instruct({ facts, settings, task }: EventInputs, next: LoopRecord): Instruction {
  const { verification } = facts;
  if (verification.kind === "rejected") {
    return { kind: "verification-failed", command: verification.command, tail: verification.tail };
  }
  if (verification.kind === "unknown") {
    return { kind: "run-verification", commands: facts.checks };
  }
  if (task.kind === "ask") {
    const { claim, openItems, remaining, removed } = task;
    return { kind: "confirm-completion", signal: claim.name, openItems, remaining, removed };
  }
  const { toollessContinuations: toolless, blockCap } = facts;
  if (blockCap > 0 && toolless >= Math.max(1, Math.floor(blockCap / 2))) {
    return { kind: "use-a-tool", left: toollessLeft(toolless, blockCap) };
  }
  return instructionOfPhase(next, settings, facts.validationTimeoutMs);
}

function askedNow({ record, task }: EventInputs): LoopRecord["completionAsked"] {
  if (task.kind === "ask") {
    return { ...task.asked, iteration: record.iteration + 1 };
  }
  return task.kind === "complete" ? record.completionAsked : null;
}

function noteWaiting(before: LoopRecord, record: LoopRecord, decision: Decision): LoopRecord {
  if (decision.kind !== "wait") return record;
  const { validation } = record;
  const isNewRound = validation.round !== before.validation.round ||
    validation.cycle !== before.validation.cycle;
  return {
    ...record,
    // The round's time starts only once the agent knows the round.
    validation: isNewRound ? { ...validation, roundBeganMs: null } : validation,
    said: record.said.includes(decision.on) ? record.said : [...record.said, decision.on],
  };
}

/** Describes a validation round's findings for the journal; the record drops them when the cycle ends. */
function describeFindings({ record, facts }: EventInputs): string[] {
  if (record.phase !== "validation") return [];
  return facts.tags.findings.map(({ severity, text }) => `finding (${severity}): ${text}`);
}

/** Remarks on the last message. */
export interface Remarks {
  readonly unread: readonly UnreadTag[];
  /** The state of the round; null if the message closed it, or was not in a round. */
  readonly round: {
    readonly number: number;
    /** Still open; timed out; or declared done without a tool call, so that it does not count. */
    readonly how: "open" | "overdue" | "talk";
  } | null;
  /** True if `[x] TASK_COMPLETE` is in the message but does not count. */
  readonly isMarkerInMessage: boolean;
}

/** The remarks on a message without problems. */
export const NO_REMARKS: Remarks = { unread: [], round: null, isMarkerInMessage: false };

/** Collects the remarks that matter in the current phase. */
function collectRemarks(
  before: LoopRecord,
  after: LoopRecord,
  { tags, toollessContinuations }: Facts,
  promise: string | null,
): Remarks {
  const { validation } = before;
  const wasInRound = isValidating(validation) && validation.roundBeganMs !== null;
  const isRelevant = ({ tag }: UnreadTag) =>
    tag === "blocked" || (tag === "promise" ? promise !== null : wasInRound);
  const unread = tags.unread.filter(isRelevant);
  const isOpen = after.phase === "implementation" || after.phase === "exploration" && isFree(after);
  const isMarkerInMessage = tags.hasMarker && isOpen;
  if (!wasInRound) return { unread, round: null, isMarkerInMessage };
  const isSameRound = isValidating(after.validation) &&
    after.validation.round === validation.round && after.validation.cycle === validation.cycle;
  const how = isSameRound
    ? "open"
    : !closesRound(tags)
    ? "overdue"
    : !hasUsedToolsInRound(validation, { hasUsedTools: toollessContinuations === 0 })
    ? "talk"
    : null;
  const round = how === null ? null : { number: validation.round, how } as const;
  return { unread, round, isMarkerInMessage };
}

/**
 * Chooses the instruction by the record's phase.
 *
 * @param validationTimeoutMs Active time that a validation round may take, in milliseconds.
 * @param record The loop's record, with the phase of the next turn.
 */
export function instructionOfPhase(
  record: LoopRecord,
  settings: Settings,
  validationTimeoutMs: number,
): Instruction {
  const { phase, validation, idle } = record;
  switch (phase) {
    case "implementation":
      return { kind: "work" };
    case "validation":
      return {
        kind: "validate",
        round: validation.round,
        rounds: Math.max(settings.validation_rounds, validation.round),
        cycle: validation.cycle,
        timeoutMs: validationTimeoutMs,
        score: validation.score,
        needed: settings.validation_score,
        findings: openFindings(validation),
      };
    case "exploration": {
      if (idle !== null) return { kind: "explore", why: "idle" };
      return { kind: "explore", why: isFree(record) ? "no-focus" : "complete" };
    }
  }
}

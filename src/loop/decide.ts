/**
 * The decision on one Stop event of the session that owns the loop: facts in, decision and new
 * record out, in the order of design §4. No input or output, no clock of its own.
 *
 * @module
 */
import type { LoopRecord } from "../store/loop_record.ts";
import type { Settings } from "../store/settings.ts";
import { judgeBlockBudget } from "./block_budget.ts";
import { countActivity } from "./active_time.ts";
import { type CompletionJudgement, judgeTask } from "./completion_rule.ts";
import type { Decision, Instruction } from "./decision.ts";
import type { Facts } from "./facts.ts";
import { areMinimumsMet, reachedLimit } from "./limits.ts";
import * as reason from "./reason.ts";

/** What a Stop event leads to. */
export interface Outcome {
  readonly decision: Decision;
  readonly record: LoopRecord;
}

/** A later feature's say in the decision: verdict words of design §4.7 and §4.8. */
interface Draft {
  readonly record: LoopRecord;
  readonly facts: Facts;
  readonly settings: Settings;
  readonly task: CompletionJudgement;
}

/** The user's word: wins over everything, whatever else is broken (design §4.2). */
export function judgeUsersWord(
  record: Pick<LoopRecord, "state">,
  facts: Pick<Facts, "killSwitch" | "markerPresent" | "isStopQueued">,
): Decision | null {
  const evidence: string[] = [];
  if (facts.killSwitch !== null) {
    return { kind: "halt", reason: reason.killSwitch(facts.killSwitch), evidence };
  }
  if (record.state === "draining" || facts.isStopQueued) {
    return { kind: "halt", reason: reason.stoppedByUser(), evidence };
  }
  if (!facts.markerPresent) return { kind: "halt", reason: reason.disabled(), evidence };
  return null;
}

/**
 * Whether this event's decision hangs on the user's verification commands, so that they are only
 * run then: the task is complete, and either the loop may end or a limit ends it anyway.
 */
export function needsVerification(record: LoopRecord, facts: Facts, settings: Settings): boolean {
  if (settings.verify.length === 0 || settings.eternal) return false;
  if (judgeUsersWord(record, facts) !== null || facts.waitsOn !== null) return false;
  const ticked = tickClock(record, facts, settings);
  if (judgeTask(ticked, facts, settings).kind !== "complete") return false;
  return areMinimumsMet(ticked, settings) || reachedLimit(ticked, settings) !== null;
}

/**
 * Decides.
 *
 * @param before The loop's record; its clock is advanced by the facts' activity.
 * @param facts What is known at this event.
 * @param settings The effective settings.
 */
export function decide(before: LoopRecord, facts: Facts, settings: Settings): Outcome {
  const record = tickClock(before, facts, settings);
  const draft: Draft = { record, facts, settings, task: judgeTask(record, facts, settings) };
  const decision = judgeUsersWord(record, facts) ?? judgeLimits(draft) ?? judgeWaiting(draft) ??
    judgeSuccess(draft) ?? judgeBlocked(draft) ?? judgeToolBudget(draft);
  if (decision !== null) return { decision, record: noteWaiting(record, decision) };
  return goOn(draft);
}

function tickClock(record: LoopRecord, facts: Facts, settings: Settings): LoopRecord {
  const ticked = countActivity(record, facts.activity, settings, facts.now);
  return {
    ...ticked,
    shells_seen: [...facts.shellsSeen],
    signals: facts.completion.signals.map(({ name, confidence }) => ({ name, confidence })),
  };
}

function judgeLimits({ record, facts, settings, task }: Draft): Decision | null {
  const limit = reachedLimit(record, settings);
  if (limit === null) return null;
  const isVerified = settings.verify.length === 0 || facts.verification.kind === "passed";
  if (task.kind === "complete" && isVerified && !settings.eternal) {
    return letGo(reason.taskCompleteAtLimit(task.signal, limit), [task.signal.detail]);
  }
  return letGo(limit, describeProgress(facts));
}

function judgeWaiting({ facts }: Draft): Decision | null {
  if (facts.waitsOn !== null) return { kind: "wait", on: facts.waitsOn, evidence: [] };
  return facts.permissionMode === "plan"
    ? { kind: "wait", on: "plan mode: the plan waits for your approval", evidence: [] }
    : null;
}

function judgeSuccess({ record, facts, settings, task }: Draft): Decision | null {
  if (task.kind !== "complete" || settings.eternal) return null;
  if (!areMinimumsMet(record, settings)) return null;
  const { verification } = facts;
  switch (verification.kind) {
    case "none":
    case "passed":
      return letGo(reason.taskComplete(task.signal), [task.signal.detail]);
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

function judgeBlocked({ facts }: Draft): Decision | null {
  const need = facts.tags.blocked;
  return need === null ? null : letGo(reason.blockedOn(need), describeProgress(facts));
}

function judgeToolBudget({ facts }: Draft): Decision | null {
  const budget = judgeBlockBudget(facts.toollessContinuations, facts.blockCap);
  if (budget.kind !== "spent") return null;
  // An agent that only waits for its own build has nothing to do with its tools.
  if (facts.shellsSeen.length > 0 && facts.canBeWoken) {
    return { kind: "wait", on: "a command in the background", evidence: [] };
  }
  return letGo(reason.onlyTalk(facts.toollessContinuations), describeProgress(facts));
}

function goOn(draft: Draft): Outcome {
  const { record, facts, task } = draft;
  const isExploring = task.kind === "complete" ||
    record.focus.path === null && record.task === null;
  const { verification } = facts;
  const next: LoopRecord = {
    ...record,
    iteration: record.iteration + 1,
    phase: isExploring ? "exploration" : "implementation",
    completion_asked: askedNow(draft),
    verify_rejections: record.verify_rejections + (verification.kind === "rejected" ? 1 : 0),
  };
  const evidence = task.kind === "complete" ? [task.signal.detail] : describeProgress(facts);
  return {
    decision: { kind: "continue", instruction: instruct(draft, isExploring), evidence },
    record: next,
  };
}

/** The most pressing instruction: a refused claim, a failing check, too much talk, then the work. */
function instruct({ facts, settings, task }: Draft, isExploring: boolean): Instruction {
  const { verification } = facts;
  if (verification.kind === "rejected") {
    return { kind: "verification-failed", command: verification.command, tail: verification.tail };
  }
  if (verification.kind === "unknown") {
    return { kind: "run-verification", commands: settings.verify };
  }
  if (task.kind === "ask") {
    return { kind: "confirm-completion", signal: task.claim.name, openItems: task.openItems };
  }
  const budget = judgeBlockBudget(facts.toollessContinuations, facts.blockCap);
  if (budget.kind === "urge") return { kind: "use-a-tool", left: budget.left };
  return isExploring
    ? { kind: "explore", why: task.kind === "complete" ? "complete" : "no-focus" }
    : { kind: "work" };
}

function askedNow({ record, task }: Draft): LoopRecord["completion_asked"] {
  if (task.kind === "ask") return { signal: task.claim.name, iteration: record.iteration + 1 };
  return task.kind === "complete" ? record.completion_asked : null;
}

function noteWaiting(record: LoopRecord, decision: Decision): LoopRecord {
  if (decision.kind !== "wait" || record.said.includes(decision.on)) return record;
  return { ...record, said: [...record.said, decision.on] };
}

function letGo(why: ReturnType<typeof reason.taskComplete>, evidence: readonly string[]): Decision {
  return { kind: "let-go", reason: why, evidence };
}

function describeProgress({ completion }: Facts): string[] {
  return completion.total === 0 ? [] : [`${completion.done} of ${completion.total} items done`];
}

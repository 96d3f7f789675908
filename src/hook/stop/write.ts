/**
 * Writes the judgement on a Stop event under the project's lock. Nothing waits there: all that takes
 * time was done earlier, and this only checks whether the records changed meanwhile.
 */
import { hashMessage } from "../../evidence/twin.ts";
import type { NotableEvent } from "../../lifecycle/announce.ts";
import { journalEvent } from "../../lifecycle/journal.ts";
import { noteGaps } from "../../lifecycle/turn_time.ts";
import { readOwnRecord } from "../../lifecycle/check_record.ts";
import { readUsersMarks } from "../../lifecycle/loop.ts";
import type { Decision } from "../../loop/decision.ts";
import type { Outcome } from "../../loop/judge.ts";
import { markTurn } from "../../loop/time/pausing.ts";
import { withLock } from "../../store/files/lock.ts";
import { projectLock } from "../../store/places.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { writeLoopRecord } from "../../store/records/project_marks.ts";
import {
  readSessionRecord,
  type SessionRecord,
  writeSessionRecord,
} from "../../store/records/session_record.ts";
import { type HookResult, plain } from "../answer.ts";
import type { Gathered } from "./gather.ts";
import type { JudgedStop } from "./judge.ts";
import type { StopEvent } from "./session.ts";
import { earliestLimit, nearLimit, remainingOf } from "../../loop/rules/limits.ts";
import type { Settings } from "../../store/settings/settings.ts";

/** Longer than any ralph process keeps the lock: no process runs a command or waits while it has it. */
const LOCK_DEADLINE_MS = 5_000;

/** Lines that the record remembers as shown. */
const MOST_SAID = 50;

/** A judgement that was written. */
interface Written {
  readonly record: LoopRecord;
  readonly gaps: readonly string[];
  /** Events that the user may be notified of. */
  readonly happened: readonly NotableEvent[];
}

/**
 * Writes the judgement, if the loop is still as it was judged.
 *
 * @param end Ends the loop and answers; null if the judgement does not end it.
 * @returns The answer if the loop has ended, here or by another process; `changed` if another
 *   process wrote meanwhile, or the user asked for the end: judge again.
 * @throws {RalphError} A record cannot be read or written. Both are needed: the session's to recognize
 *   twins and to count the client's cap.
 */
export function writeJudged(
  stop: StopEvent,
  judged: JudgedStop,
  end: (() => HookResult) | null,
): Written | HookResult | "changed" {
  const { loop: { project }, places } = stop;
  const write = () => findChange(stop) ?? writeOutcome(stop, judged, end);
  return withLock(projectLock(places, project), { deadlineMs: LOCK_DEADLINE_MS }, write);
}

/** Checks whether another process wrote, or the user asked for the end, since the records were read. */
function findChange({ event, loop, places, session }: StopEvent): HookResult | "changed" | null {
  const present = readOwnRecord(loop);
  if (present === null) return plain();
  const isSame = present.revision === loop.record.revision;
  const { hasMarker, killSwitch } = readUsersMarks(loop);
  if (!isSame || !hasMarker || killSwitch !== null) return "changed";
  const own = readSessionRecord(places, event.sessionId, loop.project, loop.record.id);
  return own?.answered?.atMs === session.answered?.atMs ? null : "changed";
}

function writeOutcome(
  stop: StopEvent,
  judged: JudgedStop,
  end: (() => HookResult) | null,
): Written | HookResult {
  const { event, loop, places, settings } = stop;
  const { facts: { activity, nowMs }, outcome: { basis, decision }, tick } = judged;
  const counted = { record: tick.record, activity, settings, nowMs };
  const gaps = noteGaps(places, event.hookEventName, counted);
  if (end !== null) return end();
  const after = recordAfter(judged, loop.record, stop.said);
  const { said, happened } = findNotable(after, settings);
  const limitLookAt = earliestLimit(after, settings, nowMs);
  const record = { ...after, said, limitLookAt };
  writeLoopRecord(places, loop.project, record);
  writeSessionRecord(places, sessionAfter(stop, judged, stop.nowMs()));
  const { code = null, sentence = "" } = record.lastDecision ?? {};
  const { evidence, kind } = decision;
  journalEvent(stop, record, { kind, code, sentence, evidence, ...basis });
  return { record, gaps, happened };
}

/** Makes the loop's record after a decision that does not end it. */
export function recordAfter(
  { facts, outcome, tick }: Pick<JudgedStop, "facts" | "outcome"> & {
    readonly tick: Pick<Gathered["tick"], "lastToolCallAtMs">;
  },
  before: Pick<LoopRecord, "lastDecision" | "wakes">,
  said: readonly string[],
): LoopRecord {
  const { basis, decision, record } = outcome;
  const sinceMs = before.lastDecision?.at ?? 0;
  // A tool call since the last answer: the wakes until then were not in vain, unless it only looked
  // again at the command that is waited for.
  const hasWorked = tick.lastToolCallAtMs !== null && tick.lastToolCallAtMs >= sinceMs &&
    basis.rule !== "resting";
  return {
    ...markTurn(record, decision.kind === "continue" ? "running" : "resting", facts.nowMs),
    said: remember(record, said),
    wakes: hasWorked ? 0 : before.wakes,
    userWait: null,
    lastDecision: summarize(decision, facts.nowMs),
  };
}

/**
 * Makes the session's record after the event was answered.
 *
 * @param atMs When the answer was given, epoch milliseconds.
 */
export function sessionAfter(
  { event }: Pick<StopEvent, "event">,
  { outcome, session }: { readonly outcome: Pick<Outcome, "decision">; session: SessionRecord },
  atMs: number,
): SessionRecord {
  const { toollessAtMs: toolless } = session;
  return {
    ...session,
    toollessAtMs: outcome.decision.kind === "continue" ? [...toolless, atMs] : toolless,
    answered: {
      promptId: event.promptId,
      messageHash: hashMessage(event.lastAssistantMessage, event.stopHookActive),
      atMs,
    },
  };
}

/** Adds lines to those that the user has seen, and keeps the newest. */
export function remember({ said }: Pick<LoopRecord, "said">, lines: readonly string[]): string[] {
  return [...said, ...lines].slice(-MOST_SAID);
}

function summarize(decision: Decision, at: number): LoopRecord["lastDecision"] {
  switch (decision.kind) {
    case "continue":
      return { kind: "continue", code: decision.instruction.kind, sentence: "", at };
    case "wait":
      return { kind: "wait", code: decision.code, sentence: `waits for ${decision.on}`, at };
    default:
      return { kind: decision.kind, ...decision.reason, at };
  }
}

/** Keys in the record's `said`. */
const LIMIT_NEAR = "notified: limit-near";

/** The key in the record's `said` while the user knows of a pause after which nothing was done. */
export const PAUSE_NOTIFIED = "notified: paused";

interface Notable {
  readonly said: string[];
  readonly happened: readonly NotableEvent[];
}

/** Finds what is notable in a record that a Stop is about to write. */
function findNotable(record: LoopRecord, settings: Settings): Notable {
  if (settings.notify.length === 0) return { said: record.said, happened: [] };
  const left = remainingOf(record, settings);
  // A limit that is near from the beginning is not news.
  const isNews = left.isNearLimit && record.iteration > 1 && !record.said.includes(LIMIT_NEAR);
  const wasPaused = record.said.includes(PAUSE_NOTIFIED);
  const hasResumed = wasPaused && record.wakes === 0;
  // At the end, so that they outlive the lines that are dropped from the beginning.
  const said = [
    ...record.said.filter((line) => line !== LIMIT_NEAR && line !== PAUSE_NOTIFIED),
    ...left.isNearLimit || record.said.includes(LIMIT_NEAR) ? [LIMIT_NEAR] : [],
    ...wasPaused && !hasResumed ? [PAUSE_NOTIFIED] : [],
  ];
  return {
    said,
    happened: [
      ...hasResumed
        ? [{ event: "resumed" as const, sentence: "The loop works again after the pause" }]
        : [],
      ...isNews ? [{ event: "limit-near" as const, sentence: nearLimit(left) }] : [],
    ],
  };
}

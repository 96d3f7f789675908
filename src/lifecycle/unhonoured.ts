/**
 * Notices a continuation that the client did not honour at the session's next event, journals and
 * records it, and says so once.
 */
import { attempt } from "../error.ts";
import { withLock } from "../store/files/lock.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import { projectLock } from "../store/places.ts";
import {
  readSessionRecord,
  type SessionRecord,
  writeSessionRecord,
} from "../store/records/session_record.ts";
import { journalEvent } from "./journal.ts";
import type { HookEvent, LoopEvent } from "./event.ts";
import { readTick, type Tick } from "./turn_time.ts";
import type { TranscriptReading, TurnEnd } from "../evidence/transcript/scan.ts";

/** A continuation that was not honoured, as the session's record keeps it. */
export type Unhonoured = NonNullable<SessionRecord["unhonoured"]>;

const SENTENCES: Readonly<Record<Unhonoured["by"], string>> = {
  cap:
    "Claude Code did not go on: its cap on turns without a tool call (CLAUDE_CODE_STOP_HOOK_BLOCK_CAP) was reached",
  "another-hook": "Claude Code did not go on: another Stop hook of yours ended the turn",
  client: "Claude Code did not begin the turn that ralph asked for",
};

/**
 * Checks whether the last continuation was honoured, at an event of the owner. If the result
 * cannot be written, the user sees it again at the next event.
 *
 * @returns The sentence for the user; null if it was honoured, or the user has seen it.
 */
export function noticeUnhonoured(call: LoopEvent): string | null {
  const { event, loop: { facts, project, record }, places } = call;
  const read = () => attempt(() => readSessionRecord(places, event.sessionId, project, facts.id));
  const session = read();
  if (session === null || !isGoingOn(record, session)) return null;
  const tick = readTick(places, record, event.transcriptPath ?? null, call.nowMs());
  const missed = findUnhonoured(record, session, tick, beginsNextTurn(event, session));
  if (missed === null) return null;
  attempt(() =>
    withLock(projectLock(places, project), {}, () => {
      const present = read();
      // A Stop that was answered meanwhile has newer information.
      if (present === null || present.answered?.atMs !== missed.atMs) return;
      writeSessionRecord(places, { ...present, unhonoured: missed });
    })
  );
  journalEvent(call, record, { kind: "note", code: "not-honoured", sentence: missed.sentence });
  return missed.sentence;
}

/**
 * Judges the last continuation of a session; changes nothing.
 *
 * @param isTurnOver Whether a prompt began the next turn, which `status` cannot know.
 * @returns What to record; null if it was honoured, is recorded already, or is not known.
 */
export function findUnhonoured(
  record: LoopRecord,
  session: SessionRecord,
  { reading, lastToolCallAtMs }: Pick<Tick, "reading" | "lastToolCallAtMs">,
  isTurnOver: boolean,
): Unhonoured | null {
  if (session.answered === null || !isGoingOn(record, session)) return null;
  const { atMs } = session.answered;
  if (session.unhonoured?.atMs === atMs) return null;
  const by = judgeHonouring({ continuedAtMs: atMs, reading, lastToolCallAtMs, isTurnOver });
  return by === null ? null : { atMs, by, sentence: SENTENCES[by] };
}

/** Checks whether the turn that the last continuation prolonged should still run. */
function isGoingOn(record: LoopRecord, { answered }: SessionRecord): boolean {
  return answered !== null && record.state === "running" && record.turn.state === "running" &&
    record.lastDecision?.kind === "continue" &&
    // A later turn is another turn: the loop was paused, closed or woken.
    record.turn.since <= answered.atMs;
}

/** Checks whether a prompt begins a turn: a prompt during a turn has that turn's `prompt_id` (observed). */
function beginsNextTurn(event: HookEvent, { answered }: SessionRecord): boolean {
  return event.hookEventName === "UserPromptSubmit" && event.promptId !== "" &&
    answered !== null && answered.promptId !== "" && answered.promptId !== event.promptId;
}

interface Aftermath {
  readonly continuedAtMs: number;
  readonly reading: Pick<
    TranscriptReading,
    "isReadable" | "lastAgentAtMs" | "interruptedAtMs" | "turnEnd"
  >;
  /** When the last tool call was made, by the transcript or a beat, or null. */
  readonly lastToolCallAtMs: number | null;
  /** Whether that turn has certainly ended, since a prompt began the next one. */
  readonly isTurnOver: boolean;
}

/**
 * Judges whether the client honoured a blocked stop.
 *
 * A thinking agent writes no line for minutes, and a person may steer it or close the session
 * meanwhile. So silence alone proves nothing: the turn must have ended for certain.
 *
 * @returns What ended the turn; null if the block was honoured, the user interrupted, or it is
 * unknown.
 */
export function judgeHonouring(
  { continuedAtMs, reading, lastToolCallAtMs, isTurnOver }: Aftermath,
): TurnEnd["by"] | null {
  const isAfter = (at: number | null) => at !== null && at > continuedAtMs;
  if (!reading.isReadable) return null;
  if ([reading.lastAgentAtMs, reading.interruptedAtMs, lastToolCallAtMs].some(isAfter)) return null;
  const { turnEnd } = reading;
  if (turnEnd !== null && isAfter(turnEnd.atMs)) return turnEnd.by;
  return isTurnOver ? "client" : null;
}

/**
 * StopFailure: a turn failed with an API error. The loop pauses; this hook sleeps until the limit
 * ends, then wakes the session by exit code 2.
 */
import { lastSignOf } from "../../evidence/last_sign.ts";
import { identifyClient } from "../../evidence/liveness.ts";
import { judgeReport, needsPerson, showApiWords } from "../../loop/api_failure.ts";
import { showLocalTime } from "../../text/instant.ts";
import { describePause, pause } from "../../loop/time/pausing.ts";
import { findResetMs } from "../../loop/time/rate_windows.ts";
import { parseResetTime } from "../../loop/time/reset_time.ts";
import { planWake } from "../../loop/time/wake_plan.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { readRateLimits } from "../../store/records/rate_limits.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { type HookResult, NO_OPINION, plain } from "../answer.ts";
import { announce } from "../../lifecycle/announce.ts";
import { changeLoop } from "../../lifecycle/change.ts";
import { journalPause } from "../../lifecycle/journal.ts";
import type { LoopEvent } from "../../lifecycle/event.ts";
import { countLastTurn } from "../../lifecycle/turn_time.ts";
import { loadLoopSettings } from "../../lifecycle/settings.ts";
import { PAUSE_NOTIFIED } from "../stop/write.ts";
import { sleepUntil, wakeSession } from "./sleeping.ts";

/** Answers StopFailure: returns at once, or after hours, with exit code 2 if it wakes. */
export async function answerStopFailure(call: LoopEvent): Promise<HookResult> {
  const { env, event, loop } = call;
  if (loop.record.ownerSession !== event.sessionId) return plain(NO_OPINION);
  const client = identifyClient(call.env);
  const { settings } = loadLoopSettings(call, loop, loop.record);
  const record = pauseForError(call, settings);
  if (record?.pause?.until == null || !env.isAttended) return plain(NO_OPINION);
  // If a person typed, another error came or another session took over, the pause is not this hook's.
  const isStillWanted = (present: LoopRecord) =>
    present.id === record.id && present.state === "paused" &&
    JSON.stringify(present.pause) === JSON.stringify(record.pause) &&
    present.wakes === record.wakes;
  if (await sleepUntil(record.pause.until, isStillWanted, call, client) === "over") {
    return plain(NO_OPINION);
  }
  const note =
    "The last turn ended with an API error, which should be over now: continue where you were.";
  return await wakeSession(call, { settings, isStillWanted, note });
}

/** Pauses the loop, until it is to be woken; null if its session does not run it. */
function pauseForError(call: LoopEvent, settings: Settings): LoopRecord | null {
  const { env, event, loop, places } = call;
  const nowMs = call.nowMs();
  const message = event.lastAssistantMessage;
  const judged = judgeReport({ error: event.error, status: null, words: message });
  const why = judged ?? "api-error";
  // The same wrong request would fail again; an answer that was too long can be begun again.
  const isInVain = judged === null ? event.error !== "max_output_tokens" : needsPerson(judged);
  const resetAtMs = parseResetTime(message, nowMs, Temporal.Now.timeZoneId()) ??
    (why === "rate-limited" ? findResetMs(readRateLimits(places), nowMs) : null);
  let isKnown = true;
  const record = changeLoop(call, loop, (present) => {
    if (present.state !== "running" || present.ownerSession !== event.sessionId) return null;
    const untilMs = isInVain ? null : planWake(present.wakes, resetAtMs, settings, nowMs);
    isKnown = settings.notify.length === 0 ||
      !isInVain && present.said.includes(PAUSE_NOTIFIED);
    const counted = countLastTurn(call, present, { findLastSign: lastSignOf });
    const said = isKnown ? counted.said : [...counted.said, PAUSE_NOTIFIED];
    const paused = pause({ ...counted, said }, {
      why,
      detail: showApiWords(message) || event.error,
      untilMs,
      wakesByItself: untilMs !== null && env.isAttended,
    }, nowMs);
    // In `-p` nobody can type into the session: it ends with this turn.
    const isPrint = !env.isAttended && paused.pause !== null;
    return isPrint ? { ...paused, pause: { ...paused.pause!, closed: "print" } } : paused;
  });
  if (record === null) return null;
  if (record.pause !== null) {
    const local = record.pause.until === null ? null : showLocalTime(record.pause.until, nowMs);
    const sentence = describePause(record.pause, record.ownerSession, local);
    journalPause(call, record, record.pause, sentence);
    // For the user, several pauses by the same limit are one.
    if (!isKnown) {
      const { why: code, until: untilMs } = record.pause;
      const happened = { event: "paused", code, sentence, untilMs } as const;
      announce(call, record, happened);
    }
  }
  return record;
}

/**
 * StopFailure: a turn died of an API error. The loop pauses, this one hook sleeps until the limit
 * ends, and wakes the session by exit code 2 (contract §5a, design §4).
 *
 * @module
 */
import { describePause, pause, resume } from "../loop/pausing.ts";
import { killSwitch as killSwitchReason } from "../loop/reason.ts";
import { parseResetTime } from "../loop/reset_time.ts";
import { planWake, type WakePlan } from "../loop/wake_plan.ts";
import { countActivity } from "../loop/active_time.ts";
import type { LoopRecord } from "../store/loop_record.ts";
import type { Settings } from "../store/settings.ts";
import { type HookResult, NO_OPINION, plain } from "./answer.ts";
import { changeRecord, noteInJournal } from "./change_record.ts";
import { endOnDisk } from "./ending.ts";
import type { HookEvent } from "./event.ts";
import { judgeFocus } from "./focus_completion.ts";
import { findLoopHere, type LoopHere } from "./loop_here.ts";
import { nextWallClockTime, showLocalTime } from "./local_time.ts";
import { settingsOf } from "./settings_of.ts";
import { readTick } from "./tick.ts";
import type { HookWorld } from "./world.ts";

/** How often the sleeping hook looks for a stop, the kill switch and a person, in milliseconds. */
const POLL_MS = 500;

/** Errors that a limit of use causes; all others are the API's own. */
const LIMIT_ERRORS = new Set(["rate_limit", "billing_error", "usage_limit"]);

/** Answers StopFailure: returns at once, or after hours, with exit code 2 where it wakes. */
export async function answerStopFailure(
  event: HookEvent,
  here: LoopHere,
  world: HookWorld,
): Promise<HookResult> {
  if (here.record.kind !== "ok") return plain(NO_OPINION);
  if (here.record.value.owner_session !== event.session_id) return plain(NO_OPINION);
  const { settings } = settingsOf(world, here, here.record.value);
  const paused = pauseForError(event, here, world, settings);
  if (paused === null) return plain(NO_OPINION);
  const { record, plan } = paused;
  if (plan.kind === "give-up" || !world.env.isAttended) return plain(NO_OPINION);
  const ended = await sleepUntil(plan.untilSeconds, record, world);
  return ended === "wake" ? await wake(event, here, world, settings, record) : plain(NO_OPINION);
}

function pauseForError(
  event: HookEvent,
  here: LoopHere,
  world: HookWorld,
  settings: Settings,
): { record: LoopRecord; plan: WakePlan } | null {
  const now = world.now();
  const words = event.last_assistant_message;
  const resetAt = parseResetTime(
    words,
    now,
    (hour, minute, zone) => nextWallClockTime(hour, minute, zone, now),
  );
  let plan: WakePlan = { kind: "give-up", wakes: 0 };
  const changed = changeRecord(world, here, (record) => {
    if (record.state !== "running" || record.owner_session !== event.session_id) return null;
    plan = planWake(record.wakes, resetAt, settings, now);
    const tick = readTick(world.places, record, event.transcript_path ?? null, now);
    const counted = countActivity(tick.record, tick.activity, settings, now);
    return pause(counted, {
      why: LIMIT_ERRORS.has(event.error) ? "rate-limited" : "api-error",
      detail: `${event.error}: ${words}`.slice(0, 300),
      untilSeconds: plan.kind === "sleep" ? plan.untilSeconds : null,
      wakesByItself: plan.kind === "sleep" && world.env.isAttended,
    }, now);
  });
  if (changed.kind !== "changed") return null;
  const { record } = changed;
  if (record.pause !== null) {
    const local = record.pause.until === null ? null : showLocalTime(record.pause.until);
    const sentence = describePause(record.pause, local);
    noteInJournal(world, event, record, { kind: "pause", code: record.pause.why, sentence });
  }
  return { record, plan };
}

/** Sleeps in short steps by the wall clock, so that a closed lid does not make it late. */
async function sleepUntil(
  untilSeconds: number,
  paused: LoopRecord,
  world: HookWorld,
): Promise<"wake" | "over"> {
  for (;;) {
    const here = findLoopHere(world);
    if (here === null || here.record.kind !== "ok") return "over";
    const record = here.record.value;
    // A person typed, another error came, or the loop was handed on: no longer this hook's pause.
    const isSame = record.id === paused.id && record.state === "paused" &&
      record.pause?.since === paused.pause?.since && record.wakes === paused.wakes;
    if (!isSame) return "over";
    if (here.killSwitch !== null || !here.hasMarker) {
      endSleeping(here, record, world);
      return "over";
    }
    const leftMs = (untilSeconds - world.now()) * 1000;
    if (leftMs <= 0) return "wake";
    await world.sleep(Math.min(POLL_MS, leftMs));
  }
}

function endSleeping(here: LoopHere, record: LoopRecord, world: HookWorld): void {
  endOnDisk(world.places, record, {
    kind: "halt",
    reason: here.killSwitch === null
      ? { code: "disabled", sentence: "Loop disabled: .claude/loop-enabled was deleted" }
      : killSwitchReason(here.killSwitch),
    evidence: [],
    event: "StopFailure",
    sessionId: record.owner_session,
    killSwitch: here.killSwitch,
    now: world.now(),
  });
}

/** Goes on and tells the agent how, on stderr, as the client wants it for a wake. */
async function wake(
  event: HookEvent,
  here: LoopHere,
  world: HookWorld,
  settings: Settings,
  paused: LoopRecord,
): Promise<HookResult> {
  const changed = changeRecord(world, here, (record) => {
    if (record.state !== "paused" || record.pause?.since !== paused.pause?.since) return null;
    const going = resume(record, world.now());
    return {
      ...going,
      wakes: record.wakes + 1,
      turn: { state: "running", since: new Date(world.now() * 1000).toISOString() },
    };
  });
  if (changed.kind !== "changed") return plain(NO_OPINION);
  const { record } = changed;
  noteInJournal(world, event, record, {
    kind: "resume",
    sentence: `Woke the session (wake ${record.wakes} of ${settings.max_wakes})`,
  });
  const { completion } = await judgeFocus(record.focus.path, settings);
  const { buildContinuation } = await import("../prompt/continuation.ts");
  const text = await buildContinuation({
    record,
    settings,
    completion,
    instruction: { kind: record.phase === "exploration" ? "explore" : "work" },
    notes: [
      "The last turn ended with an API error, which should be over now: go on where you were.",
    ],
    nowSeconds: world.now(),
  });
  return { answer: NO_OPINION, talk: [text], exitCode: 2 };
}

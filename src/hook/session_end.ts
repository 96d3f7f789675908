/**
 * SessionEnd: the session closes, the loop is paused and waits for it (seed 000, design §4).
 *
 * @module
 */
import { countActivity } from "../loop/active_time.ts";
import { pause } from "../loop/pausing.ts";
import { stoppedByUser } from "../loop/reason.ts";
import type { LoopRecord } from "../store/loop_record.ts";
import { type HookResult, NO_OPINION, plain } from "./answer.ts";
import { changeRecord, noteInJournal } from "./change_record.ts";
import { endOnDisk } from "./ending.ts";
import type { HookEvent } from "./event.ts";
import type { LoopHere } from "./loop_here.ts";
import { settingsOf } from "./settings_of.ts";
import { readTick } from "./tick.ts";
import type { HookWorld } from "./world.ts";

/** Answers SessionEnd. */
export function answerSessionEnd(event: HookEvent, here: LoopHere, world: HookWorld): HookResult {
  if (here.record.kind !== "ok") return plain(NO_OPINION);
  if (here.record.value.owner_session !== event.session_id) return plain(NO_OPINION);
  if (here.record.value.state === "draining" || here.killSwitch !== null) {
    return endNow(event, here, world, here.record.value);
  }
  const changed = changeRecord(world, here, (record) => {
    if (record.owner_session !== event.session_id) return null;
    const closed = pause(countTurn(record, event, here, world), {
      why: "session-closed",
      detail: event.reason,
      untilSeconds: null,
      wakesByItself: false,
    }, world.now());
    return { ...closed, session_process: null };
  });
  if (changed.kind === "changed") {
    const sentence = "The session closed: the loop is paused";
    noteInJournal(world, event, changed.record, {
      kind: "pause",
      code: "session-closed",
      sentence,
    });
  }
  return plain(NO_OPINION);
}

/** The time of the turn that the closing cut off is active time too. */
function countTurn(
  record: LoopRecord,
  event: HookEvent,
  here: LoopHere,
  world: HookWorld,
): LoopRecord {
  if (record.state !== "running") return record;
  const now = world.now();
  const { settings } = settingsOf(world, here, record);
  const tick = readTick(world.places, record, event.transcript_path ?? null, now, {
    closedAt: now,
  });
  return countActivity(tick.record, tick.activity, settings, now);
}

/** A stop that was asked for during the turn comes at its end, and this is its end. */
function endNow(
  event: HookEvent,
  here: LoopHere,
  world: HookWorld,
  record: LoopRecord,
): HookResult {
  endOnDisk(world.places, record, {
    kind: "halt",
    reason: stoppedByUser(),
    evidence: [],
    event: event.hook_event_name,
    sessionId: event.session_id,
    killSwitch: here.killSwitch,
    now: world.now(),
  });
  return plain(NO_OPINION);
}

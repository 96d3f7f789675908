/**
 * SessionEnd: the session closes, the loop is paused and waits for it (seed 000, design §4).
 *
 * @module
 */
import { pause } from "../loop/pausing.ts";
import { killSwitch as killSwitchReason, stoppedByUser } from "../loop/reason.ts";
import type { LoopRecord } from "../store/loop_record.ts";
import { type HookResult, NO_OPINION, plain } from "./answer.ts";
import { changeRecord, noteInJournal } from "./change_record.ts";
import { endOnDisk } from "./ending.ts";
import type { HookEvent } from "./event.ts";
import { countLastTurn } from "./last_turn.ts";
import type { LoopHere } from "./loop_here.ts";
import { noticeUnhonoured } from "./unhonoured.ts";
import type { HookWorld } from "./world.ts";

/** Answers SessionEnd. */
export function answerSessionEnd(event: HookEvent, here: LoopHere, world: HookWorld): HookResult {
  if (here.record.kind !== "ok") return plain(NO_OPINION);
  if (here.record.value.owner_session !== event.session_id) return forget(event, here, world);
  const counted = (record: LoopRecord) =>
    countLastTurn(world, here, record, event.transcript_path, { isClosing: true });
  if (here.record.value.state === "draining" || here.killSwitch !== null) {
    return endNow(event, here, world, counted(here.record.value));
  }
  noticeUnhonoured(event, here, world);
  const changed = changeRecord(world, here, (record) => {
    if (record.owner_session !== event.session_id) return null;
    const closed = pause(counted(record), {
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

/** A session that is gone is no candidate for an unclaimed loop any more. */
function forget(event: HookEvent, here: LoopHere, world: HookWorld): HookResult {
  const isSeen = (record: LoopRecord) =>
    record.owner_session === null && record.sessions_seen.includes(event.session_id);
  if (here.record.kind === "ok" && isSeen(here.record.value)) {
    changeRecord(
      world,
      here,
      (record) =>
        isSeen(record)
          ? {
            ...record,
            sessions_seen: record.sessions_seen.filter((id) => id !== event.session_id),
          }
          : null,
    );
  }
  return plain(NO_OPINION);
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
    reason: here.killSwitch === null ? stoppedByUser() : killSwitchReason(here.killSwitch),
    evidence: [],
    event: event.hook_event_name,
    sessionId: event.session_id,
    killSwitch: here.killSwitch,
    now: world.now(),
  });
  return plain(NO_OPINION);
}

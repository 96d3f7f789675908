/**
 * SessionEnd: the session closes, the loop is paused and waits for it.
 *
 * @module
 */
import { closeSession, describePause } from "../../loop/time/pausing.ts";
import { killSwitch as killSwitchReason, stoppedByUser } from "../../loop/reason.ts";
import type { LoopRecord, SessionClosing } from "../../store/records/loop_record.ts";
import { type HookResult, NO_OPINION, plain } from "../answer.ts";
import { changeRecord, noteInJournal } from "../../lifecycle/change_record.ts";
import { endOnDisk } from "../../lifecycle/ending.ts";
import type { HookEvent } from "../../lifecycle/event.ts";
import { countLastTurn } from "../../lifecycle/last_turn.ts";
import type { LoopHere } from "../../lifecycle/loop_here.ts";
import { pauseCutOff, wasInterrupted } from "./prompt.ts";
import { noticeUnhonoured } from "../../lifecycle/unhonoured.ts";
import type { HookWorld } from "../../lifecycle/world.ts";

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
    const known = wasInterrupted(record, event, world)
      ? pauseCutOff(record, event, here, world)
      : counted(record);
    return closeSession(known, howClosed(event, world), event.reason, world.now());
  });
  if (changed.kind === "changed" && changed.record.pause !== null) {
    const { pause, owner_session: owner } = changed.record;
    noteInJournal(world, event, changed.record, {
      kind: "pause",
      code: pause.why,
      sentence: `The session closed; the loop is ${describePause(pause, owner, null)}`,
    });
  }
  return plain(NO_OPINION);
}

/** The client names what a person did; `other` is a closed window, or the end of `-p`. */
function howClosed({ reason }: HookEvent, { env }: HookWorld): SessionClosing {
  switch (reason) {
    case "clear":
      return "clear";
    case "resume":
      return "switched";
    case "prompt_input_exit":
    case "logout":
      return "exit";
    default:
      return env.isAttended ? "window" : "print";
  }
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

/**
 * SessionEnd: the session closes, the loop is paused and waits for it.
 *
 * @module
 */
import { closeSession, describePause } from "../../loop/time/pausing.ts";
import { killSwitch as killSwitchReason, stoppedByUser } from "../../loop/reason.ts";
import type { LoopRecord, SessionClosing } from "../../store/records/loop_record.ts";
import { type HookResult, NO_OPINION, plain } from "../answer.ts";
import { changeLoop } from "../../lifecycle/change.ts";
import { journalEvent } from "../../lifecycle/journal.ts";
import { endLoop } from "../../lifecycle/end.ts";
import type { HookEvent } from "../../lifecycle/event.ts";
import { countLastTurn } from "../../lifecycle/turn_time.ts";
import type { FoundLoop } from "../../lifecycle/loop.ts";
import { pauseCutOff, wasInterrupted } from "./prompt.ts";
import { noticeUnhonoured } from "../../lifecycle/unhonoured.ts";
import type { HookContext } from "../../lifecycle/context.ts";

/** Answers SessionEnd. */
export function answerSessionEnd(
  event: HookEvent,
  here: FoundLoop,
  context: HookContext,
): HookResult {
  if (here.record.kind !== "ok") return plain(NO_OPINION);
  if (here.record.value.owner_session !== event.session_id) return forget(event, here, context);
  const counted = (record: LoopRecord) =>
    countLastTurn(context, here, record, event.transcript_path, { isClosing: true });
  if (here.record.value.state === "draining" || here.killSwitch !== null) {
    return endNow(event, here, context, counted(here.record.value));
  }
  noticeUnhonoured(event, here, context);
  const changed = changeLoop(context, here, (record) => {
    if (record.owner_session !== event.session_id) return null;
    const known = wasInterrupted(record, event, context)
      ? pauseCutOff(record, event, here, context)
      : counted(record);
    return closeSession(known, howClosed(event, context), event.reason, context.now());
  });
  if (changed.kind === "changed" && changed.record.pause !== null) {
    const { pause, owner_session: owner } = changed.record;
    journalEvent(context, event, changed.record, {
      kind: "pause",
      code: pause.why,
      sentence: `The session closed; the loop is ${describePause(pause, owner, null)}`,
    });
  }
  return plain(NO_OPINION);
}

/** The client names what a person did; `other` is a closed window, or the end of `-p`. */
function howClosed({ reason }: HookEvent, { env }: HookContext): SessionClosing {
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
function forget(event: HookEvent, here: FoundLoop, context: HookContext): HookResult {
  const isSeen = (record: LoopRecord) =>
    record.owner_session === null && record.sessions_seen.includes(event.session_id);
  if (here.record.kind === "ok" && isSeen(here.record.value)) {
    changeLoop(
      context,
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
  here: FoundLoop,
  context: HookContext,
  record: LoopRecord,
): HookResult {
  endLoop(context.places, record, {
    kind: "halt",
    reason: here.killSwitch === null ? stoppedByUser() : killSwitchReason(here.killSwitch),
    evidence: [],
    event: event.hook_event_name,
    sessionId: event.session_id,
    killSwitch: here.killSwitch,
    now: context.now(),
  });
  return plain(NO_OPINION);
}

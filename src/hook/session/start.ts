/**
 * SessionStart: a session begins, goes on, or was compacted.
 *
 * @module
 */
import { identifyProcess, judgeLiveness } from "../../evidence/liveness.ts";
import { cursorAtEnd } from "../../evidence/transcript/transcript.ts";
import { mayClaim } from "../../loop/ownership.ts";
import { describePause, handOver, markTurn, reopenSession } from "../../loop/time/pausing.ts";
import { showCount, showDuration } from "../../text/human_units.ts";
import { describeCause } from "../../loop/time/pause_table.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { briefSession, type HookResult, NO_OPINION, plain, tellUser } from "../answer.ts";
import { changeLoop } from "../../lifecycle/change.ts";
import { journalEvent } from "../../lifecycle/journal.ts";
import type { HookEvent } from "../../lifecycle/event.ts";
import type { FoundLoop } from "../../lifecycle/loop.ts";
import { loadLoopSettings } from "../../lifecycle/settings.ts";
import { withSeen } from "../stop/stranger.ts";
import { noticeUnhonoured } from "../../lifecycle/unhonoured.ts";
import type { HookContext } from "../../lifecycle/context.ts";

/** How to take a waiting loop over. */
const TAKE_OVER = "`/ralph:start --resume` hands it, with its counters, to this session";

/** Answers SessionStart. */
export async function answerSessionStart(
  event: HookEvent,
  here: FoundLoop,
  context: HookContext,
): Promise<HookResult> {
  if (here.record.kind !== "ok") return plain(NO_OPINION);
  const record = here.record.value;
  const caller = { sessionId: event.session_id, isAttended: context.env.isAttended };
  if (mayClaim(record, caller)) {
    return isOnlyCandidate(record, event)
      ? await claim(event, here, context)
      : wait(event, here, context);
  }
  if (record.owner_session !== event.session_id) return plain(describeWaiting(record));
  if (event.source === "compact") return await brief(event, here, context);
  if (here.killSwitch !== null || !here.hasMarker) {
    const { endAsAsked } = await import("../end_asked.ts");
    return endAsAsked(event, here, context) ?? plain(NO_OPINION);
  }
  return goOn(event, here, context);
}

/**
 * Gives an unclaimed loop to the session of an event, and says so.
 *
 * Also called for the first human prompt of a session that was there before the loop.
 */
export async function claim(
  event: HookEvent,
  here: FoundLoop,
  context: HookContext,
): Promise<HookResult> {
  const isPrompt = event.hook_event_name === "UserPromptSubmit";
  const changed = changeLoop(context, here, (record) => {
    const caller = { sessionId: event.session_id, isAttended: context.env.isAttended };
    if (!mayClaim(record, caller) || !(isPrompt || isOnlyCandidate(record, event))) return null;
    const owned = handOver(record, event.session_id, context.now());
    return {
      ...markTurn(owned, isPrompt ? "running" : "resting", context.now()),
      session_process: processOf(context),
      transcript: atEnd(event),
    };
  });
  if (changed.kind !== "changed") return plain(NO_OPINION);
  const sentence = `This session now drives the ralph loop ${changed.record.id}`;
  journalEvent(context, event, changed.record, { kind: "claim", sentence });
  const { describeClaim } = await import("./claim_line.ts");
  const { settings } = loadLoopSettings(context, here, changed.record);
  const mode = event.permission_mode ?? null;
  const answer = tellUser(describeClaim(changed.record, settings, isPrompt, mode));
  if (!isPrompt) return plain(answer);
  const { withBrief } = await import("./brief_turn.ts");
  return await withBrief(here, context, changed.record, answer);
}

/**
 * Whether a session that begins is the one that is meant. With several here nobody can know, and
 * the person's next prompt tells; a compaction begins nothing.
 */
function isOnlyCandidate(record: LoopRecord, event: HookEvent): boolean {
  return event.source !== "compact" && record.sessions_seen.every((id) => id === event.session_id);
}

/** One candidate of several: remembered, and told what makes the loop its own. */
function wait(event: HookEvent, here: FoundLoop, context: HookContext): HookResult {
  changeLoop(context, here, (record) => withSeen(record, event.session_id));
  if (event.source === "compact") return plain(NO_OPINION);
  return plain(tellUser(
    "[RALPH] A ralph loop waits for its session. Several are open here, so the one that gets a " +
      "prompt next drives it: type anything to make it this one, or name another " +
      "(`ralph status` lists them).",
  ));
}

/** The owner is back: a pause that only its closing began is over. */
function goOn(event: HookEvent, here: FoundLoop, context: HookContext): HookResult {
  const missed = noticeUnhonoured(event, here, context);
  const changed = changeLoop(context, here, (record) => {
    return { ...reopenSession(record, context.now()), session_process: processOf(context) };
  });
  if (changed.kind !== "changed") return plain(NO_OPINION);
  const { record } = changed;
  const sentence = describeReopened(record, context.env.isAttended);
  journalEvent(context, event, record, { kind: "resume", sentence });
  return plain(tellUser(`[RALPH] ${missed === null ? "" : `${missed}. `}${sentence}`));
}

/** What a session that opened again is told of its loop. */
function describeReopened(record: LoopRecord, isAttended: boolean): string {
  const { pause, owner_session: owner } = record;
  if (pause !== null) return `The ralph loop is ${describePause(pause, owner, null)}`;
  const active = showDuration(record.accumulated_runtime_seconds);
  const next = isAttended ? "type anything and it continues" : "it continues";
  return `The ralph loop is back after ${
    showCount(record.iteration, "turn")
  }, ${active} active: ${next}`;
}

/** After a compaction the agent knows nothing of the loop: it is told again. */
async function brief(event: HookEvent, here: FoundLoop, context: HookContext): Promise<HookResult> {
  if (here.record.kind !== "ok" || here.record.value.state !== "running") return plain(NO_OPINION);
  const record = here.record.value;
  const { tellAgain } = await import("../stop/instruct.ts");
  const { text, afterwards } = await tellAgain(context, here, record, []);
  journalEvent(context, event, record, { kind: "note", sentence: "Told again after a compaction" });
  return { ...plain(briefSession(text)), afterwards };
}

/** What a session that the loop does not belong to is told of it. */
function describeWaiting(record: LoopRecord): Readonly<Record<string, unknown>> {
  if (record.driver === "runner" || record.state === "stopped") return NO_OPINION;
  const { owner_session: owner, session_process: process, pause } = record;
  const where = process === null ? `session ${owner}` : `the window with pid ${process.pid}`;
  if (record.state === "running" && judgeLiveness(process) === "alive") {
    return tellUser(
      `[RALPH] A ralph loop runs in ${where}; it does not touch this session. To take it over, ` +
        "close that window first, then use `/ralph:start --resume`.",
    );
  }
  const how = pause === null
    ? `is in session ${owner}`
    : `is paused (${describeCause(pause)}) in session ${owner}`;
  return tellUser(
    `[RALPH] The ralph loop of this project ${how}; it does not touch this session. ${TAKE_OVER}.`,
  );
}

/** What the transcript holds before the claim is none of the loop's. */
function atEnd(event: HookEvent): LoopRecord["transcript"] {
  const { offset, subagents } = cursorAtEnd(event.transcript_path ?? null);
  return { offset, subagents: { ...subagents } };
}

/** The client's process, as the environment names it. */
export function processOf({ env }: HookContext): LoopRecord["session_process"] {
  return env.claudePid === null ? null : identifyProcess(env.claudePid);
}

/** SessionStart: a session begins, continues, or was compacted. */
import { identifyClient, judgeLiveness } from "../../evidence/liveness.ts";
import { lastSignOf } from "../../evidence/last_sign.ts";
import { cursorAtEnd } from "../../evidence/transcript/transcript.ts";
import { type Caller, mayClaim, withSeen } from "../../loop/ownership.ts";
import { describePause, handOver, markTurn, reopenSession } from "../../loop/time/pausing.ts";
import { showCount } from "../../text/human_units.ts";
import { showDuration } from "../../text/time.ts";
import { describeCause } from "../../loop/time/pause_cause.ts";
import type { Environment } from "../../store/environment.ts";
import { nameCommand, nameInSession } from "../../text/command_name.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { briefSession, type HookResult, NO_OPINION, plain, tellUser } from "../answer.ts";
import { changeLoop } from "../../lifecycle/change.ts";
import { journalEvent, spanUntil } from "../../lifecycle/journal.ts";
import type { HookEvent, LoopEvent } from "../../lifecycle/event.ts";
import { loadLoopSettings } from "../../lifecycle/settings.ts";
import { describeClaim, MODE_UNNAMED, withBrief } from "./claim.ts";
import { pauseInterrupted, wasInterrupted } from "./cut_off.ts";
import { countLastTurn } from "../../lifecycle/turn_time.ts";
import { noticeUnhonoured } from "../../lifecycle/unhonoured.ts";

/** How `claude -p` gets a loop, since no person can type a command there. */
const FOR_PRINT = "`claude -p` takes no loop by itself. To give it this one: " +
  '`ralph start --resume --session ID`, then `claude -p --session-id ID "go on"`, with a new UUID ' +
  "as ID; or use `ralph run`.";

/** Answers SessionStart: claims, reopens or describes the project's loop. */
export async function answerSessionStart(call: LoopEvent): Promise<HookResult> {
  const { event, loop: { hasMarker, killSwitch, record } } = call;
  if (mayClaim(record, callerOf(call))) {
    return isOnlyCandidate(record, event) ? await claim(call) : wait(call);
  }
  if (record.ownerSession !== event.sessionId) return plain(describeWaiting(record, call.env));
  if (event.source === "compact") return hasMarker ? await brief(call) : plain(NO_OPINION);
  if (killSwitch !== null || !hasMarker) {
    return (await import("../end.ts")).endIfAsked(call) ?? plain(NO_OPINION);
  }
  return goOn(call);
}

/**
 * Gives an unclaimed loop to the session of an event, and says so.
 *
 * Also called for the first human prompt of a session that was there before the loop.
 */
export async function claim(call: LoopEvent): Promise<HookResult> {
  const { event, loop } = call;
  const isPrompt = event.hookEventName === "UserPromptSubmit";
  const mode = event.permissionMode ?? null;
  const changed = changeLoop(call, loop, (record) => {
    if (!mayClaim(record, callerOf(call)) || !(isPrompt || isOnlyCandidate(record, event))) {
      return null;
    }
    const owned = handOver(record, event.sessionId, call.nowMs());
    return {
      ...markTurn(owned, isPrompt ? "running" : "resting", call.nowMs()),
      sessionProcess: identifyClient(call.env),
      transcript: atEnd(event),
      said: mode === null ? [...record.said, MODE_UNNAMED] : record.said,
    };
  });
  if (changed === null) return plain(NO_OPINION);
  const sentence = `This session now owns the ralph loop ${changed.id}`;
  const span = spanUntil(loop.record, call.nowMs());
  journalEvent(call, changed, { kind: "claim", sentence, span });
  const { settings } = loadLoopSettings(call, loop, changed);
  const answer = tellUser(describeClaim(changed, settings, isPrompt, mode, call.env.place));
  if (!isPrompt) return plain(answer);
  return await withBrief(call, changed, answer);
}

/**
 * Checks whether a session that begins is the only one that can claim the loop. Of several, the one that
 * gets the next prompt does; a compaction is not a beginning.
 */
function isOnlyCandidate(record: LoopRecord, event: HookEvent): boolean {
  return event.source !== "compact" && record.sessionsSeen.every((id) => id === event.sessionId);
}

/** Remembers one candidate of several, and says how it gets the loop. */
function wait(call: LoopEvent): HookResult {
  const { event, loop } = call;
  changeLoop(call, loop, (record) => withSeen(record, event.sessionId));
  if (event.source === "compact") return plain(NO_OPINION);
  return plain(tellUser(
    "A loop waits for its session. Several are open here, so the one that gets a " +
      "prompt next takes it: type anything to make it this one, or name another " +
      `(\`${nameCommand("status", call.env.place)}\` lists them).`,
  ));
}

/** Reopens the owner's session: a pause that only its closing began is over. */
function goOn(call: LoopEvent): HookResult {
  const missed = noticeUnhonoured(call);
  const record = changeLoop(call, call.loop, (present) => ({
    ...reopenSession(countLastTurn(call, present, { findLastSign: lastSignOf }), call.nowMs()),
    sessionProcess: identifyClient(call.env),
  }));
  if (record === null) return plain(NO_OPINION);
  const { pause, turn, iteration } = call.loop.record;
  const hasBegun = turn.state === "running" || iteration > 0 || record.accumulatedRuntimeMs > 0;
  const sentence = describeReopened(record, hasBegun, call.env.isAttended);
  const isResumed = record.pause === null && (hasBegun || pause !== null);
  journalEvent(call, record, {
    kind: isResumed ? "resume" : "note",
    sentence,
    ...isResumed ? { span: spanUntil(call.loop.record, call.nowMs()) } : {},
  });
  return plain(tellUser(...missed === null ? [] : [`${missed}.`], sentence));
}

function describeReopened(record: LoopRecord, hasBegun: boolean, isAttended: boolean): string {
  const { pause, ownerSession: owner } = record;
  const next = isAttended ? "type anything and it continues" : "it continues";
  // What else pauses a loop is not over because its session is open again.
  if (pause?.why === "interrupted") return `The loop is paused (${describeCause(pause)}): ${next}`;
  if (pause !== null) return `The loop is ${describePause(pause, owner, null)}`;
  if (!hasBegun) {
    return `The loop begins in this session${isAttended ? ": type anything" : ""}`;
  }
  const active = showDuration(record.accumulatedRuntimeMs);
  return `The loop is back after ${showCount(record.iteration, "turn")}, ${active} active: ${next}`;
}

/** Briefs the agent again: after a compaction it knows nothing of the loop. */
async function brief(call: LoopEvent): Promise<HookResult> {
  const { record } = call.loop;
  if (record.state !== "running") return plain(NO_OPINION);
  // After Esc the session rests, with or without its conversation.
  if (wasInterrupted(call)) {
    pauseInterrupted(call);
    return plain(NO_OPINION);
  }
  const { renderBriefing } = await import("./brief.ts");
  const { text, afterwards } = await renderBriefing(call, record, []);
  journalEvent(call, record, { kind: "note", sentence: "Briefed again after a compaction" });
  return { ...plain(briefSession(text)), afterwards };
}

/** Describes the loop to a session that does not own it. */
function describeWaiting(
  record: LoopRecord,
  { place, isAttended }: Pick<Environment, "place" | "isAttended">,
): Readonly<Record<string, unknown>> {
  if (record.driver === "runner" || record.state === "stopped") return NO_OPINION;
  const { ownerSession: owner, sessionProcess: process, pause } = record;
  const where = process === null ? `session ${owner}` : `the window with pid ${process.pid}`;
  if (record.state === "running" && judgeLiveness(process) === "alive") {
    return tellUser(
      `A loop runs in ${where}; it does not touch this session. To take it over, ` +
        `close that window first, then use \`${nameInSession("start --resume", place)}\`.`,
    );
  }
  const paused = pause === null ? "" : `paused (${describeCause(pause)}) `;
  const how = owner === null ? "waits for a session" : `is ${paused}in session ${owner}`;
  return tellUser(
    `The loop of this project ${how}; it does not touch this session. ${
      isAttended
        ? `\`${
          nameInSession("start --resume", place)
        }\` hands it, with its counters, to this session.`
        : FOR_PRINT
    }`,
  );
}

/** Returns the transcript's end: its content before the claim does not belong to the loop. */
function atEnd(event: HookEvent): LoopRecord["transcript"] {
  const { offset, subagents } = cursorAtEnd(event.transcriptPath ?? null);
  return { offset, subagents: { ...subagents } };
}

/** Returns the session of an event, for the rules of ownership. */
export function callerOf({ env, event }: LoopEvent): Caller {
  return { sessionId: event.sessionId, isAttended: env.isAttended };
}

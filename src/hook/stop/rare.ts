/**
 * Stop events that no turn of a loop follows: the loop is paused or another session's, or its files
 * are broken. Loaded only for them.
 */
import type { HookContext } from "../../lifecycle/context.ts";
import { changeLoop } from "../../lifecycle/change.ts";
import { attempt } from "../../error.ts";
import {
  findBrokenFacts,
  findSessionLoop,
  type FoundLoop,
  recordOf,
} from "../../lifecycle/loop.ts";
import { endAtEvent, finishCutEnds } from "../../lifecycle/end.ts";
import { describeHead } from "../../lifecycle/end_line.ts";
import type { HookEvent, LoopEvent } from "../../lifecycle/event.ts";
import { withSeen } from "../../loop/ownership.ts";
import { disabled, internalError, killSwitch } from "../../loop/reason.ts";
import { nextStep } from "../../loop/reasons.ts";
import { describePause } from "../../loop/time/pausing.ts";
import { setAside } from "../../store/files/set_aside.ts";
import { projectPlaces } from "../../store/places.ts";
import { foldersOfHook } from "../../store/project.ts";
import { readSessionRecord } from "../../store/records/session_record.ts";
import { nameAtPrompt, nameCommand } from "../../text/command_name.ts";
import { showLocalTime } from "../../text/instant.ts";
import { allowStop, halt, type HookResult, NO_OPINION, plain, tellUser } from "../answer.ts";
import { endAsAsked } from "../end.ts";
import { pauseInterrupted } from "../session/cut_off.ts";
import { announce } from "../../lifecycle/announce.ts";
import { journal } from "../../lifecycle/journal.ts";
import { stopRecordOf, writeStopRecord } from "../../store/records/stop_record.ts";

/** Answers a Stop of the owner of a paused loop: allows it, and says why the loop is paused. */
export function answerPaused(call: LoopEvent): HookResult {
  const { ownerSession: owner, pause } = call.loop.record;
  if (pause === null) return plain(NO_OPINION);
  const local = pause.until === null ? null : showLocalTime(pause.until, call.nowMs());
  return endAsAsked(call) ??
    plain(tellUser(`The loop is ${describePause(pause, owner, local, call.env.place)}.`));
}

/** Answers the Stop of a turn that the client began by itself after Esc: it resumes nothing. */
export function answerCutOff(call: LoopEvent): HookResult {
  const paused = pauseInterrupted(call);
  return plain(paused === null ? NO_OPINION : tellUser(`${paused}.`));
}

/** Answers a Stop of a session that does not own the loop: allows it, without a message. */
export function answerStranger(call: LoopEvent): HookResult {
  const { event, loop } = call;
  if (withSeen(loop.record, event.sessionId) !== null) {
    attempt(() => changeLoop(call, loop, (present) => withSeen(present, event.sessionId)));
  }
  return plain(NO_OPINION);
}

/**
 * Answers a Stop of a loop whose files are broken. The user can still end the loop; otherwise the
 * stop is allowed, the user sees why, and the record stays as it is.
 */
export function answerBroken(
  context: HookContext,
  event: HookEvent,
  found: FoundLoop,
  why: string,
): HookResult {
  const { facts, project, record } = found;
  // The owner of a broken record is unknown; a session that took part may be it.
  const isOurs = record !== null ||
    attempt(() => readSessionRecord(context.places, event.sessionId, project, facts.id)) !== null;
  if (found.killSwitch !== null || !found.hasMarker) {
    const { head, sentence, shown } = endByUser(context, event, found, why);
    return isOurs ? halt(sentence, head, shown) : plain(tellUser(shown));
  }
  if (!isOurs) return plain(NO_OPINION);
  const { brief, sentence } = internalError(why);
  noteTrouble(context, event, { sentence, isStop: true }, found);
  const { place } = context.env;
  // The broken loop is still here.
  const again = nextStep(disabled().code, recordOf(found), place);
  return allowStop(sentence, `${brief}\n→ ${nameAtPrompt("stop", place)}, then ${again}`);
}

/** Ends the loop as the user asked; a record that cannot be read is set aside. */
function endByUser(
  context: HookContext,
  event: HookEvent,
  found: FoundLoop,
  why: string,
): Record<"head" | "sentence" | "shown", string> {
  const reason = found.killSwitch === null ? disabled() : killSwitch(found.killSwitch);
  const kept = found.record === null
    ? attempt(() => setAside(projectPlaces(found.project).state))
    : null;
  const loop = { ...found, record: recordOf(found) };
  const problems = endAtEvent({ ...context, event, loop }, {
    kind: "halt",
    reason,
    evidence: [why],
  });
  const more = [
    ` (${why})`,
    ...(kept === null ? [] : [`its record is kept as ${kept}`]),
    ...problems.map((problem) => `not recorded: ${problem}`),
  ].join("; ");
  const head = describeHead(reason);
  const next = nextStep(reason.code, loop.record, context.env.place);
  return { head, sentence: `${reason.sentence}${more}`, shown: `${head}${more}\n→ ${next}` };
}

/**
 * Answers a Stop in a project without a loop: finishes an end that was cut off, and says so if a
 * loop's facts are unreadable.
 */
export function answerWithoutLoop({ env, places }: HookContext, session: string): HookResult {
  const folders = foldersOfHook(env);
  for (const project of folders) finishCutEnds(places, project, session);
  const why = folders
    .map((project) => findBrokenFacts(places, project))
    .find((damage) => damage !== null) ?? null;
  if (why === null) return plain(NO_OPINION);
  const line = `The loop of this project does not go on: ${why.what}`;
  return plain(tellUser(`${line}\n→ ${nameCommand("stop", env.place)}`), [`ralph: ${line}`]);
}

/**
 * Records a failure; does nothing without a loop.
 *
 * @param event The event; null if it could not be read.
 * @param isStop Whether the session stops because of it.
 */
export function noteTrouble(
  context: HookContext,
  event: HookEvent | null,
  { sentence, isStop }: { readonly sentence: string; readonly isStop: boolean },
  here: FoundLoop | null = findSessionLoop(context),
): void {
  if (here === null) return;
  const nowMs = context.nowMs();
  const said = { code: "internal-error", sentence, session: event?.sessionId || null } as const;
  const name = event?.hookEventName ?? "unknown";
  const line = { atMs: nowMs, event: name, kind: "note", ...said };
  journal(context.places, here.record ?? here.facts, line);
  if (!isStop) return;
  const { code } = said;
  announce({ ...context, loop: here }, recordOf(here), { event: "failed", code, sentence });
  const stop = { kind: "let-go", ...said, loopId: here.facts.id, project: here.project } as const;
  const record = stopRecordOf(stop, nowMs);
  attempt(() => writeStopRecord(context.places, record));
}

/**
 * The asynchronous side of Stop: if the loop waits for work in the background, this process
 * sleeps next to the session and wakes it if the wait takes too long, since a dev server never ends.
 */
import { attempt } from "../../error.ts";
import { hashMessage } from "../../evidence/twin.ts";
import { planEndBesideWork, planWakeBesideWork } from "../../loop/time/wake_plan.ts";
import { waitedInVain } from "../../loop/reason.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { readSessionRecord } from "../../store/records/session_record.ts";
import { type HookResult, NO_OPINION, plain } from "../answer.ts";
import { endAtEvent } from "../../lifecycle/end.ts";
import type { HookEvent, LoopEvent } from "../../lifecycle/event.ts";
import { findSessionLoop, openLoop } from "../../lifecycle/loop.ts";
import { loadLoopSettings } from "../../lifecycle/settings.ts";
import { sleepUntil, wakeSession } from "./sleeping.ts";

/** How long the hook that decides may take, in milliseconds; a verification never ends in a wait. */
const DECISION_LIMIT_MS = 15_000;
const POLL_MS = 100;
/** How long after the answer this process may begin on a busy machine. */
const LATE_MS = 30_000;

/** Waits for the decision on the same event, and sleeps only if the decision is to wait. */
export async function wakeAfterWait(call: LoopEvent): Promise<HookResult> {
  const { env, event, loop } = call;
  if (event.backgroundTasks.length === 0) return plain(NO_OPINION);
  const record = await awaitDecision(call);
  if (record?.lastDecision?.kind !== "wait") return plain(NO_OPINION);
  const endWaiting = () => {
    const reason = waitedInVain(record.wakes, describe(event));
    const waiting = { ...call, loop: { ...loop, killSwitch: null } };
    endAtEvent(waiting, { kind: "let-go", reason }, record);
    return plain(NO_OPINION);
  };
  const { settings } = loadLoopSettings(call, loop, record);
  // In `-p` nobody can be woken: the client itself continues when the work ends, or never.
  const untilMs = env.isAttended
    ? planWakeBesideWork(record.wakes, settings, call.nowMs())
    : planEndBesideWork(settings, call.nowMs());
  if (untilMs === null) return endWaiting();
  const isStillWanted = (present: LoopRecord) =>
    present.id === record.id && present.state === "running" &&
    present.turn.state === "resting" && present.lastDecision?.at === record.lastDecision?.at;
  if (await sleepUntil(untilMs, isStillWanted, call) === "over") {
    return plain(NO_OPINION);
  }
  if (!env.isAttended) return endWaiting();
  const note = `Still running in the background: ${describe(event)}. Its end will be reported by ` +
    "itself: do what can be done beside it.";
  return await wakeSession(call, { settings, isStillWanted, note });
}

/** Waits until the other hook has answered this event. @returns The record; null if that takes too long. */
async function awaitDecision(call: LoopEvent): Promise<LoopRecord | null> {
  const { event, loop: { project }, places } = call;
  const hash = hashMessage(event.lastAssistantMessage, event.stopHookActive);
  const beganMs = call.nowMs();
  while (call.nowMs() - beganMs < DECISION_LIMIT_MS) {
    const record = openLoop(findSessionLoop(call))?.record ?? null;
    if (record === null) return null;
    if (record.ownerSession !== event.sessionId || record.state !== "running") return null;
    const session = attempt(() => readSessionRecord(places, event.sessionId, project, record.id));
    const answered = session?.answered ?? null;
    const isThis = answered?.promptId === event.promptId && answered.messageHash === hash &&
      answered.atMs >= beganMs - LATE_MS;
    if (isThis) return record;
    await call.sleep(POLL_MS);
  }
  return null;
}

function describe({ backgroundTasks: tasks }: HookEvent): string {
  return tasks.map(({ description, type }) => description || type).join("; ").slice(0, 200);
}

/**
 * The asynchronous side of Stop: where the loop waits for work in the background, this process
 * sleeps beside the session and wakes it when the wait takes too long.
 *
 * A dev server never ends, so without this the first one would end the loop.
 *
 * @module
 */
import { hashMessage } from "../../evidence/twin.ts";
import { planEndBesideWork, planWakeBesideWork } from "../../loop/time/wake_plan.ts";
import { waitedInVain } from "../../loop/reason.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { readSessionRecord } from "../../store/records/session_store.ts";
import { type HookResult, NO_OPINION, plain } from "../answer.ts";
import { endLoop } from "../../lifecycle/end.ts";
import type { HookEvent } from "../../lifecycle/event.ts";
import { findSessionLoop, type FoundLoop } from "../../lifecycle/loop.ts";
import { loadLoopSettings } from "../../lifecycle/settings.ts";
import { sleepUntil, wakeSession } from "./sleeping.ts";
import type { HookContext } from "../../lifecycle/context.ts";

/** How long the deciding hook may take, in milliseconds; a verification never ends in a wait. */
const DECISION_LIMIT_MS = 15_000;
const POLL_MS = 100;
/** On a busy machine this process may begin so long after the answer, in seconds. */
const LATE_SECONDS = 30;

/** Waits for the decision on the same event, and sleeps only where it is to wait. */
export async function wakeAfterWait(
  event: HookEvent,
  here: FoundLoop,
  context: HookContext,
): Promise<HookResult> {
  if (event.background_tasks.length === 0) return plain(NO_OPINION);
  const record = await awaitDecision(event, here, context);
  if (record?.last_decision?.kind !== "wait") return plain(NO_OPINION);
  const { settings } = loadLoopSettings(context, here, record);
  // In `-p` nobody can be woken: the client itself goes on when the work ends, or never.
  const plan = context.env.isAttended
    ? planWakeBesideWork(record.wakes, settings, context.now())
    : planEndBesideWork(settings, context.now());
  if (plan.kind === "give-up") {
    endWaiting(event, record, context);
    return plain(NO_OPINION);
  }
  const isStillWanted = (present: LoopRecord) =>
    present.id === record.id && present.state === "running" &&
    present.turn.state === "resting" && present.last_decision?.at === record.last_decision?.at;
  if (await sleepUntil(plan.untilSeconds, isStillWanted, context) === "over") {
    return plain(NO_OPINION);
  }
  if (!context.env.isAttended) {
    endWaiting(event, record, context);
    return plain(NO_OPINION);
  }
  const note = `Still running in the background: ${describe(event)}. Its end will be reported by ` +
    "itself: do what can be done beside it.";
  return await wakeSession({ event, here, settings, isStillWanted, note }, context);
}

/** The record once this very event was answered; null where that does not happen in time. */
async function awaitDecision(
  event: HookEvent,
  here: FoundLoop,
  context: HookContext,
): Promise<LoopRecord | null> {
  const hash = hashMessage(event.last_assistant_message, event.stop_hook_active);
  const began = context.now();
  while ((context.now() - began) * 1000 < DECISION_LIMIT_MS) {
    const present = findSessionLoop(context);
    if (present?.record.kind !== "ok") return null;
    const record = present.record.value;
    if (record.owner_session !== event.session_id || record.state !== "running") return null;
    const session = readSessionRecord(context.places, event.session_id, here.project, record.id);
    const answered = session.kind === "ok" ? session.value.answered : null;
    const isThis = answered?.prompt_id === event.prompt_id && answered.message_hash === hash &&
      answered.at_seconds >= began - LATE_SECONDS;
    if (isThis) return record;
    await context.sleep(POLL_MS);
  }
  return null;
}

function endWaiting(event: HookEvent, record: LoopRecord, context: HookContext): void {
  endLoop(context.places, record, {
    kind: "let-go",
    reason: waitedInVain(record.wakes, describe(event)),
    evidence: [],
    event: event.hook_event_name,
    sessionId: event.session_id,
    killSwitch: null,
    now: context.now(),
  });
}

function describe({ background_tasks: tasks }: HookEvent): string {
  return tasks.map(({ description, type }) => description || type).join("; ").slice(0, 200);
}

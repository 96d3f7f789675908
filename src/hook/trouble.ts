/**
 * Records what went wrong in a hook: in the loop's journal and, where the stop was allowed because
 * of it, as the last stop. Loaded only then, and never throws.
 */
import { attempt } from "../error.ts";
import { announce } from "../lifecycle/announce.ts";
import { journal } from "../lifecycle/journal.ts";
import { stopRecordOf, writeStopRecord } from "../store/records/stop_record.ts";
import { type HookResult, NO_OPINION, plain } from "./answer.ts";
import type { HookEvent } from "../lifecycle/event.ts";
import { findSessionLoop, type FoundLoop, recordOf } from "../lifecycle/loop.ts";
import type { HookContext } from "../lifecycle/context.ts";

interface Trouble {
  readonly code: "internal-error" | "wrong-event";
  readonly sentence: string;
  /** Whether the session stops because of it. */
  readonly isStop: boolean;
}

/**
 * Records a failure or a wrong event; does nothing without a loop.
 *
 * @param event The event; null where it could not be read.
 */
export function noteTrouble(
  context: HookContext,
  event: HookEvent | null,
  { code, sentence, isStop }: Trouble,
  here: FoundLoop | null = findSessionLoop(context),
): void {
  if (here === null) return;
  const nowMs = context.nowMs();
  const session = event?.sessionId || null;
  const loop = here.record ?? here.facts;
  const name = event?.hookEventName ?? "unknown";
  journal(context.places, loop, {
    atMs: nowMs,
    event: name,
    kind: "note",
    code,
    sentence,
    session,
  });
  if (!isStop) return;
  announce({ context, loop: here }, recordOf(here), { event: "failed", code, sentence });
  const stop = { kind: "let-go", code, sentence, session, loopId: here.facts.id } as const;
  const record = stopRecordOf({ ...stop, project: here.project }, nowMs);
  attempt(() => writeStopRecord(context.places, record));
}

/** Answers an event that the hook is not for, such as by a hand-written registration. */
export function answerWrongEvent(name: string, event: HookEvent, context: HookContext): HookResult {
  const sentence =
    `'ralph hook ${name}' was called for ${event.hookEventName}, which it is not for`;
  noteTrouble(context, event, { code: "wrong-event", sentence, isStop: false });
  return plain(NO_OPINION);
}

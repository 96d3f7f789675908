/**
 * What went wrong in a hook is written down: in the loop's journal, and, where the session was let
 * stop by it, as the last stop. Only loaded in trouble, and never fails itself.
 *
 * @module
 */
import { journal } from "../lifecycle/journal.ts";
import { stopRecordOf, writeStopRecord } from "../store/records/stop_record.ts";
import { type HookResult, NO_OPINION, plain } from "./answer.ts";
import type { HookEvent } from "../lifecycle/event.ts";
import { findSessionLoop, type FoundLoop } from "../lifecycle/loop.ts";
import type { HookContext } from "../lifecycle/context.ts";

/** What happened. */
export interface Trouble {
  readonly code: "internal-error" | "wrong-event";
  readonly sentence: string;
  /** Whether the session stops because of it. */
  readonly isStop: boolean;
}

/**
 * Writes it down.
 *
 * @param event The event; null where it could not be read.
 * @param here The loop; looked for where it is not known yet.
 */
export function noteTrouble(
  context: HookContext,
  event: HookEvent | null,
  { code, sentence, isStop }: Trouble,
  here: FoundLoop | null = findSessionLoop(context),
): void {
  if (here === null) return;
  const nowSeconds = context.now();
  const session = event?.sessionId || null;
  const loop = here.record.kind === "ok" ? here.record.value : here.facts;
  const name = event?.hookEventName ?? "unknown";
  journal(context.places, loop, {
    at: nowSeconds,
    event: name,
    kind: "note",
    code,
    sentence,
    session,
  });
  if (!isStop) return;
  const stop = { kind: "let-go", code, sentence, session, loopId: here.facts.id } as const;
  writeStopRecord(
    context.places,
    stopRecordOf({ ...stop, project: here.project }, nowSeconds * 1000),
  );
}

/** An event that the hook is not for, by a registration of somebody's own: it is passed over. */
export function answerWrongEvent(name: string, event: HookEvent, context: HookContext): HookResult {
  const sentence =
    `'ralph hook ${name}' was called for ${event.hookEventName}, which it is not for`;
  noteTrouble(context, event, { code: "wrong-event", sentence, isStop: false });
  return plain(NO_OPINION);
}

/** Records that a hook failed, or that it cannot use the loop's files. Loaded only then. */
import { attempt } from "../error.ts";
import { announce } from "../lifecycle/announce.ts";
import type { HookContext } from "../lifecycle/context.ts";
import type { HookEvent } from "../lifecycle/event.ts";
import { journal } from "../lifecycle/journal.ts";
import { findSessionLoop, type FoundLoop, recordOf } from "../lifecycle/loop.ts";
import { stopRecordOf, writeStopRecord } from "../store/records/stop_record.ts";

/**
 * Records a failure in the loop's journal and, if the session stops because of it, in the stop record, and
 * notifies of it. Does nothing without a loop.
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

/** Records that a hook failed, or that it cannot use the loop's files. Loaded only then. */
import { attempt } from "../error.ts";
import { announce } from "../lifecycle/announce.ts";
import type { HookContext } from "../lifecycle/context.ts";
import type { HookEvent } from "../lifecycle/event.ts";
import { journal } from "../lifecycle/journal.ts";
import { checkRecord } from "../lifecycle/check_record.ts";
import { blankRecordOf, findSessionLoop, type LoopPlace } from "../lifecycle/loop.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import { stopRecordOf, writeStopRecord } from "../store/records/stop_record.ts";

/** A loop, and its record if that can be used. */
interface TroubledLoop extends Pick<LoopPlace, "facts" | "project"> {
  readonly record: LoopRecord | null;
}

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
  here: TroubledLoop | null = findLoopOf(context),
): void {
  if (here === null) return;
  const nowMs = context.nowMs();
  const said = { code: "internal-error", sentence, session: event?.sessionId || null } as const;
  const name = event?.hookEventName ?? "unknown";
  const line = { atMs: nowMs, event: name, kind: "note", ...said };
  journal(context.places, here.record ?? here.facts, line);
  if (!isStop) return;
  const { code } = said;
  announce({ ...context, loop: here }, here.record ?? blankRecordOf(here), {
    event: "failed",
    code,
    sentence,
  });
  const stop = { kind: "let-go", ...said, loopId: here.facts.id, project: here.project } as const;
  const record = stopRecordOf(stop, nowMs);
  attempt(() => writeStopRecord(context.places, record));
}

function findLoopOf(context: HookContext): TroubledLoop | null {
  const found = findSessionLoop(context);
  return found && { ...found, record: checkRecord(found).record };
}

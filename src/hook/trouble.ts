/**
 * What went wrong in a hook is written down: in the loop's journal, and, where the session was let
 * stop by it, as the last stop. Only loaded in trouble, and never fails itself.
 *
 * @module
 */
import { appendJournal } from "../store/records/journal.ts";
import { loopPlaces } from "../store/places.ts";
import { stopRecordOf, writeStopRecord } from "../store/records/stop_record.ts";
import { type HookResult, NO_OPINION, plain } from "./answer.ts";
import type { HookEvent } from "../lifecycle/event.ts";
import { findLoopHere, type LoopHere } from "../lifecycle/loop_here.ts";
import type { HookWorld } from "../lifecycle/world.ts";
import { toInstant } from "../text/instant.ts";

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
  world: HookWorld,
  event: HookEvent | null,
  { code, sentence, isStop }: Trouble,
  here: LoopHere | null = findLoopHere(world),
): void {
  if (here === null) return;
  const nowSeconds = world.now();
  const session = event?.session_id || null;
  appendJournal(loopPlaces(world.places, here.facts.id).journal, {
    at: toInstant(nowSeconds),
    event: event?.hook_event_name ?? "unknown",
    kind: "note",
    code,
    sentence,
    evidence: [],
    iteration: here.record.kind === "ok" ? here.record.value.iteration : null,
    session,
  });
  if (!isStop) return;
  const stop = { kind: "let-go", code, sentence, session, loopId: here.facts.id } as const;
  writeStopRecord(
    world.places,
    stopRecordOf({ ...stop, project: here.project }, nowSeconds * 1000),
  );
}

/** An event that the hook is not for, by a registration of somebody's own: it is passed over. */
export function answerWrongEvent(name: string, event: HookEvent, world: HookWorld): HookResult {
  const sentence =
    `'ralph hook ${name}' was called for ${event.hook_event_name}, which it is not for`;
  noteTrouble(world, event, { code: "wrong-event", sentence, isStop: false });
  return plain(NO_OPINION);
}

/**
 * Changes a loop's record under the project's lock, from its newest form.
 *
 * @module
 */
import { appendJournal } from "../store/records/journal.ts";
import { type LockOutcome, tryWithLock } from "../store/files/lock.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import { loopPlaces, projectLock } from "../store/places.ts";
import { writeLoopRecord } from "../store/records/project_marks.ts";
import type { HookEvent } from "./event.ts";
import { type LoopHere, readOwnRecord } from "./loop_here.ts";
import type { HookWorld } from "./world.ts";
import { toInstant } from "../text/instant.ts";

/** How long a session event waits for the lock, in milliseconds. */
const LOCK_DEADLINE_MS = 3_000;

/** What a change did. */
export type Changed =
  | { readonly kind: "changed"; readonly record: LoopRecord }
  /** The change had nothing to do, or the loop is gone. */
  | { readonly kind: "same" }
  | { readonly kind: "failed"; readonly why: string };

/**
 * Changes the record.
 *
 * @param change The new record, or null for "nothing to do"; called with the newest form.
 */
export function changeRecord(
  world: Pick<HookWorld, "places">,
  here: Pick<LoopHere, "project" | "facts">,
  change: (record: LoopRecord) => LoopRecord | null,
): Changed {
  const outcome: LockOutcome<Changed> = tryWithLock(
    projectLock(world.places, here.project),
    () => {
      const present = readOwnRecord(here);
      if (present.kind !== "ok" || present.value.id !== here.facts.id) return { kind: "same" };
      const record = change(present.value);
      if (record === null) return { kind: "same" };
      const written = writeLoopRecord(world.places, here.project, record);
      return written.kind === "failed"
        ? { kind: "failed", why: written.why }
        : { kind: "changed", record };
    },
    { deadlineMs: LOCK_DEADLINE_MS },
  );
  if (outcome.kind === "done") return outcome.value;
  const why = outcome.kind === "busy" ? "another ralph holds the lock" : outcome.why;
  return { kind: "failed", why };
}

/** Writes what an event did into the loop's journal. */
export function noteInJournal(
  world: HookWorld,
  event: HookEvent,
  record: LoopRecord,
  note: { kind: string; code?: string | null; sentence: string; evidence?: readonly string[] },
): void {
  appendJournal(loopPlaces(world.places, record.id).journal, {
    at: toInstant(world.now()),
    event: event.hook_event_name,
    kind: note.kind,
    code: note.code ?? null,
    sentence: note.sentence,
    evidence: [...note.evidence ?? []],
    iteration: record.iteration,
    session: event.session_id,
    runtime_seconds: record.accumulated_runtime_seconds,
    phase: record.phase,
  });
}

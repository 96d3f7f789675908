/** Changes a loop's record under the project's lock, from its newest form. */
import { type LockOutcome, tryWithLock } from "../store/files/lock.ts";
import { asInFile, type LoopRecord } from "../store/records/loop_record.ts";
import { type Places, projectLock } from "../store/places.ts";
import { writeLoopRecord } from "../store/records/project_marks.ts";
import { type FoundLoop, readOwnRecord } from "./loop.ts";

const LOCK_DEADLINE_MS = 3_000;

type Changed =
  | { readonly kind: "changed"; readonly record: LoopRecord }
  /** There was nothing to change, or the loop is gone. */
  | { readonly kind: "same" }
  | { readonly kind: "failed"; readonly why: string };

/**
 * Reads the record, changes it and writes it, under one lock.
 *
 * @param change Makes the new record from the newest one; null for "nothing to do".
 */
export function changeLoop(
  { places }: { readonly places: Places },
  loop: Pick<FoundLoop, "project" | "facts">,
  change: (record: LoopRecord) => LoopRecord | null,
): Changed {
  const outcome: LockOutcome<Changed> = tryWithLock(projectLock(places, loop.project), () => {
    const present = readOwnRecord(loop);
    if (present.kind !== "ok") return { kind: "same" };
    const record = change(present.value);
    if (record === null) return { kind: "same" };
    const { revision = 0 } = present.value;
    const written = writeLoopRecord(places, loop.project, { ...record, revision });
    return written.kind === "failed"
      ? { kind: "failed", why: written.why }
      : { kind: "changed", record: asInFile(record) };
  }, { deadlineMs: LOCK_DEADLINE_MS });
  if (outcome.kind === "done") return outcome.value;
  const why = outcome.kind === "busy" ? "another ralph process has the lock" : outcome.why;
  return { kind: "failed", why };
}

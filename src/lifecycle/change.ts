/** Changes a loop's record under the project's lock, from its newest form. */
import { attempt } from "../error.ts";
import type { WriteOptions } from "../store/files/atomic_file.ts";
import { withLock } from "../store/files/lock.ts";
import { asInFile, type LoopRecord } from "../store/records/loop_record.ts";
import { type Places, projectLock } from "../store/places.ts";
import { writeLoopRecord } from "../store/records/project_marks.ts";
import { readOwnRecord } from "./check_record.ts";
import type { LoopPlace } from "./loop.ts";

const LOCK_DEADLINE_MS = 3_000;

/**
 * Reads the record, changes it and writes it, under one lock.
 *
 * @param change Makes the new record from the newest one; null for "nothing to do".
 * @returns The record as it is read back; null if there was nothing to do, or the loop is gone.
 * @throws {LockError} Another ralph process has the lock.
 * @throws {StateError} It cannot be written.
 */
export function changeLoop(
  { places }: { readonly places: Places },
  loop: Pick<LoopPlace, "project" | "facts">,
  change: (record: LoopRecord) => LoopRecord | null,
  options: Pick<WriteOptions, "isFlushed"> = {},
): LoopRecord | null {
  return withLock(projectLock(places, loop.project), { deadlineMs: LOCK_DEADLINE_MS }, () => {
    const present = attempt(() => readOwnRecord(loop));
    const record = present && change(present);
    if (record === null) return null;
    const next = { ...record, revision: present?.revision ?? 0 };
    writeLoopRecord(places, loop.project, next, options);
    return asInFile(record);
  });
}

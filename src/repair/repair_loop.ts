/** Restores files of a loop that a call destroyed, journals that, and keeps a line for the user. */
import { attempt } from "../error.ts";
import { type Repair, repairFiles, type ToRepair } from "./repair_files.ts";
import { appendLine } from "../store/files/atomic_file.ts";
import { withLockIfPossible } from "../store/files/lock.ts";
import { isThere, removeFile } from "../store/files/presence.ts";
import { readText } from "../store/files/text_file.ts";
import { loopPlaces, projectLock } from "../store/places.ts";
import type { JournalEvent } from "../lifecycle/journal.ts";

/** Writes a note of a repair into the loop's journal. */
export type NoteRepair = (
  note: Pick<JournalEvent, "kind" | "code" | "sentence" | "evidence">,
) => void;

/**
 * Repairs a loop's files.
 *
 * @param work Repairs them: by default all that differ from their copies.
 * @returns The repair; null if there is nothing to say.
 */
export function repairLoop(
  repair: ToRepair,
  note: NoteRepair,
  work: (repair: ToRepair) => Repair | null = repairFiles,
): Repair | null {
  const repaired = work(repair);
  if (repaired === null) return null;
  const { code, evidence, user: sentence } = repaired;
  const { places, id, project } = repair;
  note({ kind: "note", code, sentence, evidence });
  const append = () => appendLine(loopPlaces(places, id).untold, sentence);
  attempt(() => withLockIfPossible(projectLock(places, project), append));
  return repaired;
}

/** Reads and removes the lines that the user has not read; null without any. None is added meanwhile. */
export function takeUntold(
  { places, id, project }: Pick<ToRepair, "places" | "id" | "project">,
): string | null {
  const file = loopPlaces(places, id).untold;
  if (!isThere(file)) return null;
  return withLockIfPossible(projectLock(places, project), () => {
    const read = readText(file);
    removeFile(file);
    return read.kind === "text" && read.text.trim() !== "" ? read.text.trim() : null;
  });
}

/** Describes a loop that cannot continue, since its facts cannot be read. */
import { attempt, RecordError } from "../error.ts";
import { readLoop } from "../store/records/loops.ts";
import type { Places } from "../store/places.ts";
import { readLoopRecord, readMarker } from "../store/records/project_marks.ts";

/**
 * Describes why the facts, in the home folder, of the loop that a project's marks name are unreadable.
 *
 * @returns A sentence; null where they can be read, or the home folder does not know the loop.
 */
export function describeBrokenFacts(places: Places, project: string): string | null {
  const ids = [attempt(() => readLoopRecord(project))?.id ?? "", readMarker(project) ?? ""];
  for (const id of new Set(ids)) {
    try {
      readLoop(places, id);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      return error.newerVersion === undefined
        ? `"${error.path}" cannot be read: ${error.why}`
        : `"${error.path}" was written by a newer ralph`;
    }
  }
  return null;
}

/** Acknowledges findings, so that they are not shown again. Not for hooks. */
import { withLock } from "../../store/files/lock.ts";
import { type Places, projectLock } from "../../store/places.ts";
import { renderExactInstant } from "../../text/instant.ts";
import { readSeen, seenFile } from "./last_findings.ts";

/**
 * Acknowledges findings, or removes the acknowledgement.
 *
 * @param change.isSeen Whether they are acknowledged from now on.
 * @returns The ids that changed.
 * @throws {LockError} Another ralph has the lock.
 * @throws {StateError} The file cannot be written.
 */
export function acknowledge(
  places: Places,
  project: string,
  change: { readonly ids: readonly string[]; readonly isSeen: boolean; readonly nowMs: number },
): string[] {
  return withLock(projectLock(places, project), {}, () => {
    const ids = readSeen(places, project);
    const changed = [...new Set(change.ids)]
      .filter((id) => Object.hasOwn(ids, id) !== change.isSeen);
    if (changed.length === 0) return changed;
    const when = renderExactInstant(change.nowMs);
    for (const id of changed) {
      if (change.isSeen) ids[id] = when;
      else delete ids[id];
    }
    seenFile(places, project).write({ project, ids });
    return changed;
  });
}

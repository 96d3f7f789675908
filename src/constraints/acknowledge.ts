/**
 * Findings that the user knows and does not want to see again.
 *
 * @module
 */
import { requireWritten } from "../store/files/atomic_file.ts";
import { withLock } from "../store/files/lock.ts";
import { type Places, projectLock } from "../store/places.ts";
import { readSeen, scanPlaces, writeSeen } from "./scan_store.ts";
import { renderExactInstant } from "../text/instant.ts";

/**
 * Acknowledges findings, or takes that back.
 *
 * @param places the home's places
 * @param project the resolved path of the project's root
 * @param change what is to be done
 * @param change.ids the findings' ids
 * @param change.isSeen whether they are acknowledged from now on
 * @param change.nowMs Unix milliseconds
 * @returns the ids for which that changed something
 * @throws {LockError} where another ralph is at it
 * @throws {StateError} where it cannot be kept
 */
export function acknowledge(
  places: Places,
  project: string,
  change: { readonly ids: readonly string[]; readonly isSeen: boolean; readonly nowMs: number },
): string[] {
  const at = scanPlaces(places, project);
  return withLock(projectLock(places, project), {}, () => {
    const seen = readSeen(at, project);
    const changed = [...new Set(change.ids)]
      .filter((id) => Object.hasOwn(seen.ids, id) !== change.isSeen);
    if (changed.length === 0) return changed;
    const gone = new Set(change.isSeen ? [] : changed);
    const when = renderExactInstant(change.nowMs);
    const ids = {
      ...Object.fromEntries(Object.entries(seen.ids).filter(([id]) => !gone.has(id))),
      ...(change.isSeen ? Object.fromEntries(changed.map((id) => [id, when])) : {}),
    };
    requireWritten(writeSeen(at, { ...seen, ids }), at.seen);
    return changed;
  });
}

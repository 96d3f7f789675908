/** Reads the findings of the last scan, and records which of them the user acknowledged. */
import { join } from "../../system/path.ts";
import { withLock } from "../../store/files/lock.ts";
import { type Places, projectHash, projectLock } from "../../store/places.ts";
import { RecordFile, type RecordShape } from "../../store/records/json_record.ts";
import { dictionary, object, type ShapeOf, text } from "../../store/records/shape.ts";
import { renderExactInstant } from "../../text/instant.ts";
import { readLastScan, writeLastScan } from "../../ideas/tree/last_scan.ts";
import { type ConstraintFinding, isFinding, promptLinesOf } from "./finding.ts";

const SeenShape = object({
  project: text,
  /** Acknowledged ids, with the time in ISO 8601. */
  ids: dictionary(text),
});

type Seen = ShapeOf<typeof SeenShape>;

const SEEN: RecordShape<Seen> = { version: 1, schema: SeenShape };

/** Reads the findings of the last scan that are not acknowledged; empty without a scan. */
export function readLastFindings(places: Places, project: string): ConstraintFinding[] {
  const findings = readLastScan(places, project)?.findings?.filter(isFinding) ?? [];
  const seen = readSeen(places, project);
  return findings.filter(({ id }) => !Object.hasOwn(seen, id));
}

/** Reads which findings were acknowledged. @returns Times in ISO 8601 by id. */
export function readSeen(places: Places, project: string): Record<string, string> {
  const seen = seenFile(places, project).readOr(null);
  return seen?.project === project ? seen.ids : {};
}

/**
 * Acknowledges findings, or removes the acknowledgement.
 *
 * @param change.isSeen True to acknowledge them, false to remove the acknowledgement.
 * @returns The ids that changed.
 * @throws {LockError} Another ralph holds the lock.
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
    const scan = readLastScan(places, project);
    const forbids = promptLinesOf(readLastFindings(places, project));
    if (scan !== null) writeLastScan(places, { ...scan, forbids });
    return changed;
  });
}

function seenFile(places: Places, project: string): RecordFile<Seen> {
  const path = join(places.ralphHome, "constraints", projectHash(project), "seen.json");
  return new RecordFile(path, SEEN);
}

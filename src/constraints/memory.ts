/** The last scan of a project, and the findings that the user acknowledged. */
import { join } from "../path/path.ts";
import { requireWritten } from "../store/files/atomic_file.ts";
import { withLock } from "../store/files/lock.ts";
import { type Places, projectLock } from "../store/places.ts";
import { readRecord, type RecordShape, writeRecord } from "../store/records/json_record.ts";
import {
  anything,
  checked,
  choice,
  dictionary,
  list,
  object,
  type Shape,
  type ShapeOf,
  text,
} from "../store/records/shape.ts";
import { renderExactInstant } from "../text/instant.ts";
import { HEAD_FIELDS, TreeMemory } from "../tree/memory.ts";
import { type Finding, isFinding } from "./finding.ts";

/** Cheaper than a schema for each finding: a hook reads up to a thousand. */
const Findings = checked(
  anything,
  (value) => Array.isArray(value) && value.every(isFinding),
  "a list of findings",
) as Shape<readonly Finding[]>;

const LastScanShape = object({
  version: choice(2),
  ...HEAD_FIELDS,
  /** The key of the rules that made the findings. */
  rules: text,
  /** The most severe findings first, up to the limit. */
  findings: Findings,
  /** Findings of later hooks in changed files, by path: JSON, or empty for none. */
  changed: dictionary(text),
  /** Files that the last hook had no time to visit. */
  due: object({ once: list(text), twice: list(text) }),
});

/** The result of the last scan. */
export type LastScan = ShapeOf<typeof LastScanShape>;

const LAST_SCAN: RecordShape<LastScan> = { version: 2, schema: LastScanShape };

const SeenShape = object({
  version: choice(1),
  project: text,
  /** Acknowledged ids, with the time in ISO 8601. */
  ids: dictionary(text),
});

type Seen = ShapeOf<typeof SeenShape>;

const SEEN: RecordShape<Seen> = { version: 1, schema: SeenShape };

/**
 * Opens the memory of a project's scans.
 *
 * @param project The resolved path of the project's root.
 */
export function scanMemory(places: Places, project: string): TreeMemory<LastScan> {
  return new TreeMemory(places, "constraints", project, LAST_SCAN);
}

/**
 * Reads which findings were acknowledged.
 *
 * @returns Times in ISO 8601 by id.
 */
export function readSeen(memory: TreeMemory<LastScan>): Record<string, string> {
  const read = readRecord(seenFile(memory), SEEN);
  return read.kind === "ok" && read.value.project === memory.project ? read.value.ids : {};
}

/**
 * Acknowledges findings, or removes the acknowledgement.
 *
 * @param project The resolved path of the project's root.
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
  const memory = scanMemory(places, project);
  return withLock(projectLock(places, project), {}, () => {
    const ids = readSeen(memory);
    const changed = [...new Set(change.ids)]
      .filter((id) => Object.hasOwn(ids, id) !== change.isSeen);
    if (changed.length === 0) return changed;
    const when = renderExactInstant(change.nowMs);
    for (const id of changed) {
      if (change.isSeen) ids[id] = when;
      else delete ids[id];
    }
    const file = seenFile(memory);
    requireWritten(writeRecord(file, { version: 1, project, ids }, SEEN), file);
    return changed;
  });
}

function seenFile({ folder }: TreeMemory<LastScan>): string {
  return join(folder, "seen.json");
}

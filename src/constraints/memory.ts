/**
 * What the scanner remembers between two scans, and what the user acknowledged.
 *
 * @module
 */
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

/** Cheaper than a schema for each: a hook reads up to a thousand of them. */
const Findings = checked(
  anything,
  (value) => Array.isArray(value) && value.every(isFinding),
  "a list of findings",
) as Shape<readonly Finding[]>;

const LastScanShape = object({
  version: choice(2),
  ...HEAD_FIELDS,
  /** The rules that the findings come from; other rules find something else. */
  rules: text,
  /** The first of all findings, the most severe first. */
  findings: Findings,
  /** What hooks found since in files that changed, by path: JSON, empty for nothing. */
  changed: dictionary(text),
  /** What the last hook had no time to visit. */
  due: object({ once: list(text), twice: list(text) }),
});

/** The last result. */
export type LastScan = ShapeOf<typeof LastScanShape>;

const LAST_SCAN: RecordShape<LastScan> = { version: 2, schema: LastScanShape };

const SeenShape = object({
  version: choice(1),
  project: text,
  /** Ids that were acknowledged, with the time in ISO 8601. */
  ids: dictionary(text),
});

type Seen = ShapeOf<typeof SeenShape>;

const SEEN: RecordShape<Seen> = { version: 1, schema: SeenShape };

/**
 * Opens the memory of a project's scans.
 *
 * @param places The home's places.
 * @param project The resolved path of the project's root.
 * @returns The memory; nothing is read yet.
 */
export function scanMemory(places: Places, project: string): TreeMemory<LastScan> {
  return new TreeMemory(places, "constraints", project, LAST_SCAN);
}

/**
 * Reads what was acknowledged.
 *
 * @param memory The project's memory.
 * @returns Times in ISO 8601 by id; empty where nothing was.
 */
export function readSeen(memory: TreeMemory<LastScan>): Record<string, string> {
  const read = readRecord(seenFile(memory), SEEN);
  return read.kind === "ok" && read.value.project === memory.project ? read.value.ids : {};
}

/**
 * Acknowledges findings, or takes that back.
 *
 * @param places The home's places.
 * @param project The resolved path of the project's root.
 * @param change What is to be done.
 * @param change.ids The findings' ids.
 * @param change.isSeen Whether they are acknowledged from now on.
 * @param change.nowMs Unix milliseconds.
 * @returns The ids for which that changed something.
 * @throws {LockError} Where another ralph is at it.
 * @throws {StateError} Where it cannot be kept.
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

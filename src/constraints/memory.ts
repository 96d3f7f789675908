/**
 * What the scanner remembers between two scans, and what the user acknowledged.
 *
 * @module
 */
import { join } from "@std/path";
import { requireWritten, type WriteOutcome } from "../store/files/atomic_file.ts";
import { withLock } from "../store/files/lock.ts";
import { removeFile } from "../store/files/presence.ts";
import { type Places, projectLock } from "../store/places.ts";
import { readRecord, type RecordShape, writeRecord } from "../store/records/json_record.ts";
import {
  anything,
  checked,
  choice,
  dictionary,
  list,
  object,
  schemaOf,
  type Shape,
  type ShapeOf,
  text,
} from "../store/records/shape.ts";
import { renderExactInstant } from "../text/instant.ts";
import { HEAD_FIELDS, type MemoryPlaces, memoryPlaces, readHead } from "../tree/memory.ts";
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

const LAST_SCAN: RecordShape<LastScan> = { version: 2, schema: schemaOf(LastScanShape) };

const SeenShape = object({
  version: choice(1),
  project: text,
  /** Ids that were acknowledged, with the time in ISO 8601. */
  ids: dictionary(text),
});

/** What was acknowledged. */
export type Seen = ShapeOf<typeof SeenShape>;

const SEEN: RecordShape<Seen> = { version: 1, schema: schemaOf(SeenShape) };

/**
 * Names the files of a project's scans.
 *
 * @param places The home's places.
 * @param project The resolved path of the project's root.
 * @returns The files.
 */
export function scanPlaces(places: Places, project: string): MemoryPlaces {
  return memoryPlaces(places, "constraints", project);
}

/**
 * Reads the last result.
 *
 * @param at The project's scan places.
 * @param project The resolved path of the project's root.
 * @returns Null where there is none that can be used.
 */
export function readLastScan(at: MemoryPlaces, project: string): LastScan | null {
  return readHead(at, project, LAST_SCAN);
}

/**
 * Forgets the last result, so that the continuations have none (`--skip-constraint-scan`).
 *
 * @param at The project's scan places.
 * @returns That it is gone, or why not.
 */
export function forgetScan(at: MemoryPlaces): WriteOutcome {
  return removeFile(at.head);
}

/**
 * Reads what was acknowledged.
 *
 * @param at The project's scan places.
 * @param project The resolved path of the project's root.
 * @returns Ids with their times; empty where nothing was.
 */
export function readSeen(at: MemoryPlaces, project: string): Seen {
  const read = readRecord(seenFile(at), SEEN);
  return read.kind === "ok" && read.value.project === project
    ? read.value
    : { version: 1, project, ids: {} };
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
  const at = scanPlaces(places, project);
  return withLock(projectLock(places, project), {}, () => {
    const seen = readSeen(at, project);
    const changed = [...new Set(change.ids)]
      .filter((id) => Object.hasOwn(seen.ids, id) !== change.isSeen);
    if (changed.length === 0) return changed;
    const when = renderExactInstant(change.nowMs);
    for (const id of changed) {
      if (change.isSeen) seen.ids[id] = when;
      else delete seen.ids[id];
    }
    requireWritten(writeRecord(seenFile(at), seen), seenFile(at));
    return changed;
  });
}

function seenFile({ folder }: MemoryPlaces): string {
  return join(folder, "seen.json");
}

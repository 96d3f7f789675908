/**
 * The marks of a loop in its project: the marker, the record and the kill switch.
 *
 * @module
 */
import { writeAtomic, type WriteOptions, type WriteOutcome } from "../files/atomic_file.ts";
import { endAllCalls } from "./calls.ts";
import { readRecord, type RecordRead, recordText } from "./json_record.ts";
import { copyRecord, removeCopies } from "./loop_copies.ts";
import { archiveLoopRecord, LOOP_RECORD, readLoop } from "./loops.ts";
import type { LoopRecord } from "./loop_record.ts";
import { type Places, projectPlaces } from "../places.ts";
import { isThere, removeFile } from "../files/presence.ts";
import type { LivingLoop } from "../reach.ts";
import { readText } from "../files/text_file.ts";

/** A `.claude` that has to be made is the project's, not ours alone. */
const IN_PROJECT: WriteOptions = { folderMode: 0o777 };

/** Ids are short; more is not ours. */
const LARGEST_MARKER_BYTES = 4096;

/**
 * The id in the project's marker.
 *
 * @param project the resolved path of the project's root
 * @returns the trimmed text, empty for an empty marker; null where there is none to read
 */
export function readMarker(project: string): string | null {
  const read = readText(projectPlaces(project).marker, LARGEST_MARKER_BYTES);
  return read.kind === "text" ? read.text.trim() : null;
}

/**
 * Whether the marker stands, whatever is in it: who deletes it has stopped the loop.
 *
 * @param project the resolved path of the project's root
 * @returns true where anything of that name exists
 */
export function hasMarker(project: string): boolean {
  return isThere(projectPlaces(project).marker);
}

/**
 * Writes the marker. Written last at a start, so that a start that fails leaves no loop.
 *
 * @param project the resolved path of the project's root
 * @param id the loop's id
 * @returns that it is written, or why not
 */
export function writeMarker(project: string, id: string): WriteOutcome {
  return writeAtomic(projectPlaces(project).marker, `${id}\n`, IN_PROJECT);
}

/**
 * The loop's record in the project.
 *
 * @param project the resolved path of the project's root
 * @returns the record, or what stands in the way
 */
export function readLoopRecord(project: string): RecordRead<LoopRecord> {
  return readRecord(projectPlaces(project).state, LOOP_RECORD);
}

/**
 * Writes the loop's record, and its copy in the home folder: what differs from the copy later was
 * not written by ralph. The revision goes up. To be called under the project's lock.
 *
 * @param places the home's places
 * @param project the resolved path of the project's root
 * @param record the record
 * @returns that the record is written, or why not
 */
export function writeLoopRecord(
  places: Places,
  project: string,
  record: LoopRecord,
): WriteOutcome {
  const text = recordText({ ...record, revision: (record.revision ?? 0) + 1 });
  const written = writeAtomic(projectPlaces(project).state, text, IN_PROJECT);
  if (written.kind === "written") copyRecord(places, record.id, project, text);
  return written;
}

/**
 * Whether this folder has a loop that lives: its marks name one, and the home folder agrees.
 *
 * @param places the home's places
 * @param project the resolved path of the folder
 * @returns false for marks that somebody else left there
 */
export function hasLoop(places: Places, project: string): boolean {
  return livingLoop(places, project) !== null;
}

/**
 * The loop that lives in this folder: its marks name it, and the home folder agrees.
 *
 * @param places the home's places
 * @param project the resolved path of the folder
 * @returns what its reach hangs on; null for marks that somebody else left there
 */
export function livingLoop(places: Places, project: string): LivingLoop | null {
  const record = readLoopRecord(project);
  const own = record.kind === "ok" ? record.value : null;
  for (const id of [readMarker(project), own?.id ?? null]) {
    const known = id === null ? null : readLoop(places, id);
    if (known?.kind !== "ok" || known.value.hasEnded) continue;
    const { facts } = known.value;
    if (facts.project !== project) continue;
    const owner = own?.id === facts.id ? own.owner_session : null;
    return { startedIn: facts.started_in ?? project, owner };
  }
  return null;
}

/**
 * Ends a loop: keeps its last record in the home folder, then takes the marks away.
 *
 * Killed in between, the loop has ended all the same, and the next start overwrites the marks.
 *
 * @param places the home's places
 * @param record the record's last form, with the state `stopped`
 * @returns the first write that failed, or that all is done; the marks go in any case, so that a
 * full disk cannot hold a loop alive
 */
export function endLoop(places: Places, record: LoopRecord): WriteOutcome {
  const project = projectPlaces(record.project);
  const kept = archiveLoopRecord(places, record);
  const gone = [removeFile(project.marker), removeFile(project.state)];
  removeCopies(places, record.id);
  endAllCalls(places, record.id, record.owner_session);
  return [kept, ...gone].find((outcome) => outcome.kind === "failed") ?? kept;
}

/**
 * The kill switch that stands for this project: in the project, at the git top above it, or in the
 * folder of a session below it.
 *
 * @param project the resolved path of the project's root
 * @param gitTop the git top level, where there is one
 * @param sessionFolder the folder of the session that asks
 * @returns the switch's path; null where none stands
 */
export function findKillSwitch(
  project: string,
  gitTop: string | null,
  sessionFolder: string = project,
): string | null {
  const roots = new Set([project, gitTop ?? project, sessionFolder]);
  return [...roots].map((root) => projectPlaces(root).killSwitch).find(isThere) ?? null;
}

/** The marks of a loop in its project: the marker, the record and the kill switch. */
import { writeAtomic, type WriteOptions } from "../files/atomic_file.ts";
import { isThere, removeFile, type WriteOutcome } from "../files/presence.ts";
import { readText } from "../files/text_file.ts";
import { loopPlaces, type Places, projectPlaces } from "../places.ts";
import { endAllCalls } from "./calls.ts";
import { readRecord, type RecordRead, recordText } from "./json_record.ts";
import { LoopCopies } from "./loop_copies.ts";
import type { LoopRecord } from "./loop_record.ts";
import { archiveLoopRecord, LOOP_RECORD } from "./loops.ts";

/** A `.claude` that is created is the project's, not ours alone; one that leads elsewhere is not used. */
function inProject(project: string): WriteOptions {
  return { folderMode: 0o777, root: project };
}

/** Ids are short; a larger file is not ours. */
const LARGEST_MARKER_BYTES = 4096;

/**
 * Reads the id in the project's marker.
 *
 * @param project The project's root, links resolved.
 * @returns Empty for an empty marker; null if it is absent or cannot be read.
 */
export function readMarker(project: string): string | null {
  const read = readText(projectPlaces(project).marker, LARGEST_MARKER_BYTES);
  return read.kind === "text" ? read.text.trim() : null;
}

/**
 * Whether the marker exists, whatever is in it: deleting it stops the loop.
 *
 * @param project The project's root, links resolved.
 */
export function hasMarker(project: string): boolean {
  return isThere(projectPlaces(project).marker);
}

/**
 * Writes the marker: last at a start, so that a start that fails leaves no loop.
 *
 * @param project The project's root, links resolved.
 */
export function writeMarker(project: string, id: string): WriteOutcome {
  return writeAtomic(projectPlaces(project).marker, `${id}\n`, inProject(project));
}

/**
 * Reads the loop's record in the project.
 *
 * @param project The project's root, links resolved.
 */
export function readLoopRecord(project: string): RecordRead<LoopRecord> {
  return readRecord(projectPlaces(project).state, LOOP_RECORD);
}

/**
 * Writes the loop's record with the next revision, and its copy in the home folder: what differs from
 * the copy later was not written by ralph. Call it under the project's lock.
 *
 * @param project The project's root, links resolved.
 */
export function writeLoopRecord(
  places: Places,
  project: string,
  record: LoopRecord,
): WriteOutcome {
  const text = recordText({ ...record, revision: (record.revision ?? 0) + 1 }, LOOP_RECORD);
  const written = writeAtomic(projectPlaces(project).state, text, inProject(project));
  if (written.kind === "written") new LoopCopies(places, record.id, project).renewRecord(text);
  return written;
}

/** Renews the copy of a file in `.claude` that ralph itself has written, if a loop is active there. */
export function renewCopy(places: Places, project: string, name: string): void {
  const id = readMarker(project);
  if (id === null || !isThere(loopPlaces(places, id).copiesDir)) return;
  new LoopCopies(places, id, project).renewFile(name);
}

/**
 * Ends a loop: keeps its last record in the home folder, then removes the marks. A process that is
 * killed in between has ended the loop, and the next start overwrites the marks.
 *
 * @param record The record's last form, with the state `stopped`.
 * @returns The first write that failed, if any; the marks are removed in any case, so that a full disk
 * cannot keep a loop active.
 */
export function endLoop(places: Places, record: LoopRecord): WriteOutcome {
  const { marker, state } = projectPlaces(record.project);
  const outcomes = [archiveLoopRecord(places, record), removeFile(marker), removeFile(state)];
  new LoopCopies(places, record.id, record.project).remove();
  endAllCalls(places, record.id);
  return outcomes.find((outcome) => outcome.kind === "failed") ?? { kind: "written" };
}

/**
 * Finds the kill switch for this project: in the project, at the git top above it, or in the folder
 * of a session below it.
 *
 * @param project The project's root, links resolved.
 * @param gitTop The git top level; null outside of git.
 * @param sessionFolder The folder of the session. Default: the project's root.
 * @returns Its path; null if there is no kill switch.
 */
export function findKillSwitch(
  project: string,
  gitTop: string | null,
  sessionFolder: string = project,
): string | null {
  const roots = new Set([project, gitTop ?? project, sessionFolder]);
  return [...roots].map((root) => projectPlaces(root).killSwitch).find(isThere) ?? null;
}

/** The marks of a loop in its project: the marker, the record and the kill switch. */
import { writeAtomic, type WriteOptions } from "../files/atomic_file.ts";
import { isInSmallFolder, isThere } from "../files/presence.ts";
import { readText } from "../files/text_file.ts";
import { loopPlaces, type Places, projectPlaces } from "../places.ts";
import { endAllCalls, noteActive } from "../repair/calls.ts";
import type { OpenRecord } from "./json_record.ts";
import { LoopCopies } from "../repair/loop_copies.ts";
import type { LoopRecord } from "./loop_record.ts";
import { loopRecordFile } from "./loops.ts";

/**
 * Returns options for a file in `.claude`. A new `.claude` gets ordinary rights, since it is not only for
 * ralph. One that leads elsewhere is not used.
 */
function inProject(project: string): WriteOptions {
  return { folderMode: 0o777, root: project };
}

/** Ids are short, so ralph did not write a larger file. */
const LARGEST_MARKER_BYTES = 4096;

/**
 * Reads the id in the project's marker.
 *
 * @returns Empty for an empty marker; null if it is missing or cannot be read.
 */
export function readMarker(project: string): string | null {
  const read = readText(projectPlaces(project).marker, LARGEST_MARKER_BYTES);
  return read.kind === "text" ? read.text.trim() : null;
}

/** Checks whether the marker exists, whatever its content: deleting it stops the loop. */
export function hasMarker(project: string): boolean {
  return isInSmallFolder(projectPlaces(project).marker);
}

/**
 * Writes the marker. A start does this last, so that a start that fails leaves no loop.
 *
 * @throws {StateError} If it cannot be written.
 */
export function writeMarker(project: string, id: string): void {
  writeAtomic(projectPlaces(project).marker, `${id}\n`, inProject(project));
}

/** Opens the loop's record in the project. */
export function openLoopRecord(project: string): OpenRecord<LoopRecord> {
  return loopRecordFile(projectPlaces(project).state).open();
}

/** Reads the loop's record in the project. @throws {RecordError} If it cannot be used. */
export function readLoopRecord(project: string): LoopRecord | null {
  return openLoopRecord(project).read();
}

/**
 * Writes the loop's record with the next revision, and its copy in the home folder. A later difference from
 * the copy shows that something other than ralph wrote the record. Needs the project's lock.
 *
 * @throws {StateError} If it cannot be written.
 */
export function writeLoopRecord(
  places: Places,
  project: string,
  record: LoopRecord,
  options: Pick<WriteOptions, "isFlushed"> = {},
): void {
  const file = loopRecordFile(projectPlaces(project).state);
  const text = file.render({ ...record, revision: (record.revision ?? 0) + 1 });
  writeAtomic(file.path, text, { ...inProject(project), ...options });
  new LoopCopies(places, record.id, project).renewRecord(text);
  // From now on the session's hooks find the loop, whatever happens to the marks.
  if (record.ownerSession !== null) {
    noteActive(places, { id: record.id, project }, record.ownerSession);
  }
}

/** Updates the copy of a file in `.claude` that ralph itself has written, if a loop is active there. */
export function renewCopy(places: Places, project: string, name: string): void {
  const id = readMarker(project);
  if (id === null || !isThere(loopPlaces(places, id).copiesDir)) return;
  new LoopCopies(places, id, project).renewFile(name);
}

/** Removes the copies of an ended loop's files, and the record of which sessions it guards. */
export function removeCopies(places: Places, { id, project }: LoopRecord): void {
  new LoopCopies(places, id, project).remove();
  endAllCalls(places, id);
}

/**
 * Finds the kill switch for this project: in the project, at the git top above it, or in the folder
 * of a session below it.
 *
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
  return [...roots].map((root) => projectPlaces(root).killSwitch).find((path) =>
    isInSmallFolder(path)
  ) ?? null;
}

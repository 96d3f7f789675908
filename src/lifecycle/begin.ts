/**
 * Writes a loop that begins or resumes: the home folder first, the marker last, so that a start that
 * fails leaves no loop behind.
 */
import { readCommit } from "../evidence/progress/mark.ts";
import { attempt, messageOf } from "../error.ts";
import { excludeFromGit } from "../store/git_exclude.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import { LoopCopies } from "../store/repair/loop_copies.ts";
import { removeFile, removeFolder } from "../store/files/presence.ts";
import { loopPlaces, type Places, projectPlaces } from "../store/places.ts";
import {
  readLoopRecord,
  readMarker,
  writeLoopRecord,
  writeMarker,
} from "../store/records/project_marks.ts";
import { journal } from "./journal.ts";

interface LoopToWrite {
  readonly record: LoopRecord;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The command, for the journal: `start` or `run`. */
  readonly command: string;
  readonly kind: "start" | "resume";
  readonly sentence: string;
  /** Other facts of the start for the journal. */
  readonly evidence?: readonly string[];
  /** The plan's open items. */
  readonly openItems?: string[];
  /** Writes the loop's facts into the home folder; from then on the loop exists. */
  readonly writeFacts: () => void;
}

/**
 * Writes the loop. The caller keeps the project's lock.
 *
 * @returns Warnings for the user.
 * @throws {StateError} Something cannot be written; then nothing is left of a loop that began.
 */
export function writeLoop(places: Places, loop: LoopToWrite): string[] {
  try {
    return write(places, loop);
  } catch (error) {
    if (loop.kind === "start") forget(places, loop.record);
    throw error;
  }
}

/** Removes the files of a loop that could not begin; its id was new. */
function forget(places: Places, { id, project }: LoopRecord): void {
  const { state, marker } = projectPlaces(project);
  if (attempt(() => readLoopRecord(project))?.id === id) removeFile(state);
  if (readMarker(project) === id) removeFile(marker);
  removeFolder(loopPlaces(places, id).dir);
}

function write(places: Places, loop: LoopToWrite): string[] {
  const { record, at, command, evidence = [], kind, sentence, openItems } = loop;
  const { id, project } = record;
  loop.writeFacts();
  writeLoopRecord(places, project, { ...record, home: places.ralphHome });
  const warnings = keepOutOfGit(project);
  const commit = readCommit(project);
  const line = { atMs: at, event: command, kind, sentence, evidence, commit, openItems };
  journal(places, record, line);
  writeMarker(project, id);
  new LoopCopies(places, id, project).renewAll();
  return warnings;
}

function keepOutOfGit(project: string): string[] {
  try {
    excludeFromGit(project);
    return [];
  } catch (error) {
    return [`Warning: ralph's files could not be kept out of git: ${messageOf(error)}`];
  }
}

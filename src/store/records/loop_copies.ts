/**
 * Copies of a loop's files in the home folder, so that what a command destroys can be put back.
 *
 * The copy is the file as ralph or the user last left it outside a tool call.
 *
 * @module
 */
import { join } from "@std/path";
import { writeAtomic, type WriteOutcome } from "../files/atomic_file.ts";
import { loopPlaces, type Places, projectPlaces } from "../places.ts";
import { namesIn, removeFile } from "../files/presence.ts";
import { type KeptKind, PROJECT_FILE_LIST, PROJECT_FILES } from "../project_files.ts";
import { readText, type TextRead } from "../files/text_file.ts";

/** A kept file that no longer is what its copy says. */
export interface ChangedFile {
  /** Its path below `.claude`. */
  readonly name: string;
  readonly kind: KeptKind;
  /** What the copy holds; null where there is none. */
  readonly before: string | null;
  /** What stands in the project. */
  readonly now: TextRead;
}

const FILES = PROJECT_FILE_LIST.filter(({ kept, isFolder }) => kept !== undefined && !isFolder);
const FOLDERS = PROJECT_FILE_LIST.filter(({ isFolder }) => isFolder).map(({ name }) => name);

/** A folder with more files than this is not the user's templates or adapters. */
const MOST_FILES = 100;

/** What has to be made in a project belongs to everybody who works in it. */
const IN_PROJECT = { folderMode: 0o777 };

/**
 * Whether nothing differs, by what the folders list, sizes and times: a copy bears the time of its
 * original. Asked before and after each command of the agent, so no file is opened.
 *
 * @param places the home's places
 * @param id the loop's id
 * @param project the resolved path of the project's root
 * @returns false also where only a time differs
 */
export function looksUnchanged(places: Places, id: string, project: string): boolean {
  const { copiesDir } = loopPlaces(places, id);
  const { dir } = projectPlaces(project);
  return namesOfKept(dir, copiesDir).every(([name]) =>
    stampOf(join(dir, name)) === stampOf(join(copiesDir, name))
  );
}

/**
 * The kept files that differ from their copies.
 *
 * @param places the home's places
 * @param id the loop's id
 * @param project the resolved path of the project's root
 * @returns the files; none where all is as it was
 */
export function changedFiles(places: Places, id: string, project: string): ChangedFile[] {
  const { copiesDir } = loopPlaces(places, id);
  const { dir } = projectPlaces(project);
  const changed: ChangedFile[] = [];
  for (const [name, kind] of namesOfKept(dir, copiesDir)) {
    const copy = readText(join(copiesDir, name));
    const before = copy.kind === "text" ? copy.text : null;
    const now = readText(join(dir, name));
    if (before === (now.kind === "text" ? now.text : null) && now.kind !== "unreadable") {
      bearTimeOf(join(dir, name), join(copiesDir, name));
      continue;
    }
    // What never could be read was never copied, and there is nothing to put back.
    if (before === null && now.kind !== "text") continue;
    changed.push({ name, kind, before, now });
  }
  return changed;
}

/**
 * Keeps the record as ralph has just written it.
 *
 * @param places the home's places
 * @param id the loop's id
 * @param project the resolved path of the project's root
 * @param text what was written
 */
export function copyRecord(places: Places, id: string, project: string, text: string): void {
  writeCopy(places, id, project, PROJECT_FILES.state.name, text);
}

/**
 * Makes the copy of a file what stands in the project.
 *
 * @param places the home's places
 * @param id the loop's id
 * @param project the resolved path of the project's root
 * @param file what changed
 */
export function renewCopy(places: Places, id: string, project: string, file: ChangedFile): void {
  const { name, kind, now } = file;
  const copy = join(loopPlaces(places, id).copiesDir, name);
  if (now.kind === "text") {
    writeCopy(places, id, project, name, now.text);
  } else if (now.kind === "absent" && kind !== "record") {
    // Without the last record nobody could say how the loop ended.
    removeFile(copy);
  }
}

/**
 * Puts a file back as its copy has it.
 *
 * @param places the home's places
 * @param id the loop's id
 * @param project the resolved path of the project's root
 * @param file what changed; one without a copy stays as it is
 * @returns that it is written, or why not
 */
export function putBack(
  places: Places,
  id: string,
  project: string,
  { name, before }: ChangedFile,
): WriteOutcome {
  if (before === null) return { kind: "written" };
  const copy = join(loopPlaces(places, id).copiesDir, name);
  const path = join(projectPlaces(project).dir, name);
  const written = writeAtomic(path, before, { ...IN_PROJECT, mode: modeOf(copy) });
  if (written.kind === "written") bearTimeOf(path, copy);
  return written;
}

/**
 * The loop's record as ralph last wrote it.
 *
 * @param places the home's places
 * @param id the loop's id
 * @returns the path of the copy
 */
export function recordCopy(places: Places, id: string): string {
  return join(loopPlaces(places, id).copiesDir, PROJECT_FILES.state.name);
}

/**
 * Copies everything as it stands now: at a start.
 *
 * @param places the home's places
 * @param id the loop's id
 * @param project the resolved path of the project's root
 */
export function copyAll(places: Places, id: string, project: string): void {
  for (const file of changedFiles(places, id, project)) renewCopy(places, id, project, file);
  removeFile(loopPlaces(places, id).markerPutBack);
}

/**
 * Removes the copies of a loop that has ended.
 *
 * @param places the home's places
 * @param id the loop's id
 */
export function removeCopies(places: Places, id: string): void {
  const { copiesDir, markerPutBack } = loopPlaces(places, id);
  removeFile(markerPutBack);
  try {
    Deno.removeSync(copiesDir, { recursive: true });
  } catch {
    // A loop of an older version has none.
  }
}

/** The kept files that stand in any of the folders. */
function namesOfKept(...dirs: string[]): [name: string, kind: KeptKind][] {
  const there = new Set(dirs.flatMap(namesIn));
  const inFolders = FOLDERS.filter((folder) => there.has(folder)).flatMap((folder) => {
    const names = new Set(dirs.flatMap((dir) => namesIn(join(dir, folder)).slice(0, MOST_FILES)));
    return [...names].map((name): [string, KeptKind] => [`${folder}/${name}`, "text"]);
  });
  const files = FILES.filter(({ name }) => there.has(name));
  return [
    ...files.map(({ name, kept = "json" }): [string, KeptKind] => [name, kept]),
    ...inFolders,
  ];
}

function writeCopy(
  places: Places,
  id: string,
  project: string,
  name: string,
  text: string,
): void {
  const original = join(projectPlaces(project).dir, name);
  const copy = join(loopPlaces(places, id).copiesDir, name);
  writeAtomic(copy, text, { mode: modeOf(original), isFlushed: false });
  bearTimeOf(original, copy);
}

/** Size and time as one text; null where no file can be looked at. */
function stampOf(path: string): string | null {
  try {
    const { size, mtime, isFile } = Deno.lstatSync(path);
    return isFile ? `${size} ${mtime?.getTime()}` : null;
  } catch {
    return null;
  }
}

/** Gives a copy the time of its original. */
function bearTimeOf(original: string, copy: string): void {
  try {
    const time = Deno.statSync(original).mtime;
    if (time !== null) Deno.utimeSync(copy, time, time);
  } catch {
    // Then it is compared again the next time.
  }
}

function modeOf(path: string): number {
  try {
    return (Deno.statSync(path).mode ?? 0o600) & 0o777;
  } catch {
    return 0o600;
  }
}

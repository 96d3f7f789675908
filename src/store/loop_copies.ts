/**
 * Copies of a loop's files in the home folder, so that what a command destroys can be put back.
 *
 * The copy is the file as ralph or the user last left it outside a tool call.
 *
 * @module
 */
import { join } from "@std/path";
import { writeAtomic, type WriteOutcome } from "./atomic_file.ts";
import { loopPlaces, type Places, projectPlaces } from "./places.ts";
import { namesIn, removeFile } from "./presence.ts";
import { readText, type TextRead } from "./text_file.ts";

/** What a kept file is: each kind is repaired by a rule of its own. */
export type KeptKind = "marker" | "record" | "json" | "text";

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

/** The marker's path below `.claude`. */
export const MARKER_FILE = "loop-enabled";
/** The record's path below `.claude`. */
export const RECORD_FILE = "ralph-state.json";

const FILES: readonly [name: string, kind: KeptKind][] = [
  [MARKER_FILE, "marker"],
  [RECORD_FILE, "record"],
  ["ralph-config.json", "json"],
  ["loop-config.json", "json"],
  ["ralph-knowledge.json", "json"],
];

const FOLDERS = ["ralph-templates", "ralph-adapters"];

/** A folder with more files than this is not the user's templates or adapters. */
const MOST_FILES = 100;

/** What has to be made in a project belongs to everybody who works in it. */
const IN_PROJECT = { folderMode: 0o777 };

/**
 * The kept files that differ from their copies. Looks at a handful of files and nothing else, since
 * it is asked before and after each command of the agent.
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
  for (const [name, kind] of [...FILES, ..._inFolders(dir, copiesDir)]) {
    const copy = readText(join(copiesDir, name));
    const before = copy.kind === "text" ? copy.text : null;
    const now = readText(join(dir, name));
    if (before === (now.kind === "text" ? now.text : null) && now.kind !== "unreadable") continue;
    // What never could be read was never copied, and there is nothing to put back.
    if (before === null && now.kind !== "text") continue;
    changed.push({ name, kind, before, now });
  }
  return changed;
}

/**
 * Writes a copy.
 *
 * @param places the home's places
 * @param id the loop's id
 * @param name the file's path below `.claude`
 * @param text what it holds
 * @param mode its rights; default 0600
 * @returns that it is written, or why not
 */
export function writeCopy(
  places: Places,
  id: string,
  name: string,
  text: string,
  mode = 0o600,
): WriteOutcome {
  return writeAtomic(join(loopPlaces(places, id).copiesDir, name), text, {
    mode,
    isFlushed: false,
  });
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
    writeCopy(places, id, name, now.text, _modeOf(join(projectPlaces(project).dir, name)));
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
  const mode = _modeOf(join(loopPlaces(places, id).copiesDir, name));
  return writeAtomic(join(projectPlaces(project).dir, name), before, { ...IN_PROJECT, mode });
}

/**
 * The loop's record as ralph last wrote it.
 *
 * @param places the home's places
 * @param id the loop's id
 * @returns the path of the copy
 */
export function recordCopy(places: Places, id: string): string {
  return join(loopPlaces(places, id).copiesDir, RECORD_FILE);
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

function _inFolders(...dirs: string[]): [name: string, kind: KeptKind][] {
  return FOLDERS.flatMap((folder) => {
    const names = new Set(dirs.flatMap((dir) => namesIn(join(dir, folder)).slice(0, MOST_FILES)));
    return [...names].map((name): [string, KeptKind] => [`${folder}/${name}`, "text"]);
  });
}

function _modeOf(path: string): number {
  try {
    return (Deno.statSync(path).mode ?? 0o600) & 0o777;
  } catch {
    return 0o600;
  }
}

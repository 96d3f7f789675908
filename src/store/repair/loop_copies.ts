/**
 * Copies of a loop's files in the home folder, so that files that a command destroys can be restored.
 *
 * The copy is the file as ralph or the user last left it outside of a tool call.
 */
import { attempt, messageOf } from "../../error.ts";
import { dirname, join } from "../../system/path.ts";
import { writeAtomic } from "../files/atomic_file.ts";
import { infoOf, namesIn, removeFile, removeFolder } from "../files/presence.ts";
import { BROKEN_MARK, setAside } from "../files/set_aside.ts";
import { readText, type TextRead } from "../files/text_file.ts";
import { findLinks, findObstacle, readKnownLinks, writeKnownLinks } from "../files/way.ts";
import { type LoopPlaces, loopPlaces, type Places, projectPlaces } from "../places.ts";
import { type KeptKind, PROJECT_FILE_LIST, PROJECT_FILES } from "../project_files.ts";

/** A kept file that differs from its copy. */
export interface ChangedFile {
  /** Its path below `.claude`. */
  readonly name: string;
  readonly kind: KeptKind;
  /** The text of the copy; null without a copy. */
  readonly copied: string | null;
  /** The project's file. */
  readonly now: TextRead;
}

/** The outcome of restoring a file. */
export interface PutBack {
  /** Why it could not be restored; null if it was. */
  readonly problem: string | null;
  /** The paths, below the project, under which obstacles in its place are kept. */
  readonly aside: readonly string[];
}

const FILES = PROJECT_FILE_LIST.filter(({ kept, isFolder }) => kept !== undefined && !isFolder);
const FOLDERS = PROJECT_FILE_LIST.filter(({ isFolder }) => isFolder).map(({ name }) => name);

/** A folder with more files than this is not the user's templates or adapters. */
const MOST_FILES = 100;

/** The kept files of one loop: the files in the project, and their copies under the same names. */
export class LoopCopies {
  readonly #loop: LoopPlaces;
  readonly #project: string;
  readonly #projectDir: string;

  constructor(places: Places, id: string, project: string) {
    this.#loop = loopPlaces(places, id);
    this.#project = project;
    this.#projectDir = projectPlaces(project).dir;
  }

  /**
   * Checks that no file differs, by names, sizes and times: a copy has the time of its original. Called
   * before and after each command of the agent, so it opens no file.
   *
   * @returns False also if only a time differs.
   */
  lookUnchanged(): boolean {
    const names = this.#names();
    const folders = new Set(names.map(([name]) => dirname(this.#original(name))));
    // A file below a linked folder would look unchanged.
    return [...folders].every((folder) => infoOf(folder)?.isDirectory) &&
      names.every(([name]) => stampOf(this.#original(name)) === stampOf(this.#copy(name)));
  }

  /** Reads the kept files that differ from their copies. */
  listChanged(): ChangedFile[] {
    const changed: ChangedFile[] = [];
    const known = readKnownLinks(this.#loop.knownLinks);
    for (const [name, kind] of this.#names()) {
      const copy = readText(this.#copy(name));
      const copied = copy.kind === "text" ? copy.text : null;
      const obstacle = findObstacle(this.#project, pathOf(name), known);
      const now: TextRead = obstacle === null
        ? readText(this.#original(name))
        : { kind: "unreadable", why: `"${obstacle}" is in the way` };
      if (copied === (now.kind === "text" ? now.text : null) && now.kind !== "unreadable") {
        copyTime(this.#original(name), this.#copy(name));
        continue;
      }
      // A file that could never be read was never copied and cannot be restored.
      if (copied === null && now.kind !== "text") continue;
      changed.push({ name, kind, copied, now });
    }
    return changed;
  }

  /** Copies all files in their current state, at a start. */
  renewAll(): void {
    this.rememberLinks();
    for (const file of this.listChanged()) this.renew(file);
    removeFile(this.#loop.markerPutBack);
  }

  /**
   * Remembers the links on the paths to the files. Call it only while no tool call runs, so that all of
   * them are the user's.
   */
  rememberLinks(): void {
    const folders = [...new Set(this.#names().map(([name]) => pathOf(name)))];
    writeKnownLinks(this.#loop.knownLinks, findLinks(this.#project, folders));
  }

  /** Copies a file that ralph itself has changed, so that no call is held responsible. */
  renewFile(name: string): void {
    const now = readText(this.#original(name));
    if (now.kind === "text") this.#write(name, now.text);
  }

  /** Updates the copy of a file from the project. */
  renew({ name, kind, now }: ChangedFile): void {
    if (now.kind === "text") this.#write(name, now.text);
    // The project's last record shows how the loop ended, so its copy stays.
    else if (now.kind === "absent" && kind !== "record") removeFile(this.#copy(name));
  }

  /** Updates the copy of the record that ralph has just written. */
  renewRecord(text: string): void {
    this.#write(PROJECT_FILES.state.name, text);
  }

  /**
   * Restores a file from its copy, never through a link that is new. An obstacle in its way is kept under
   * another name.
   *
   * @param file What changed; a file without a copy is set aside.
   * @param keepsEdit Whether the present text is kept too, since the user may want it.
   */
  putBack({ name, copied }: ChangedFile, keepsEdit: boolean): PutBack {
    const aside: string[] = [];
    const known = readKnownLinks(this.#loop.knownLinks);
    const obstacle = findObstacle(this.#project, pathOf(name), known);
    const inTheWay = obstacle ?? (keepsEdit || copied === null ? pathOf(name) : null);
    const path = this.#original(name);
    try {
      const kept = inTheWay === null ? null : setAside(join(this.#project, inTheWay));
      if (kept !== null) aside.push(kept.slice(this.#project.length + 1));
      if (copied === null) return { problem: null, aside };
      writeAtomic(path, copied, {
        // A new `.claude` gets ordinary rights, since everyone who works in the project uses it.
        folderMode: 0o777,
        mode: modeOf(this.#copy(name)),
        root: this.#project,
      });
    } catch (error) {
      return { problem: messageOf(error), aside };
    }
    copyTime(path, this.#copy(name));
    return { problem: null, aside };
  }

  /** Removes the copies: the loop has ended. */
  remove(): void {
    removeFile(this.#loop.markerPutBack);
    removeFile(this.#loop.knownLinks);
    removeFolder(this.#loop.copiesDir);
  }

  #original(name: string): string {
    return join(this.#projectDir, name);
  }

  #copy(name: string): string {
    return join(this.#loop.copiesDir, name);
  }

  /** Lists the kept files that are in the project or copied. */
  #names(): [name: string, kind: KeptKind][] {
    const dirs = [this.#projectDir, this.#loop.copiesDir];
    const there = new Set(dirs.flatMap(namesIn));
    const inFolders = FOLDERS.filter((folder) => there.has(folder)).flatMap((folder) => {
      const names = new Set(dirs.flatMap((dir) => namesIn(join(dir, folder)).slice(0, MOST_FILES)));
      const kept = [...names].filter((name) => !name.includes(BROKEN_MARK));
      return kept.map((name): [string, KeptKind] => [`${folder}/${name}`, "text"]);
    });
    const files = FILES.filter(({ name }) => there.has(name));
    return [
      ...files.map(({ name, kept = "json" }): [string, KeptKind] => [name, kept]),
      ...inFolders,
    ];
  }

  #write(name: string, text: string): void {
    const [original, copy] = [this.#original(name), this.#copy(name)];
    attempt(() => writeAtomic(copy, text, { mode: modeOf(original), isFlushed: false }));
    copyTime(original, copy);
  }
}

/** Returns the path of a kept file below the project. */
function pathOf(name: string): string {
  return `.claude/${name}`;
}

/** Renders size and time as one text; null without a regular file. */
function stampOf(path: string): string | null {
  const info = infoOf(path);
  return info?.isFile ? `${info.size} ${info.mtime?.getTime()}` : null;
}

/** Gives a copy the time of its original. */
function copyTime(original: string, copy: string): void {
  // If this fails, the contents are compared next time.
  attempt(() => {
    const time = Deno.statSync(original).mtime;
    if (time !== null) Deno.utimeSync(copy, time, time);
  });
}

function modeOf(path: string): number {
  return (attempt(() => Deno.statSync(path).mode) ?? 0o600) & 0o777;
}

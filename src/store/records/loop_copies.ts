/**
 * Copies of a loop's files in the home folder, so that what a command destroys can be restored.
 *
 * The copy is the file as ralph or the user last left it outside a tool call.
 */
import { attempt } from "../../error.ts";
import { join } from "../../path/path.ts";
import { writeAtomic } from "../files/atomic_file.ts";
import { infoOf, namesIn, removeFile, removeFolder, type WriteOutcome } from "../files/presence.ts";
import { readText, type TextRead } from "../files/text_file.ts";
import { type LoopPlaces, loopPlaces, type Places, projectPlaces } from "../places.ts";
import { type KeptKind, PROJECT_FILE_LIST, PROJECT_FILES } from "../project_files.ts";

/** A kept file that differs from its copy. */
export interface ChangedFile {
  /** Its path below `.claude`. */
  readonly name: string;
  readonly kind: KeptKind;
  /** The text of the copy; null without a copy. */
  readonly copied: string | null;
  /** What is in the project. */
  readonly now: TextRead;
}

const FILES = PROJECT_FILE_LIST.filter(({ kept, isFolder }) => kept !== undefined && !isFolder);
const FOLDERS = PROJECT_FILE_LIST.filter(({ isFolder }) => isFolder).map(({ name }) => name);

/** A folder with more files than this is not the user's templates or adapters. */
const MOST_FILES = 100;

/** The kept files of one loop: those in the project, and their copies under the same names. */
export class LoopCopies {
  readonly #loop: LoopPlaces;
  readonly #projectDir: string;

  constructor(places: Places, id: string, project: string) {
    this.#loop = loopPlaces(places, id);
    this.#projectDir = projectPlaces(project).dir;
  }

  /**
   * Whether no file differs, by names, sizes and times: a copy has the time of its original. Called
   * before and after each command of the agent, so it opens no file.
   *
   * @returns False also where only a time differs.
   */
  lookUnchanged(): boolean {
    return this.#names().every(([name]) =>
      stampOf(this.#original(name)) === stampOf(this.#copy(name))
    );
  }

  /** Reads the kept files that differ from their copies. */
  listChanged(): ChangedFile[] {
    const changed: ChangedFile[] = [];
    for (const [name, kind] of this.#names()) {
      const copy = readText(this.#copy(name));
      const copied = copy.kind === "text" ? copy.text : null;
      const now = readText(this.#original(name));
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

  /** Copies everything as it is now: at a start. */
  renewAll(): void {
    for (const file of this.listChanged()) this.renew(file);
    removeFile(this.#loop.markerPutBack);
  }

  /** Updates the copy of a file from the project. */
  renew({ name, kind, now }: ChangedFile): void {
    if (now.kind === "text") this.#write(name, now.text);
    // The last record shows how the loop ended.
    else if (now.kind === "absent" && kind !== "record") removeFile(this.#copy(name));
  }

  /** Keeps the record as ralph has just written it. */
  renewRecord(text: string): void {
    this.#write(PROJECT_FILES.state.name, text);
  }

  /**
   * Restores a file from its copy.
   *
   * @param file What changed; a file without a copy stays as it is.
   */
  putBack({ name, copied }: ChangedFile): WriteOutcome {
    if (copied === null) return { kind: "written" };
    const path = this.#original(name);
    // A `.claude` that is created belongs to everybody who works in the project.
    const options = { folderMode: 0o777, mode: modeOf(this.#copy(name)) };
    const written = writeAtomic(path, copied, options);
    if (written.kind === "written") copyTime(path, this.#copy(name));
    return written;
  }

  /** Removes the copies: the loop has ended. */
  remove(): void {
    removeFile(this.#loop.markerPutBack);
    removeFolder(this.#loop.copiesDir);
  }

  #original(name: string): string {
    return join(this.#projectDir, name);
  }

  #copy(name: string): string {
    return join(this.#loop.copiesDir, name);
  }

  /** The kept files that are in the project or copied. */
  #names(): [name: string, kind: KeptKind][] {
    const dirs = [this.#projectDir, this.#loop.copiesDir];
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

  #write(name: string, text: string): void {
    const [original, copy] = [this.#original(name), this.#copy(name)];
    writeAtomic(copy, text, { mode: modeOf(original), isFlushed: false });
    copyTime(original, copy);
  }
}

/** Size and time as one text; null without a regular file. */
function stampOf(path: string): string | null {
  const info = infoOf(path);
  return info?.isFile ? `${info.size} ${info.mtime?.getTime()}` : null;
}

/** Gives a copy the time of its original. */
function copyTime(original: string, copy: string): void {
  // If that fails, the contents are compared next time.
  attempt(() => {
    const time = Deno.statSync(original).mtime;
    if (time !== null) Deno.utimeSync(copy, time, time);
  });
}

function modeOf(path: string): number {
  return (attempt(() => Deno.statSync(path).mode) ?? 0o600) & 0o777;
}

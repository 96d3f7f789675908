/** The view of a project that the checks get: its files and their facts. */
import { isThere, namesIn } from "../../store/files/presence.ts";
import { folderOf, foldersOf } from "../tree/walk_files.ts";
import type { ListedFile } from "../tree/project_file.ts";
import type { FileFacts } from "../facts/facts.ts";

/** The files of a project, on disk and as scanned. */
export class TreeView {
  /** Files that exist, from the project's root. */
  readonly paths: readonly string[];
  readonly #folders: ReadonlySet<string>;
  readonly #onDisk = new Map<string, ReadonlySet<string>>();
  #byName: Map<string, string[]> | null = null;

  /**
   * @param withFacts Files with facts, in the order of the list.
   * @param hasUnread True if some files were not read, so that a file that seems missing may exist.
   */
  constructor(
    readonly project: string,
    readonly files: ReadonlyMap<string, ListedFile>,
    readonly withFacts: ReadonlyMap<string, FileFacts>,
    readonly hasUnread: boolean,
  ) {
    this.paths = [...files].flatMap(([path, { kind }]) => kind === "gone" ? [] : [path]);
    this.#folders = foldersOf(this.paths);
  }

  /** Returns the facts of a file: `{}` if it has none, null if it was not read. */
  factsOf(path: string): FileFacts | null {
    const facts = this.withFacts.get(path);
    return facts ?? (this.hasUnread || !this.files.has(path) ? null : {});
  }

  /** Checks whether a folder has a listed file, at any depth. */
  hasFolder(path: string): boolean {
    return this.#folders.has(path);
  }

  /** Checks whether a file or folder exists, listed or not; without `/` at its end. */
  has(path: string): boolean {
    const file = this.files.get(path);
    if (file !== undefined && file.kind !== "gone") return true;
    if (this.#folders.has(path)) return true;
    const folder = folderOf(path);
    if (!this.#folders.has(folder)) {
      return this.has(folder) && isThere(`${this.project}/${path}`);
    }
    return this.#entriesOf(folder).has(path.slice(folder === "" ? 0 : folder.length + 1));
  }

  /** Finds the files with a name in any folder, ignoring case. */
  named(name: string): readonly string[] {
    this.#byName ??= Map.groupBy(
      this.paths,
      (path) => path.slice(path.lastIndexOf("/") + 1).toLowerCase(),
    );
    return this.#byName.get(name.toLowerCase()) ?? [];
  }

  /** Lists a folder once, which is cheaper than looking for each missing file. */
  #entriesOf(folder: string): ReadonlySet<string> {
    const entries = this.#onDisk.get(folder) ?? new Set(namesIn(`${this.project}/${folder}`));
    this.#onDisk.set(folder, entries);
    return entries;
  }
}

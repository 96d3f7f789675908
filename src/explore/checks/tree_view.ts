/**
 * A project as the checks see it: its files, and what is known of each.
 *
 * @module
 */
import { isThere, namesIn } from "../../store/files/presence.ts";
import type { KnownFiles } from "../../tree/memory.ts";
import { folderOf, foldersOf, GONE, UNREAD } from "../../tree/project_file.ts";
import type { FileFacts } from "../facts/facts.ts";

/** A project's files. */
export class TreeView {
  /** Files that are there, from the project's root. */
  readonly paths: readonly string[];
  /** Files with facts, in the order of the list. */
  readonly withFacts: ReadonlyMap<string, FileFacts>;
  /** Whether something was not read yet, so that what is missing may only be unknown. */
  readonly hasUnread: boolean;
  readonly #folders: ReadonlySet<string>;
  readonly #onDisk = new Map<string, ReadonlySet<string>>();
  #byName: Map<string, string[]> | null = null;

  /**
   * @param project The project's root.
   * @param known What is known of its files, by path.
   */
  constructor(readonly project: string, readonly known: KnownFiles) {
    const files = [...known];
    this.paths = files.flatMap(([path, { fingerprint }]) => fingerprint === GONE ? [] : [path]);
    this.withFacts = new Map(
      files.filter(([, { facts }]) => facts !== "")
        .map(([path, { facts }]) => [path, JSON.parse(facts) as FileFacts]),
    );
    this.hasUnread = files.some(([, { fingerprint }]) => fingerprint === UNREAD);
    this.#folders = foldersOf(this.paths);
  }

  /** What is known of a file: `{}` where nothing was found in it, null where it was not read. */
  factsOf(path: string): FileFacts | null {
    const known = this.known.get(path);
    if (known === undefined || known.fingerprint === UNREAD) return null;
    return this.withFacts.get(path) ?? {};
  }

  /** Whether a folder has a listed file, at any depth. */
  hasFolder(path: string): boolean {
    return this.#folders.has(path);
  }

  /** Whether a file or folder is there, also one that nobody lists; without `/` at its end. */
  has(path: string): boolean {
    const known = this.known.get(path);
    if (known !== undefined && known.fingerprint !== GONE) return true;
    if (this.#folders.has(path)) return true;
    const folder = folderOf(path);
    if (!this.#folders.has(folder)) {
      return this.has(folder) && isThere(`${this.project}/${path}`);
    }
    return this.#entriesOf(folder).has(path.slice(folder === "" ? 0 : folder.length + 1));
  }

  /** Files of a name, in any case and any folder. */
  named(name: string): readonly string[] {
    this.#byName ??= Map.groupBy(
      this.paths,
      (path) => path.slice(path.lastIndexOf("/") + 1).toLowerCase(),
    );
    return this.#byName.get(name.toLowerCase()) ?? [];
  }

  /** Read once: a look at what is missing costs more than the list of its whole folder. */
  #entriesOf(folder: string): ReadonlySet<string> {
    const entries = this.#onDisk.get(folder) ?? new Set(namesIn(`${this.project}/${folder}`));
    this.#onDisk.set(folder, entries);
    return entries;
  }
}

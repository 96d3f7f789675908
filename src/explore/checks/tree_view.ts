/**
 * A project as the checks see it: its files, and what is known of each.
 *
 * @module
 */
import type { FileFacts } from "../facts/facts.ts";
import { isThere, namesIn } from "../../store/files/presence.ts";
import { folderOf, foldersOf, GONE, UNREAD } from "../../tree/project_file.ts";
import type { KnownFiles } from "../../tree/memory.ts";

/** A project's files. */
export class TreeView {
  /** Files that are there, from the project's root. */
  readonly paths: readonly string[];
  readonly #folders: ReadonlySet<string>;
  readonly #facts = new Map<string, FileFacts>();
  readonly #onDisk = new Map<string, ReadonlySet<string>>();
  #byName: Map<string, string[]> | null = null;
  /** Whether something was not read yet, so that what is missing may only be unknown. */
  readonly hasUnread: boolean;

  /**
   * @param project the project's root
   * @param known what is known of its files, by path
   */
  constructor(readonly project: string, readonly known: KnownFiles) {
    this.paths = [...known].filter(([, { fingerprint }]) => fingerprint !== GONE)
      .map(([path]) => path);
    this.hasUnread = [...known.values()].some(({ fingerprint }) => fingerprint === UNREAD);
    this.#folders = foldersOf(this.paths);
    for (const [path, { facts }] of known) {
      if (facts !== "") this.#facts.set(path, JSON.parse(facts) as FileFacts);
    }
  }

  /** Files with facts, in the order of the list. */
  get withFacts(): ReadonlyMap<string, FileFacts> {
    return this.#facts;
  }

  /**
   * What is known of a file.
   *
   * @param path from the project's root
   * @returns its facts, `{}` for none; null where it was not read
   */
  factsOf(path: string): FileFacts | null {
    const known = this.known.get(path);
    if (known === undefined || known.fingerprint === UNREAD) return null;
    return this.#facts.get(path) ?? {};
  }

  /**
   * Whether something is there: also what nobody lists, as a file that was just written.
   *
   * @param path from the project's root, without `/` at its end
   * @returns true for files and folders; links are not followed
   */
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

  /** Read once: a look at what is missing costs more than the list of its whole folder. */
  #entriesOf(folder: string): ReadonlySet<string> {
    const entries = this.#onDisk.get(folder) ?? new Set(namesIn(`${this.project}/${folder}`));
    this.#onDisk.set(folder, entries);
    return entries;
  }

  /**
   * Files of a name, in any case and any folder.
   *
   * @param name without folders
   * @returns paths from the project's root
   */
  named(name: string): readonly string[] {
    this.#byName ??= Map.groupBy(this.paths, nameOf);
    return this.#byName.get(name.toLowerCase()) ?? [];
  }

  /** Whether a folder holds a listed file, at any depth. */
  hasFolder(path: string): boolean {
    return this.#folders.has(path);
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).toLowerCase();
}

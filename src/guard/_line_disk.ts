/**
 * The disk during one line: a cache, with the folders, links and small files that the line itself
 * creates on top, so that `ln -s .claude l; rm l/x` is understood.
 *
 * @module
 */
import type { Disk, DiskEntry } from "./context.ts";
import { joinPath, parentOf } from "./_paths.ts";

/** Maximum length of a path that a kernel accepts. */
export const MAX_PATH = 4096;
/** Links that Linux follows before it gives up. */
const MAX_LINKS = 40;

/** The disk with the line's own changes on top. */
export class LineDisk {
  readonly #disk: Disk;
  readonly #entries = new Map<string, DiskEntry | undefined>();
  readonly #links = new Map<string, string | undefined>();
  readonly #names = new Map<string, readonly string[] | undefined>();
  readonly #madeFolders = new Set<string>();
  readonly #madeLinks = new Map<string, string>();
  readonly #madeTexts = new Map<string, string>();

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  /** Returns the entry at a resolved path, as it was before the line. */
  entry(path: string): DiskEntry | undefined {
    return remember(this.#entries, path, () => this.#disk.entry(path));
  }

  /** Whether a resolved path exists, or the line created it. */
  exists(path: string): boolean {
    return this.#madeFolders.has(path) || this.#madeTexts.has(path) || this.#madeLinks.has(path) ||
      this.entry(path) !== undefined;
  }

  /** Whether the path, links followed, is a folder. */
  isFolder(path: string): boolean {
    const resolved = this.resolve(path);
    return this.#madeFolders.has(resolved) || this.entry(resolved)?.kind === "dir";
  }

  /** Lists the names in a folder, links followed, with those the line created. */
  names(path: string): readonly string[] {
    const folder = this.resolve(path);
    const listed = remember(this.#names, folder, () => this.#disk.names(folder)) ?? [];
    const made = [...this.#madeFolders, ...this.#madeLinks.keys(), ...this.#madeTexts.keys()]
      .filter((each) => parentOf(each) === folder && each !== folder)
      .map((each) => each.slice(each.lastIndexOf("/") + 1));
    return made.length === 0 ? listed : [...new Set([...listed, ...made])];
  }

  /** Returns the text at a path, links followed: the line's, else the disk's; undefined over `maxBytes`. */
  text(path: string, maxBytes: number): string | undefined {
    const resolved = this.resolve(path);
    const made = this.#madeTexts.get(resolved);
    if (made !== undefined) return made;
    const bytes = this.bytes(resolved, 0, maxBytes + 1);
    if (bytes === undefined || bytes.length > maxBytes) return undefined;
    return new TextDecoder().decode(bytes);
  }

  /** Returns what the line itself wrote to a path, or undefined. */
  writtenText(path: string): string | undefined {
    return this.#madeTexts.get(this.resolve(path));
  }

  /** Reads bytes of a file; undefined where they cannot be read. */
  bytes(path: string, offset: number, length: number): Uint8Array | undefined {
    return this.#disk.bytes(path, offset, length);
  }

  /**
   * Resolves every symlink in a path, and `..` as the kernel does.
   *
   * @param path Absolute path.
   * @param followsLast Whether a symlink at the end is followed too.
   */
  resolve(path: string, followsLast = true): string {
    if (path.length > MAX_PATH) return path;
    // A slash at the end makes the kernel follow the link.
    return this.#walk(path, followsLast || path.endsWith("/"), MAX_LINKS);
  }

  /** Returns the target of the symlink at a path, as written, or undefined. */
  linkTarget(path: string): string | undefined {
    return this.#target(this.resolve(path, false));
  }

  /** Notes a folder that the line creates. */
  makeFolder(path: string): void {
    this.#madeFolders.add(this.resolve(path));
  }

  /** Notes a link that the line creates; a hard link counts too, since writing to it reaches the target. */
  makeLink(path: string, target: string): void {
    this.#madeLinks.set(this.resolve(path, false), target);
  }

  /** Notes a text that the line writes or appends. */
  writeText(path: string, text: string, appends: boolean): void {
    const resolved = this.resolve(path);
    const before = appends ? this.#madeTexts.get(resolved) ?? this.text(resolved, 65536) ?? "" : "";
    this.#madeTexts.set(resolved, before + text);
  }

  #target(path: string): string | undefined {
    return this.#madeLinks.get(path) ??
      (this.entry(path)?.kind === "link"
        ? remember(this.#links, path, () => this.#disk.linkTarget(path))
        : undefined);
  }

  #walk(path: string, followsLast: boolean, linksLeft: number): string {
    const parts = path.split("/").filter((part) => part !== "" && part !== ".");
    let at = "/";
    for (const [index, part] of parts.entries()) {
      if (part === "..") {
        at = parentOf(at);
        continue;
      }
      const next = joinPath(at, part);
      const isLast = index === parts.length - 1;
      const target = isLast && !followsLast ? undefined : this.#target(next);
      if (target === undefined || linksLeft <= 0) at = next;
      else at = this.#walk(joinPath(at, target), true, --linksLeft);
    }
    return at;
  }
}

/**
 * Finds the nearest folder with a `.git` at or above a folder; undefined where none has it.
 *
 * @param folder Where to begin, absolute.
 */
export function findGitTop(disk: LineDisk, folder: string): string | undefined {
  for (let at = folder;; at = parentOf(at)) {
    if (disk.exists(joinPath(at, ".git"))) return at;
    if (at === "/") return undefined;
  }
}

function remember<T>(memory: Map<string, T>, key: string, read: () => T): T {
  if (memory.has(key)) return memory.get(key) as T;
  const value = read();
  memory.set(key, value);
  return value;
}

/** Respects a project's `.gitignore` files without git: walks its files, and checks single paths. */
import { join } from "../../system/path.ts";
import { exists } from "../../store/files/presence.ts";
import { readText } from "../../store/files/text_file.ts";
import type { Ignore } from "ignore";

/** Folders that never belong to a project, even without git's index. */
const NEVER: ReadonlySet<string> = new Set([".git", ".hg", ".svn", ".jj", "node_modules"]);

/** Limit of a walk, which may begin at the root of a disk. */
const MAX_FILES = 200_000;

/** The rules of one `.gitignore`. */
interface IgnoreRules {
  /** The folder whose `.gitignore` it is, from the root, empty or with `/` at its end. */
  readonly base: string;
  readonly ignore: Ignore;
}

/**
 * Lists the files below a folder; links are not followed.
 *
 * @param mostFiles The most files to list. Default 200,000.
 * @returns The paths of the files with `/`, folder by folder, by name; how many folders cannot be read;
 * and whether there are more files.
 */
export async function walkFiles(root: string, mostFiles: number = MAX_FILES) {
  const { default: createIgnore } = await import("ignore");
  const files: string[] = [];
  let unreadable = 0;
  const visit = (folder: string, above: readonly IgnoreRules[]): void => {
    const added = readRules(root, folder, createIgnore);
    const rules = added === null ? above : [...above, added];
    for (const { name, isDirectory, isFile } of entriesOf(join(root, folder), () => unreadable++)) {
      if (files.length >= mostFiles) return;
      if ((!isFile && !isDirectory) || NEVER.has(name)) continue;
      const below = `${folder}${name}${isDirectory ? "/" : ""}`;
      if (isIgnored(below, rules)) continue;
      if (isDirectory) visit(below, rules);
      else files.push(below);
    }
  };
  visit("", []);
  return { files, unreadable, isCut: files.length >= mostFiles };
}

/** The paths that a project's `.gitignore` files name. The files are read only when needed. */
export class IgnoredPaths {
  readonly #rules = new Map<string, IgnoreRules | null>();

  constructor(readonly project: string) {}

  /** Checks whether a path from the project's root is ignored, also one that does not exist. */
  async has(path: string): Promise<boolean> {
    const { default: createIgnore } = await import("ignore");
    const rules: IgnoreRules[] = [];
    for (const folder of [...foldersOf([path])].sort()) {
      const base = folder === "" ? "" : `${folder}/`;
      let added = this.#rules.get(base);
      if (added === undefined) {
        added = readRules(this.project, base, createIgnore);
        this.#rules.set(base, added);
      }
      if (added !== null) rules.push(added);
    }
    return isIgnored(path, rules);
  }
}

function readRules(root: string, base: string, create: () => Ignore): IgnoreRules | null {
  const path = join(root, base, ".gitignore");
  const read = exists(path) ? readText(path) : null;
  return read?.kind === "text" ? { base, ignore: create().add(read.text) } : null;
}

/** Applies the nearest `.gitignore` that matches a path; a folder has `/` at its end. */
function isIgnored(path: string, rules: readonly IgnoreRules[]): boolean {
  for (const { base, ignore } of rules.toReversed()) {
    const { ignored, unignored } = ignore.test(path.slice(base.length));
    if (ignored || unignored) return ignored;
  }
  return false;
}

function entriesOf(path: string, onUnreadable: () => void): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(path)].sort((left, right) => left.name < right.name ? -1 : 1);
  } catch {
    onUnreadable();
    return [];
  }
}

/**
 * Cuts off the name of a file.
 *
 * @returns The folder's path without `/` at its end; empty for the root.
 */
export function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf("/")));
}

/**
 * Lists the folders that files are in, at any depth.
 *
 * @returns Folders without `/` at their end; the root is empty.
 */
export function foldersOf(files: Iterable<string>): Set<string> {
  const folders = new Set<string>([""]);
  for (const file of files) {
    for (let folder = folderOf(file); !folders.has(folder); folder = folderOf(folder)) {
      folders.add(folder);
    }
  }
  return folders;
}

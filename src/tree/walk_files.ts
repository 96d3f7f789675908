/**
 * A walk over a project without git: `.gitignore` files are respected, links are not followed.
 *
 * @module
 */
import type { Ignore } from "ignore";
import { join } from "@std/path";
import { readText } from "../store/files/text_file.ts";

/** Without git nobody says what belongs to the project; these never do. */
const NEVER: ReadonlySet<string> = new Set([".git", ".hg", ".svn", ".jj", "node_modules"]);

/** A walk ends somewhere, even in the root of a disk. */
const MOST_FILES = 200_000;

/** The files below a folder. */
export interface FileList {
  /** Paths from there, with `/`. */
  readonly files: readonly string[];
  /** Folders that could not be read. */
  readonly unreadable: number;
  /** Whether there are more files than are listed. */
  readonly isCut: boolean;
}

/** One `.gitignore`. */
export interface IgnoreRules {
  /** The folder whose `.gitignore` it is, from the root, empty or with `/` at its end. */
  readonly base: string;
  readonly ignore: Ignore;
}

/**
 * Lists the files below a folder.
 *
 * @param root the folder
 * @param mostFiles where the walk ends
 * @returns the files by name, folder by folder
 */
export async function walkFiles(root: string, mostFiles: number = MOST_FILES): Promise<FileList> {
  const { default: createIgnore } = await import("ignore");
  const files: string[] = [];
  let unreadable = 0;
  const visit = (folder: string, above: readonly IgnoreRules[]): void => {
    const path = join(root, folder);
    const own = readText(join(path, ".gitignore"));
    const rules = own.kind === "text"
      ? [...above, { base: folder, ignore: createIgnore().add(own.text) }]
      : above;
    for (const { name, isDirectory, isFile } of entriesOf(path, () => unreadable++)) {
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

/**
 * Whether a path is ignored: the nearest `.gitignore` that has a say decides.
 *
 * @param path from the root; a folder with `/` at its end
 * @param rules those of the root and of the folders above the path, the root's first
 * @returns true also below an ignored folder
 */
export function isIgnored(path: string, rules: readonly IgnoreRules[]): boolean {
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

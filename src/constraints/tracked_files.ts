/**
 * Which files the scanner looks at: what git tracks, else a walk that respects `.gitignore`. No
 * process is started.
 *
 * @module
 */
import { dirname, join, resolve } from "@std/path";
import { parseIndex } from "../guard/_git_index.ts";
import { isThere } from "../store/presence.ts";
import { findGitTop } from "../store/project.ts";
import { readText } from "../store/text_file.ts";
import { walkFiles } from "./walk.ts";

/** An index above this many bytes is that of no repository that people work in. */
const LARGEST_INDEX_BYTES = 256 << 20;

/** The files of a project. */
export interface FileList {
  /** Paths from the project's root, with `/`. */
  readonly files: readonly string[];
  /** Where the list comes from. */
  readonly source: "git" | "walk";
  /** Folders that could not be read. */
  readonly unreadable: number;
  /** Whether there are more files than are listed. */
  readonly isCut: boolean;
}

/**
 * Lists the files of a project.
 *
 * @param project the resolved path of the project's root
 * @returns what git tracks in it; a walk where there is no index, it cannot be read, or it knows
 * nothing of this folder
 */
export async function listFiles(project: string): Promise<FileList> {
  const tracked = listTracked(project);
  if (tracked === null || tracked.length === 0) return await walkFiles(project);
  return { files: tracked, source: "git", unreadable: 0, isCut: false };
}

/**
 * The index of the work tree that a folder is in.
 *
 * @param project the resolved path of a folder
 * @returns the work tree's top and its index; null outside of git
 */
export function findIndex(project: string): { top: string; index: string } | null {
  const top = findGitTop(project);
  if (top === null) return null;
  const dotGit = join(top, ".git");
  const pointer = readText(dotGit, 65_536);
  const named = pointer.kind === "text" ? /^gitdir: (.+)/.exec(pointer.text)?.[1] : undefined;
  const gitDir = named === undefined ? dotGit : resolve(dirname(dotGit), named.trim());
  const index = join(gitDir, "index");
  return isThere(index) ? { top, index } : null;
}

function listTracked(project: string): string[] | null {
  const found = findIndex(project);
  if (found === null) return null;
  const prefix = prefixOf(found.top, project);
  const bytes = readIndex(found.index);
  const tracked = bytes && parseIndex(bytes, (path) => path.startsWith(prefix));
  return tracked ? [...tracked.keys()].map((path) => path.slice(prefix.length)) : null;
}

/** What stands before a path of the project in the index: empty, or folders with a slash. */
function prefixOf(top: string, project: string): string {
  return project === top ? "" : `${project.slice(top.length + 1).replaceAll("\\", "/")}/`;
}

function readIndex(path: string): Uint8Array | null {
  try {
    return Deno.statSync(path).size > LARGEST_INDEX_BYTES ? null : Deno.readFileSync(path);
  } catch {
    return null;
  }
}

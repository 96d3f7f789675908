/**
 * Where git's index of a project is. Fit for hooks.
 *
 * @module
 */
import { dirname, join, resolve } from "@std/path";
import { openRegular } from "../store/files/foreign_file.ts";
import { isThere } from "../store/files/presence.ts";
import { findGitTop } from "../store/project.ts";
import { readText } from "../store/files/text_file.ts";

/** An index, and how it names the project's files. */
export interface IndexPlace {
  readonly path: string;
  /** What stands before a file of the project: empty, or folders with `/` at the end. */
  readonly prefix: string;
}

/**
 * The index of the work tree that a project is in.
 *
 * @param project the resolved path of the project's root
 * @returns the index; null outside of git, and where nothing was ever added
 */
export function findIndex(project: string): IndexPlace | null {
  const top = findGitTop(project);
  if (top === null) return null;
  const dotGit = join(top, ".git");
  // In a worktree and in a submodule `.git` is a file that names the folder.
  const pointer = readText(dotGit, 65_536);
  const named = pointer.kind === "text" ? /^gitdir: (.+)/.exec(pointer.text)?.[1] : undefined;
  const path = join(named === undefined ? dotGit : resolve(dirname(dotGit), named.trim()), "index");
  if (!isThere(path)) return null;
  const below = project === top ? "" : project.slice(top.length).replace(/^[\\/]+/, "");
  return { path, prefix: below === "" ? "" : `${below.replaceAll("\\", "/")}/` };
}

/** An index ends in a hash of all that is in it. */
const CHECKSUM_BYTES = 20;

/**
 * What tells two states of an index apart, without reading it.
 *
 * @param path the index
 * @returns hex digits; null where it cannot be read, or git was told to leave the hash out
 */
export function readIndexChecksum(path: string): string | null {
  try {
    using file = openRegular(path);
    file.seekSync(-CHECKSUM_BYTES, Deno.SeekMode.End);
    const bytes = new Uint8Array(CHECKSUM_BYTES);
    if (file.readSync(bytes) !== CHECKSUM_BYTES || bytes.every((byte) => byte === 0)) return null;
    return bytes.toHex();
  } catch {
    return null;
  }
}

/**
 * Which submodules a work tree has, from git's index: no process is started.
 *
 * @module
 */
import { join } from "@std/path";
import { isThere } from "../../store/files/presence.ts";
import { readTracked } from "../../tree/index_entries.ts";

/** More are not looked into. */
const MOST_SUBMODULES = 50;

/** The kind of entry that names another commit. */
const KIND_BITS = 0o170000;
const OTHER_COMMIT = 0o160000;

/**
 * Lists the submodules that are checked out.
 *
 * @param top The top of a work tree, absolute, links resolved.
 * @returns Their folders, absolute; a link is not one of them.
 */
export function listSubmodules(top: string): string[] {
  const folders: string[] = [];
  for (const [path, { mode }] of readTracked(top)?.files ?? []) {
    if ((mode & KIND_BITS) !== OTHER_COMMIT) continue;
    const folder = join(top, path);
    if (isWithin(top, folder) && isThere(join(folder, ".git"))) folders.push(folder);
    if (folders.length === MOST_SUBMODULES) break;
  }
  return folders;
}

/** An index that somebody made up may name any path, and a folder in it may be a link. */
function isWithin(top: string, folder: string): boolean {
  try {
    return Deno.realPathSync(folder) === folder && folder.startsWith(join(top, "/"));
  } catch {
    return false;
  }
}

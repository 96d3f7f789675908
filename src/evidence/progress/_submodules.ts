/**
 * Which submodules a work tree has, from git's index: no process is started.
 *
 * @module
 */
import { join } from "@std/path";
import { bytesOf } from "../../store/files/foreign_file.ts";
import { parseIndex } from "../../tree/git_index.ts";
import { isThere } from "../../store/files/presence.ts";
import { findIndex } from "../../tree/tracked_index.ts";

/** An index above this many bytes has no place in a hook. */
const LARGEST_INDEX_BYTES = 64 << 20;
/** More are not looked into. */
const MOST_SUBMODULES = 50;

/** Where an entry of the index has its mode, and the kind of entry that names another commit. */
const MODE_AT = 24;
const KIND_BITS = 0o170000;
const OTHER_COMMIT = 0o160000;

/**
 * Lists the submodules that are checked out.
 *
 * @param top The top of a work tree, absolute, links resolved.
 * @returns Their folders, absolute; a link is not one of them.
 */
export function listSubmodules(top: string): string[] {
  const place = findIndex(top);
  const bytes = place === null ? null : bytesOf(place.path, LARGEST_INDEX_BYTES);
  if (bytes === null) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const folders: string[] = [];
  for (const [path, { at }] of parseIndex(bytes, () => true) ?? []) {
    if ((view.getUint32(at + MODE_AT) & KIND_BITS) !== OTHER_COMMIT) continue;
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

/**
 * Git's index without parsing it: where it is, and whether it has a path. Fit for hooks, which cannot
 * pay for an index of 10,000 files.
 */
import { join } from "../path/path.ts";
import { bytesOf } from "../store/files/foreign_file.ts";
import { isThere } from "../store/files/presence.ts";
import { gitDirOf } from "../store/git_exclude.ts";
import { findGitTop } from "../store/project.ts";

/** An index, and how it names the project's files. */
interface IndexPlace {
  readonly path: string;
  /** What precedes the path of a project's file: empty, or folders with `/` at the end. */
  readonly prefix: string;
}

/**
 * Finds the index of the work tree that a project is in.
 *
 * @param project The resolved path of the project's root.
 * @returns The index; null outside of git, and if nothing was ever added.
 */
export function findIndex(project: string): IndexPlace | null {
  const top = findGitTop(project);
  if (top === null) return null;
  const folder = gitDirOf(join(top, ".git"));
  const path = folder === null ? null : join(folder, "index");
  if (path === null || !isThere(path)) return null;
  const below = project === top ? "" : project.slice(top.length).replace(/^[\\/]+/, "");
  return { path, prefix: below === "" ? "" : `${below.replaceAll("\\", "/")}/` };
}

/** An index above this many bytes is not read by a hook. */
const LARGEST_INDEX_BYTES = 32 << 20;

/** Looks up paths of a project, from its root. */
interface IndexLookup {
  /** Whether git tracks this file. */
  readonly hasFile: (path: string) => boolean;
  /** Whether git tracks a file below this folder, a path with `/` at its end. */
  readonly hasFolder: (path: string) => boolean;
}

/**
 * Opens the index of a project for single look-ups.
 *
 * @param project The resolved path of the project's root.
 * @returns A lookup that finds nothing outside of git, in format 4, whose paths are shortened, and
 * where the index cannot be read.
 */
export function openIndex(project: string): IndexLookup {
  const place = findIndex(project);
  if (place === null) return { hasFile: () => false, hasFolder: () => false };
  const text = BYTES.decode(bytesOf(place.path, LARGEST_INDEX_BYTES) ?? new Uint8Array());
  const find = (path: string, end: string): boolean => {
    const name = BYTES.decode(new TextEncoder().encode(place.prefix + path));
    // Before a path is its length, in 12 bits: so `b.ts` is not found in `a/b.ts`.
    for (let at = text.indexOf(name + end); at >= 0; at = text.indexOf(name + end, at + 1)) {
      if (end === "" || lengthBefore(text, at) === name.length) return true;
    }
    return false;
  };
  return { hasFile: (file) => find(file, "\0"), hasFolder: (folder) => find(folder, "") };
}

/** One character a byte, of any kind: it is only compared. */
const BYTES = new TextDecoder("latin1");

function lengthBefore(text: string, at: number): number {
  return ((text.charCodeAt(at - 2) & 0x0f) << 8) | text.charCodeAt(at - 1);
}

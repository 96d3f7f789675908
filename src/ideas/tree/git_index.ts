/**
 * Whether git tracks a few paths, from its index without parsing it: hooks cannot pay for an index of
 * 10,000 files.
 */
import { join } from "../../system/path.ts";
import { bytesOf } from "../../store/files/text_file.ts";
import { gitDirOf } from "../../store/git_exclude.ts";
import { findGitTop } from "../../store/project.ts";

/** An index above this many bytes is not read by a hook. */
const LARGEST_INDEX_BYTES = 32 << 20;

/** One character a byte, of any kind: it is only compared. */
const BYTES = new TextDecoder("latin1");

/**
 * Picks the files that git tracks.
 *
 * @param files Paths from the project's root.
 * @returns None outside of git, in format 4, whose paths are shortened, and where the index cannot be
 * read.
 */
export function findTracked(project: string, files: readonly string[]): string[] {
  const top = findGitTop(project);
  const folder = top === null ? null : gitDirOf(join(top, ".git"));
  const bytes = folder === null ? null : bytesOf(join(folder, "index"), LARGEST_INDEX_BYTES);
  if (top === null || bytes === null) return [];
  const text = BYTES.decode(bytes);
  const below = project === top ? "" : `${project.slice(top.length + 1)}/`;
  return files.filter((file) => {
    const name = BYTES.decode(new TextEncoder().encode(below + file));
    for (let at = text.indexOf(`${name}\0`); at >= 0; at = text.indexOf(`${name}\0`, at + 1)) {
      // Before a path is its length, in 12 bits: so `b.ts` is not found in `a/b.ts`.
      const length = ((text.charCodeAt(at - 2) & 0x0f) << 8) | text.charCodeAt(at - 1);
      if (length === name.length) return true;
    }
    return false;
  });
}

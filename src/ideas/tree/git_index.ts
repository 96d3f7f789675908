/**
 * Checks whether git tracks a few paths by searching its index, not parsing it: parsing an index of 10,000
 * files takes too long for a hook.
 */
import { join } from "../../system/path.ts";
import { bytesOf } from "../../store/files/text_file.ts";
import { gitDirOf } from "../../store/git_exclude.ts";
import { findGitTop } from "../../store/project.ts";

/** Maximum size of an index that a hook reads, in bytes. */
const LARGEST_INDEX_BYTES = 32 << 20;

/** Decodes each byte to one character: the text is only compared. */
const BYTES = new TextDecoder("latin1");

/**
 * Picks the files that git tracks.
 *
 * @param files Paths from the project's root.
 * @returns The tracked files. Empty outside of git, if the index cannot be read, and in its format 4,
 * which shortens paths.
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
      // A path's length is before it, in 12 bits: this tells `b.ts` from the end of `a/b.ts`.
      const length = ((text.charCodeAt(at - 2) & 0x0f) << 8) | text.charCodeAt(at - 1);
      if (length === name.length) return true;
    }
    return false;
  });
}

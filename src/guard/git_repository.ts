/**
 * Reads which files a git repository tracks.
 *
 * @module
 */
import { parseIndex, type TrackedFile } from "../tree/index_entries.ts";
import type { LineDisk } from "./_line_disk.ts";
import { joinPath } from "./_paths.ts";

/** Maximum size of an index that is read, in bytes. */
const MAX_INDEX_BYTES = 64 << 20;

/** What the guard reads of a repository. */
export interface Repository {
  /** The top level of the work tree. */
  readonly top: string;
  /** The git directory of this work tree. */
  readonly gitDir: string;
  /** The directory shared by all work trees; it has `info/exclude`. */
  readonly commonDir: string;
  /** Tracked files by path from the top; undefined where the index could not be read. */
  readonly tracked: ReadonlyMap<string, TrackedFile> | undefined;
}

/**
 * Reads the repository of a work tree.
 *
 * @param top The folder with `.git`.
 * @param wanted Whether a path, from the top, is kept.
 */
export function readRepository(
  disk: LineDisk,
  top: string,
  wanted: (path: string) => boolean,
): Repository {
  const dotGit = joinPath(top, ".git");
  const pointer = disk.entry(dotGit)?.kind === "file" ? disk.text(dotGit, 4096) : undefined;
  const named = /^gitdir: (.+)/m.exec(pointer ?? "")?.[1]?.trim();
  const gitDir = named === undefined ? dotGit : disk.resolve(joinPath(top, named));
  const common = disk.text(joinPath(gitDir, "commondir"), 4096)?.trim();
  const commonDir = common === undefined ? gitDir : disk.resolve(joinPath(gitDir, common));
  const path = disk.resolve(joinPath(gitDir, "index"));
  if (disk.entry(path) === undefined) return { top, gitDir, commonDir, tracked: new Map() };
  const bytes = disk.bytes(path, 0, MAX_INDEX_BYTES);
  return { top, gitDir, commonDir, tracked: bytes && parseIndex(bytes, wanted) };
}

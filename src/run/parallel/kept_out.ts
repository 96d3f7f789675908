/**
 * Files in a worktree that are not its agent's work: copies of the plan, and the results of
 * `worktree_setup`. No commit on its branch may contain them. They are noted in git's own folder of the
 * worktree, so that `ralph run --clean` finds the note even after a run was killed.
 *
 * A file of exclude patterns would not work, since git reads it for all worktrees of a repository.
 *
 * @module
 */
import { join } from "@std/path";
import { writeAtomic } from "../../store/files/atomic_file.ts";
import { readText } from "../../store/files/text_file.ts";
import type { Git } from "./git.ts";

const NAME = "ralph-kept-out";
const LARGEST_BYTES = 64 << 20;

/** The note while `worktree_setup` runs, before an agent has worked here. */
export const ALL: readonly string[] = ["."];

/**
 * Notes the paths that are kept out of commits.
 *
 * @param git Git in the worktree.
 * @param paths Untracked paths relative to the top, or {@linkcode ALL}.
 * @throws {Error} If the note cannot be written.
 */
export function noteKeptOut({ ownFolder }: Git, paths: readonly string[]): void {
  const path = join(ownFolder, NAME);
  writeAtomic(path, [...new Set(paths)].join("\0"), { mode: 0o644, isFlushed: false });
}

/** Reads the paths that are kept out; empty if none were noted. */
export function readKeptOut({ ownFolder }: Git): string[] {
  const read = readText(join(ownFolder, NAME), LARGEST_BYTES);
  return read.kind === "text" && read.text !== "" ? read.text.split("\0") : [];
}

/** Checks whether the worktree contains no work because no agent has begun. */
export function isAllKeptOut(git: Git): boolean {
  return readKeptOut(git)[0] === ALL[0];
}

/**
 * Lists the files that git neither tracks nor ignores.
 *
 * @param git Git in the worktree.
 * @throws {GitError} If git cannot list them.
 */
export async function listUntracked(git: Git): Promise<string[]> {
  const listed = await git.ask("ls-files", "--others", "--exclude-standard", "-z");
  return listed.split("\0").filter((path) => path !== "");
}

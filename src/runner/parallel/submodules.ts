/**
 * Finds what an agent did in other repositories inside of its worktree: in submodules, and where git
 * has a link to a commit. None of it can be on the worktree's branch.
 *
 * Git is not called in the worktree for that: it would enter each of them, and run the programs that
 * their configuration names, which an agent in a sandbox can write.
 *
 * @module
 */
import { join } from "@std/path";
import { askGit } from "../../process/ask_git.ts";
import { bytesOf } from "../../store/files/foreign_file.ts";
import { infoOf, isThere, namesIn } from "../../store/files/presence.ts";
import { SECOND_MS } from "../../text/time.ts";
import { objectNameOf, parseIndex } from "../../tree/index_entries.ts";
import type { Git } from "./git.ts";

const LARGEST_INDEX_BYTES = 256 << 20;
const STATUS_MS = 30 * SECOND_MS;
/** The kind of an index entry, and the kind of a link to another repository's commit. */
const KIND_BITS = 0o170000;
const LINK = 0o160000;

/** A link to a commit of another repository. */
export interface CommitLink {
  /** From the top. */
  readonly path: string;
  readonly commit: string;
}

/**
 * Lists the links in the index of a worktree.
 *
 * @throws {GitError} If git cannot read the index.
 */
export async function listLinks(git: Pick<Git, "ownFolder" | "ask">): Promise<CommitLink[]> {
  const bytes = bytesOf(join(git.ownFolder, "index"), LARGEST_INDEX_BYTES);
  if (bytes === null) return [];
  const entries = parseIndex(bytes, () => true);
  if (entries === undefined) return await askLinks(git);
  return [...entries].filter(([, { mode }]) => (mode & KIND_BITS) === LINK)
    .map(([path, entry]) => ({ path, commit: objectNameOf(bytes, entry) }));
}

/** Asks git, which knows every form of an index. This takes longer, but does not enter submodules. */
async function askLinks(git: Pick<Git, "ask">): Promise<CommitLink[]> {
  const lines = (await git.ask("ls-files", "--stage", "-z")).split("\0");
  return lines.flatMap((line) => {
    const [, commit, path] = /^160000 (\S+) \d\t([^]+)$/.exec(line) ?? [];
    return commit === undefined || path === undefined ? [] : [{ path, commit }];
  });
}

/**
 * Finds a submodule with work that the worktree's branch cannot have.
 *
 * @param folder The top of the worktree.
 * @returns Its path from the top; null if all are empty, or as git checked them out.
 */
export async function findSubmoduleWork(
  folder: string,
  links: readonly CommitLink[],
): Promise<string | null> {
  for (const { path, commit } of links) {
    const submodule = join(folder, path);
    // Anything but a folder is a change of the worktree itself.
    if (infoOf(submodule)?.isDirectory !== true) continue;
    const isChanged = isThere(join(submodule, ".git"))
      ? !await isCheckedOut(submodule, commit)
      : namesIn(submodule).length > 0;
    if (isChanged) return path;
  }
  return null;
}

/** Whether a submodule is at a commit, without changes and new files. */
async function isCheckedOut(submodule: string, commit: string): Promise<boolean> {
  const options = ["--porcelain=v2", "--branch", "-z", "--untracked-files=normal"];
  const status = await askGit(submodule, "status", options, performance.now() + STATUS_MS);
  if (status.kind !== "text") return false;
  const lines = status.text.split("\0").filter((line) => line !== "");
  return lines.every((line) => line.startsWith("# ")) &&
    lines.includes(`# branch.oid ${commit}`);
}

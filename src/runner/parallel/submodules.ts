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
import { infoOf, isThere, namesIn } from "../../store/files/presence.ts";
import { SECOND_MS } from "../../text/time.ts";
import type { Git } from "./git.ts";

const STATUS_MS = 30 * SECOND_MS;
/** A link to a commit of another repository. */
export interface CommitLink {
  /** From the top. */
  readonly path: string;
  readonly commit: string;
}

/** Lists the links in the index of a worktree. Git does not enter submodules for that. */
export async function listLinks(git: Pick<Git, "ask">): Promise<CommitLink[]> {
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

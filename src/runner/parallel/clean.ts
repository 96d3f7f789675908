/**
 * Finds and removes what parallel runs left behind, such as a killed one.
 *
 * @module
 */
import { messageOf } from "../../error.ts";
import { join, relative } from "../../path/path.ts";
import { isThere } from "../../store/files/presence.ts";
import { findGitFolders } from "../../store/git_exclude.ts";
import type { Places } from "../../store/places.ts";
import { findGitTop, resolveLinks } from "../../store/project.ts";
import { readLoop } from "../../store/records/loops.ts";
import { findRunHolder } from "../../store/run_lock.ts";
import { showCount } from "../../text/human_units.ts";
import { quoteWord } from "../../text/shell_word.ts";
import type { UnmergedBranch } from "../job/item_log.ts";
import { BRANCH_PREFIX } from "./branch_names.ts";
import { Git } from "./git.ts";
import type { Worktree } from "./save_work.ts";
import { listLeftWorktrees, listUnmerged, removeWorktree, worktreesDirOf } from "./worktrees.ts";

/** What parallel runs left in a repository. */
export interface Leftovers {
  /** Paths of worktrees. */
  readonly worktrees: readonly string[];
  /** Branches with commits that are not in the present branch. */
  readonly branches: readonly UnmergedBranch[];
}

/**
 * Lists what parallel runs left in the project's repository.
 *
 * @param places The home's places.
 * @param project The project's root, links resolved.
 */
export async function listLeftovers(places: Places, project: string): Promise<Leftovers> {
  const top = findGitTop(project);
  const common = findGitFolders(project)?.common ?? "";
  // Most repositories have neither, and starting git takes longer than all else that status does.
  const isPossible = isThere(join(common, "worktrees")) ||
    isThere(join(common, "refs/heads", BRANCH_PREFIX));
  if (top === null || !isPossible) return { worktrees: [], branches: [] };
  const git = new Git(top);
  const worktrees = await listDead(git, places, project);
  const branches = await listUnmerged(git, BRANCH_PREFIX);
  return { worktrees: worktrees.map(({ path }) => path), branches };
}

/**
 * Removes the worktrees that parallel runs left, and their merged branches. Uncommitted work is
 * committed to its branch first, and a branch with commits of its own stays.
 *
 * @param places The home's places.
 * @param project The project's root, links resolved.
 * @returns What was done and what is left, a line each.
 */
export async function cleanWorktrees(places: Places, project: string): Promise<string[]> {
  const top = findGitTop(project);
  if (top === null) return ["Nothing to clean: the project does not use git"];
  const git = new Git(top);
  const left = await listDead(git, places, project);
  const kept: string[] = [];
  for (const worktree of left) {
    await removeWorktree({ git }, worktree).catch((error) =>
      kept.push(
        `Kept ${worktree.path}: ${messageOf(error)}. To remove it with its work: ` +
          `git worktree remove --force ${quoteWord(worktree.path)}`,
      )
    );
  }
  const branches = await listUnmerged(git, BRANCH_PREFIX);
  const removed = left.length - kept.length;
  return [
    left.length === 0
      ? "No worktree is left"
      : `Removed ${showCount(removed, "worktree")}; uncommitted work is on its branch`,
    ...kept,
    ...branches.map(({ name, commit }) =>
      `Not merged: ${name} (${commit.slice(0, 12)}); delete it with: git branch -D ${name}`
    ),
  ];
}

/** Leaves out the worktrees of a run that works in another folder of the repository now. */
async function listDead(git: Git, places: Places, project: string): Promise<Worktree[]> {
  const folder = worktreesDirOf(places.ralphHome);
  const all = await listLeftWorktrees(git, folder);
  return all.filter(({ path }) => {
    const id = relative(resolveLinks(folder), path).split("/")[0] ?? "";
    const loop = readLoop(places, id);
    if (loop.kind !== "ok" || loop.value.facts.project === project) return true;
    return findRunHolder(places, loop.value.facts.project)?.loop !== id;
  });
}

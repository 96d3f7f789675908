/**
 * Removes what parallel runs left behind, for example after one was killed.
 *
 * @module
 */
import { attempt, messageOf, UsageError } from "../../error.ts";
import { isThere, namesIn } from "../../store/files/presence.ts";
import type { Places } from "../../store/places.ts";
import { findGitTop, isWithin, resolveLinks } from "../../store/project.ts";
import { readLoop } from "../../store/records/loops.ts";
import type { TrustNeed } from "../../store/trust.ts";
import { showCount } from "../../text/human_units.ts";
import { showCommand } from "../../text/shell_word.ts";
import { endProcessesOf } from "../loop/dead_run.ts";
import { filesOfPlan } from "../plan/find_plan.ts";
import type { Git } from "./git.ts";
import { allowGitPrograms, listGitNeeds } from "./git_programs.ts";
import { listLeftWorktrees, listOrphans, listUnmerged, loopIdOf } from "./leftovers.ts";
import { locateCopies, type PlanCopy } from "./plan_copies.ts";
import { openGit } from "../repository/open_git.ts";
import type { Worktree } from "./save_work.ts";
import { worktreesDirOf } from "../repository/worktree_folders.ts";
import { deleteMerged, dropWorktree, removeWorktree } from "./worktrees.ts";

/** Lists what needs trust before {@linkcode cleanWorktrees}, which commits leftover work. */
export async function listCleanNeeds(project: string): Promise<TrustNeed[]> {
  const top = findGitTop(project);
  return top === null ? [] : await listGitNeeds(openGit(top), false);
}

/**
 * Removes the worktrees that parallel runs left, and merged branches. Terminates processes that still work
 * there, commits uncommitted work to its branch, and keeps branches with commits of their own.
 *
 * @param places The home's places.
 * @param project The project's root, links resolved; no run works there.
 * @param killGraceMs Time from TERM to KILL, in milliseconds.
 * @returns What was done and what remains, one line each.
 * @throws {UsageError} If it is called in such a worktree.
 * @throws {StateError} If the repository's own settings are not trusted.
 * @throws {GitError} If git cannot read the repository.
 */
export async function cleanWorktrees(
  places: Places,
  project: string,
  killGraceMs: number,
): Promise<string[]> {
  const top = findGitTop(project);
  if (top === null) return ["Nothing to clean: this folder is not in a git work tree"];
  const untrusted = openGit(top);
  await requireProject(untrusted, places);
  const git = await allowGitPrograms(places, project, untrusted);
  const left = await listLeftWorktrees(git, places, project);
  const orphans = listOrphans(places, project);
  const ids = new Set([...left.map(({ path }) => path), ...orphans].map(
    (path) => loopIdOf(places, path),
  ));
  const ended = await endProcessesOf((id) => ids.has(id), killGraceMs);
  const kept: string[] = [];
  for (const worktree of left) {
    const why = await cleanWorktree(git, places, worktree);
    if (why !== null) kept.push(describeKept(worktree.path, why));
  }
  const removed = left.length - kept.length;
  const deleted = await deleteMerged(git);
  const branches = await listUnmerged(git);
  return [
    ...ended,
    ...removed > 0
      ? [`Removed ${showCount(removed, "worktree")}; uncommitted work is on its branch`]
      : left.length + orphans.length === 0
      ? ["No worktree is left"]
      : [],
    ...kept,
    ...orphans.map((path) => describeKept(path, "git no longer lists this worktree")),
    ...deleted.map((name) => `Deleted the merged branch ${name}`),
    ...branches.map(({ name, commit }) =>
      `Not merged: ${name} (${commit.slice(0, 12)}); delete it with: ${
        showCommand(["git", "branch", "-D", name])
      }`
    ),
  ];
}

/** Refuses to run inside of a worktree, which cannot be removed from within. */
async function requireProject(git: Git, places: Places): Promise<void> {
  if (!isWithin(git.folder, resolveLinks(worktreesDirOf(places.ralphHome)))) return;
  const listed = await git.ask("worktree", "list", "--porcelain");
  const main = /^worktree (.*)$/m.exec(listed)?.[1] ?? "";
  throw new UsageError(`"${git.folder}" is itself a worktree of a run`, {
    hint: `Run it in the project: ${showCommand(["cd", main])} && ralph run --clean`,
  });
}

/** Removes a worktree. @returns Why it stays; null if it was removed. */
async function cleanWorktree(
  git: Git,
  places: Places,
  worktree: Worktree,
): Promise<string | null> {
  try {
    const copies = isThere(worktree.path) ? await findCopies(places, worktree) : [];
    // If it left the present branch, its changes begin where it did.
    const fork = await git.run("merge-base", worktree.base, "HEAD");
    await removeWorktree({ git }, { ...worktree, base: fork.out || worktree.base }, copies);
  } catch (error) {
    // Git was killed before it had created the worktree, so there is no work in it.
    const isEmpty = namesIn(worktree.path).every((name) => name === ".git");
    if (!isEmpty) return messageOf(error);
    await dropWorktree({ git }, worktree);
  }
  return isThere(worktree.path) ? "it cannot be removed" : null;
}

/** Finds the plan and its companions, if the run's loop is still known. */
async function findCopies(places: Places, { git, path }: Worktree): Promise<readonly PlanCopy[]> {
  const loop = attempt(() => readLoop(places, loopIdOf(places, path)));
  if (loop === null || loop.facts.focus == null) return [];
  const { focus, project } = loop.facts;
  return await locateCopies(git, {
    top: findGitTop(project) ?? project,
    files: filesOfPlan(focus),
  });
}

function describeKept(path: string, why: string): string {
  return `Kept ${path}: ${why}. To remove it with its work: ${
    showCommand(["rm", "-rf", path])
  } && ralph run --clean`;
}

/** Lists what parallel runs left behind, for example after one was killed. */
import { attempt } from "../../error.ts";
import { basename, join, relative } from "@std/path";
import { isFolder, isThere, namesIn } from "../../store/files/presence.ts";
import { readText } from "../../store/files/text_file.ts";
import { findGitFolders } from "../../store/git_exclude.ts";
import type { Places } from "../../store/places.ts";
import { findGitTop, isWithin, resolveLinks } from "../../store/project.ts";
import { readLoop } from "../../store/records/loops.ts";
import { findRunHolder } from "../../store/run_lock.ts";
import { BRANCH_PREFIX } from "./branch_names.ts";
import type { Git } from "./git.ts";
import type { Worktree } from "./save_work.ts";
import type { UnmergedBranch } from "../job/item_log.ts";
import { openGit } from "../repository/open_git.ts";
import { findFolders, worktreeOf, worktreesDirOf } from "../repository/worktree_folders.ts";

/** The worktrees and branches that parallel runs left in a repository. */
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
 * @param project The project's root, links resolved; no run works there.
 */
export async function listLeftovers(places: Places, project: string): Promise<Leftovers> {
  const top = findGitTop(project);
  const common = findGitFolders(project)?.common ?? "";
  const orphans = listOrphans(places, project);
  // Most repositories have neither, and starting git takes longer than everything else in `status`.
  const isPossible = isThere(join(common, "worktrees")) ||
    isThere(join(common, "refs/heads", BRANCH_PREFIX));
  if (top === null || !isPossible) return { worktrees: orphans, branches: [] };
  const git = attempt(() => openGit(top));
  // A repository that git cannot read has bigger problems.
  if (git === null) return { worktrees: orphans, branches: [] };
  const known = await listLeftWorktrees(git, places, project).catch(() => []);
  const branches = await listUnmerged(git);
  return { worktrees: [...known.map(({ path }) => path), ...orphans], branches };
}

/**
 * Lists the branches of parallel runs with commits that are not in the present branch.
 *
 * @param git Git in the project's own tree.
 */
export async function listUnmerged(git: Git): Promise<UnmergedBranch[]> {
  const { isOk, out } = await git.run(
    "for-each-ref",
    "--no-merged=HEAD",
    "--format=%(refname:short) %(objectname)",
    `refs/heads/${BRANCH_PREFIX}`,
  );
  if (!isOk || out === "") return [];
  return out.split("\n").map((line) => {
    const at = line.lastIndexOf(" ");
    return { name: line.slice(0, at), commit: line.slice(at + 1) };
  });
}

/** Returns the id of the loop that a worktree was created for: worktrees are in `worktrees/LOOP/NUMBER`. */
export function loopIdOf(places: Places, path: string): string {
  return relative(resolveLinks(worktreesDirOf(places.ralphHome)), path).split("/")[0] ?? "";
}

/**
 * Lists the worktrees that git knows, except the worktrees of a run that is working in another folder of the
 * repository.
 *
 * @param git Git in the project's own tree.
 * @param places The home's places.
 * @param project The project's root, links resolved; no run works there.
 * @throws {GitError} If git cannot list them.
 */
export async function listLeftWorktrees(
  git: Git,
  places: Places,
  project: string,
): Promise<Worktree[]> {
  const listed = await git.ask("worktree", "list", "--porcelain");
  const folder = resolveLinks(worktreesDirOf(places.ralphHome));
  const left: Worktree[] = [];
  for (const block of listed.split("\n\n")) {
    const path = /^worktree (.*)$/m.exec(block)?.[1] ?? "";
    if (path === folder || !isWithin(path, folder)) continue;
    if (isWorking(places, loopIdOf(places, path), project)) continue;
    // No branch, since its agent left HEAD detached.
    const branch = /^branch refs\/heads\/(.*)$/m.exec(block)?.[1] ??
      `${BRANCH_PREFIX}left/${basename(path)}`;
    const head = /^HEAD (.*)$/m.exec(block)?.[1] ?? "";
    // A deleted branch has no commit.
    const base = /^0*$/.test(head) ? await git.ask("rev-parse", "HEAD") : head;
    left.push({ git: git.at(path, findFolders(git, path)), path, branch, base });
  }
  return left;
}

function isWorking(places: Places, id: string, project: string): boolean {
  const loop = attempt(() => readLoop(places, id));
  if (loop === null || loop.facts.project === project) return false;
  return findRunHolder(places, loop.facts.project)?.loop === id;
}

/**
 * Lists the worktree folders that git no longer knows, because the repository was created again or lost the
 * worktree's own folder. Their commits are lost, but not their files.
 *
 * @param places The home's places.
 */
export function listOrphans(places: Places, project: string): string[] {
  const common = findGitFolders(project)?.common;
  if (common === undefined) return [];
  const own = join(resolveLinks(common), "worktrees");
  const known = namesIn(own).map((name) => worktreeOf(join(own, name)));
  const isOurs = (path: string) => {
    const read = readText(join(path, ".git"));
    return read.kind === "text" && isWithin(read.text.replace(/^gitdir: /, "").trim(), own);
  };
  const folder = resolveLinks(worktreesDirOf(places.ralphHome));
  return namesIn(folder).toSorted().flatMap((id) =>
    namesIn(join(folder, id)).toSorted().map((name) => join(folder, id, name))
  ).filter((path) => isFolder(path) && !known.includes(path) && isOurs(path));
}

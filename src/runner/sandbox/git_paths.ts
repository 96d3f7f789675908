/**
 * The parts of a project's repository that lead git to programs: an agent in a sandbox could make git
 * run them outside of it later.
 *
 * @module
 */
import { attempt } from "../../error.ts";
import { basename, dirname, join, resolve } from "@std/path";
import { infoOf, isThere, namesIn } from "../../store/files/presence.ts";
import { readText } from "../../store/files/text_file.ts";
import type { RunContext } from "../job/context.ts";
import { findForeignRepository, findGitFolders } from "../../store/git_exclude.ts";
import { findGitTop, isWithin } from "../../store/project.ts";

/** Folders in the name of a submodule. */
const DEEPEST_MODULE = 4;

/**
 * Lists the folders of the project's repository and of its submodules. A `.git` that names somebody
 * else's repository is not made writable.
 *
 * @param project The project's root, links resolved.
 */
export function listGitFolders(project: string): string[] {
  const folders = findGitFolders(project);
  const top = findGitTop(project);
  if (folders === null || top === null || findForeignRepository(top, folders) !== null) return [];
  const all = [...new Set([folders.own, folders.common, ...listModules(folders.common)])];
  // What does not exist cannot be mounted, and an agent could create it.
  for (const folder of all) {
    attempt(() => Deno.mkdirSync(join(folder, "hooks")));
    if (!isWorktree(folder)) attempt(() => Deno.mkdirSync(join(folder, "worktrees")));
  }
  const hasWorktreeConfig = /^\s*worktreeconfig\b/im.test(configOf(folders.common));
  for (const folder of hasWorktreeConfig ? [folders.own, folders.common] : []) {
    attempt(() => Deno.writeTextFileSync(join(folder, "config.worktree"), "", { createNew: true }));
  }
  return all;
}

/** Lists the repositories of submodules, which are below `modules`. */
function listModules(repository: string, depth = 0): string[] {
  const folder = depth === 0 ? join(repository, "modules") : repository;
  // An agent may have put a link there.
  if (depth > DEEPEST_MODULE || infoOf(folder)?.isDirectory !== true) return [];
  return namesIn(folder).map((name) => join(folder, name)).flatMap((path) =>
    isThere(join(path, "config"))
      ? infoOf(path)?.isDirectory === true ? [path, ...listModules(path)] : []
      : listModules(path, depth + 1)
  );
}

/** Of a worktree, `commondir` and `gitdir`; of a repository, all worktrees but the one of the run. */
const READ_ONLY = ["hooks", "config", "config.worktree", "commondir", "gitdir", "worktrees"];

/**
 * Lists what leads git to programs, which agents only read: hooks, configuration, a `.git` that is a
 * file, the other worktrees, and files of the repository that a configuration includes.
 *
 * @param gitFolders The folders of the project's repository.
 */
export function listGitReadOnly(project: string, gitFolders: readonly string[]): string[] {
  const top = findGitTop(project);
  if (top === null || gitFolders.length === 0) return [];
  const dotGit = join(top, ".git");
  const included = gitFolders.flatMap((folder) =>
    [...configOf(folder).matchAll(/^\s*path\s*=\s*"?(.*?)"?\s*$/gim)]
      .map(([, path = ""]) => resolve(folder, path))
  );
  return [
    ...gitFolders.flatMap((folder) => READ_ONLY.map((name) => join(folder, name))),
    ...infoOf(dotGit)?.isFile === true ? [dotGit] : [],
    // What lies elsewhere is not there at all.
    ...included.filter((path) => [top, ...gitFolders].some((folder) => isWithin(path, folder))),
  ];
}

function configOf(folder: string): string {
  const read = readText(join(folder, "config"));
  return read.kind === "text" ? read.text : "";
}

/**
 * Removes what leads git from a repository to another one. A file `commondir` does so; git writes it
 * into the folders of worktrees only, when it makes them. What does not exist cannot be mounted, and
 * an empty file would make the repository unusable. Whoever wrote it: it may be that of an agent which
 * works at the same time.
 *
 * @returns Removes it; to be called after the sandbox's end.
 */
export function removePointers(
  { workFolder, given = [] }: Pick<RunContext, "workFolder" | "given">,
): () => boolean {
  const hasOwnGit = given.some(({ path }) => path.endsWith("/.git"));
  const own = hasOwnGit ? undefined : findGitFolders(workFolder)?.own;
  if (own === undefined) return () => false;
  const common = isWorktree(own) ? dirname(dirname(own)) : own;
  const pointers = [common, ...listModules(common)].map((folder) => join(folder, "commondir"));
  return () =>
    pointers.filter((path) => isThere(path))
      .map((path) => attempt(() => Deno.removeSync(path, { recursive: true }))).length > 0;
}

function isWorktree(folder: string): boolean {
  return basename(dirname(folder)) === "worktrees";
}

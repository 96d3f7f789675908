/**
 * The parts of a project's repository that lead git to programs: an agent in a sandbox could make git
 * run them outside of it later.
 *
 * @module
 */
import { attempt } from "../../error.ts";
import { dirname, join, resolve } from "@std/path";
import { infoOf, isFolder, isThere, namesIn } from "../../store/files/presence.ts";
import { readText } from "../../store/files/text_file.ts";
import { findForeignRepository, findGitFolders } from "../../store/git_exclude.ts";
import { findGitTop } from "../../store/project.ts";

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
  for (const folder of all) attempt(() => Deno.mkdirSync(join(folder, "hooks")));
  const hasWorktreeConfig = /^\s*worktreeconfig\b/im.test(configOf(folders.common));
  for (const folder of hasWorktreeConfig ? [folders.own, folders.common] : []) {
    attempt(() => Deno.writeTextFileSync(join(folder, "config.worktree"), "", { createNew: true }));
  }
  return all;
}

/** Lists the repositories of submodules, which are below `modules`. */
function listModules(repository: string, depth = 0): string[] {
  const folder = depth === 0 ? join(repository, "modules") : repository;
  if (depth > DEEPEST_MODULE) return [];
  return namesIn(folder).map((name) => join(folder, name)).flatMap((path) =>
    isThere(join(path, "config"))
      ? [path, ...listModules(path)]
      : isFolder(path)
      ? listModules(path, depth + 1)
      : []
  );
}

/**
 * Lists the files elsewhere that lead git to its configuration: a `.git` that is a file, and files
 * that a configuration includes.
 *
 * @param project The project's root, links resolved.
 * @param gitFolders The folders of its repository.
 */
export function listGitConfigs(project: string, gitFolders: readonly string[]): string[] {
  const top = findGitTop(project);
  if (top === null || gitFolders.length === 0) return [];
  const dotGit = join(top, ".git");
  const included = gitFolders.flatMap((folder) =>
    [...configOf(folder).matchAll(/^\s*path\s*=\s*"?(.*?)"?\s*$/gim)]
      .map(([, path = ""]) => resolve(dirname(join(folder, "config")), path))
  );
  return [...infoOf(dotGit)?.isFile === true ? [dotGit] : [], ...included];
}

function configOf(folder: string): string {
  const read = readText(join(folder, "config"));
  return read.kind === "text" ? read.text : "";
}

/**
 * Removes what leads git from a repository to another one. A file `commondir` does so; git writes it
 * into the folders of worktrees only, when it makes them. What does not exist cannot be mounted, and
 * an empty file would make the repository unusable.
 *
 * @param gitFolders The folders before the sandbox starts.
 * @returns Removes what is new; to be called after its end.
 */
export function removeNewPointers(gitFolders: readonly string[]): () => boolean {
  const missing = gitFolders.map((folder) => join(folder, "commondir"))
    .filter((path) => !isThere(path));
  return () =>
    missing.filter((path) => isThere(path))
      .map((path) => attempt(() => Deno.removeSync(path, { recursive: true }))).length > 0;
}

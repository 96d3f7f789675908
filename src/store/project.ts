/**
 * Which project this is (design §1).
 *
 * @module
 */
import { dirname, join, resolve } from "@std/path";
import type { Environment } from "./environment.ts";
import { isThere } from "./presence.ts";

/**
 * The project of a hook.
 *
 * @param env the environment; the client sets `CLAUDE_PROJECT_DIR` in hooks (contract §3)
 * @returns the root, links resolved; null where the client named none: then nothing is ours
 */
export function resolveHookProject(env: Pick<Environment, "claudeProjectDir">): string | null {
  return env.claudeProjectDir === null ? null : resolveLinks(env.claudeProjectDir);
}

/**
 * The project of a command.
 *
 * Inside a session: the working directory. In a plain terminal: the nearest folder upwards that has
 * a loop, else the git top level, else the working directory. A worktree is a project of its own.
 *
 * @param env the environment
 * @param hasLoop whether a folder has a loop that lives
 * @returns the root, links resolved
 */
export function resolveCommandProject(
  env: Pick<Environment, "claudeProjectDir" | "sessionId" | "cwd">,
  hasLoop: (folder: string) => boolean,
): string {
  if (env.claudeProjectDir !== null) return resolveLinks(env.claudeProjectDir);
  const here = resolveLinks(env.cwd);
  if (env.sessionId !== null) return here;
  return foldersUpwards(here).find(hasLoop) ?? findGitTop(here) ?? here;
}

/**
 * The nearest folder upwards that holds `.git`: a repository's top, a worktree's or a submodule's.
 *
 * @param folder where to begin, absolute
 * @returns the folder; null outside of git
 */
export function findGitTop(folder: string): string | null {
  return foldersUpwards(folder).find((above) => isThere(join(above, ".git"))) ?? null;
}

/**
 * A folder and all above it.
 *
 * @param folder where to begin, absolute
 * @returns the folders, nearest first
 */
export function foldersUpwards(folder: string): string[] {
  const folders = [folder];
  let above = dirname(folder);
  while (above !== folders.at(-1)) {
    folders.push(above);
    above = dirname(above);
  }
  return folders;
}

/**
 * A path with its links resolved.
 *
 * @param path any path
 * @returns the real path; where it does not exist, the path itself, absolute and tidy
 */
export function resolveLinks(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return resolve(path);
  }
}

/**
 * Where a path of the project leads, if that is outside of the project.
 *
 * @param project the resolved path of the project's root
 * @param path an absolute path in it
 * @returns the resolved target; null where it stays inside, or does not exist
 */
export function findWayOut(project: string, path: string): string | null {
  const target = resolveLinks(path);
  return target === path || target === project || target.startsWith(join(project, "/"))
    ? null
    : target;
}

/**
 * Whether the project's `.claude` leads out of the project: then we would write where nobody asked.
 *
 * @param project the resolved path of the project's root
 * @returns where it leads; null where it is an ordinary folder or missing
 */
export function foreignClaudeFolder(project: string): string | null {
  const folder = join(project, ".claude");
  return isThere(folder) ? findWayOut(project, folder) : null;
}

/** The project that a hook or a command works in, and the relations between folders. */
import { attempt } from "../error.ts";
import { basename, dirname, join, resolve } from "../system/path.ts";
import type { Environment } from "./environment.ts";
import { exists, isThere, realPathOf } from "./files/presence.ts";

const foldersByHook = new WeakMap<object, readonly string[]>();

/**
 * Lists the folders in which a hook looks for its loop, nearest first: the project, and those above it in
 * its repository. The list is computed once per environment.
 *
 * @param env The environment; the client sets `CLAUDE_PROJECT_DIR` in hooks.
 * @returns The folders with links resolved; empty if the client named none, and then the hook does nothing.
 */
export function foldersOfHook(env: Pick<Environment, "claudeProjectDir">): readonly string[] {
  const { claudeProjectDir: named } = env;
  // Kept, since a tool call may remove the folder later.
  const folders = foldersByHook.get(env) ??
    (named === null ? [] : foldersOfRepository(resolvePath(resolve(named))));
  foldersByHook.set(env, folders);
  return folders;
}

/**
 * Resolves the project of a command.
 *
 * Inside a session, this is the nearest folder of the repository that has a loop of this session, else the
 * session's folder. In a plain terminal, it is the nearest folder upwards that has a loop, else the git top
 * level, else the working directory. A worktree is a project of its own.
 *
 * @param hasLoop Checks whether a folder has an active loop that the command may concern.
 * @returns The root, links resolved.
 */
export function resolveCommandProject(
  env: Pick<Environment, "claudeProjectDir" | "sessionId" | "cwd">,
  hasLoop: (folder: string, here: string) => boolean,
): string {
  const here = resolveLinks(env.claudeProjectDir ?? env.cwd);
  const isInSession = env.claudeProjectDir !== null || env.sessionId !== null;
  const folders = isInSession ? foldersOfRepository(here) : foldersUpwards(here);
  const folderWithLoop = folders.find((folder) => hasLoop(folder, here));
  return folderWithLoop ?? (isInSession ? here : findGitTop(here) ?? here);
}

/**
 * Chooses the project of a new loop. Usually this is the command's project. If the repository's top has a
 * loop that was started in another package, it is the outermost folder that does not contain that package,
 * so that both loops can run.
 *
 * @param startedIn The folder that the existing loop was started in; null without a loop.
 */
export function separateProject(project: string, here: string, startedIn: string | null): string {
  if (startedIn === null || areNested(startedIn, here)) return project;
  const between = foldersUpwards(here).filter((folder) => folder.startsWith(join(project, "/")));
  return between.findLast((folder) => !areNested(startedIn, folder)) ?? here;
}

/**
 * Finds the nearest folder upwards with a `.git`: a repository's top, a worktree's or a submodule's.
 *
 * @returns Null outside of git.
 */
export function findGitTop(folder: string): string | null {
  return foldersUpwards(folder).find((above) => exists(join(above, ".git"))) ?? null;
}

/** Lists a folder and all above it, nearest first. */
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
 * Lists a folder and those above it, nearest first, up to the top of its repository. Outside of git,
 * returns only the folder itself, since folders above it may belong to others.
 */
export function foldersOfRepository(folder: string): string[] {
  const folders = foldersUpwards(folder);
  const top = folders.findIndex((above) => exists(join(above, ".git")));
  return folders.slice(0, top + 1 || 1);
}

/** Checks whether two folders are the same, or one is below the other; both absolute. */
export function areNested(first: string, second: string): boolean {
  return isWithin(first, second) || isWithin(second, first);
}

/**
 * Resolves the links in a path.
 *
 * @returns The real path; if it does not exist, the path itself, absolute and normalized.
 */
export function resolveLinks(path: string): string {
  return realPathOf(path) ?? resolve(path);
}

/** As many links as Linux follows. */
const MAX_STEPS = 40;

/**
 * Resolves the links in a path whose end may be missing.
 *
 * @param followsLast True to follow a link at the end too. A removal takes the link itself.
 * @param stepsLeft How many more missing folders and dangling links are followed.
 */
export function resolvePath(path: string, followsLast = true, stepsLeft = MAX_STEPS): string {
  const real = followsLast ? realPathOf(path) : null;
  const above = dirname(path);
  if (real !== null || above === path || stepsLeft === 0) return real ?? path;
  const here = join(resolvePath(above, true, stepsLeft - 1), basename(path));
  const target = followsLast ? attempt(() => Deno.readLinkSync(here)) : null;
  return target === null ? here : resolvePath(resolve(dirname(here), target), true, stepsLeft - 1);
}

/** Checks whether no part of a path below a folder is a link; its end may be missing. */
export function isInPlace(folder: string, path: string): boolean {
  return resolvePath(path) === join(resolveLinks(folder), path.slice(folder.length));
}

/**
 * Finds the variable that puts ralph's home folder into the project. That folder records what is trusted,
 * and a repository could contain such a folder, with client settings that name it.
 *
 * @returns The variable's name; null if the home folder is outside, or the project contains the user's
 * home.
 */
export function findHomeInside(
  env: Pick<Environment, "home" | "ralphHome" | "claudeConfigDir">,
  project: string,
): string | null {
  if (env.ralphHome === null && env.claudeConfigDir === null) return null;
  // A project that contains the user's home directory contains the default folder too.
  if (env.home !== null && isWithin(resolveLinks(env.home), project)) return null;
  const isInside = (path: string | null) => path !== null && isWithin(resolveLinks(path), project);
  if (env.ralphHome !== null) return isInside(env.ralphHome) ? "RALPH_HOME" : null;
  return isInside(env.claudeConfigDir) ? "CLAUDE_CONFIG_DIR" : null;
}

/**
 * Finds the target of a path in the project if it is outside of the project.
 *
 * @returns The target; null if it stays inside, or does not exist.
 */
export function findOutsideTarget(project: string, path: string): string | null {
  const target = resolveLinks(path);
  return target === path || target === project || target.startsWith(join(project, "/"))
    ? null
    : target;
}

/**
 * Finds the target of `.claude` if it is outside of the project, since ralph must not write there.
 *
 * @returns The target; null if `.claude` is an ordinary folder or missing.
 */
export function foreignClaudeFolder(project: string): string | null {
  const folder = join(project, ".claude");
  return isThere(folder) ? findOutsideTarget(project, folder) : null;
}

/** Checks whether an absolute path is the same as another, or below it. */
export function isWithin(folder: string, outer: string): boolean {
  return folder === outer || folder.startsWith(join(outer, "/"));
}

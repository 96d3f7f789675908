/**
 * What the user's git runs or obeys in the project: agents only read it. What of that kind an agent made
 * elsewhere is set aside when it has ended.
 *
 * @module
 */
import { ensureDirSync } from "@std/fs/ensure-dir";
import { dirname, join, resolve } from "@std/path";
import { attempt } from "../../error.ts";
import { infoOf, isThere, namesIn } from "../../store/files/presence.ts";
import type { GitFolders } from "../../store/git_exclude.ts";
import { isWithin, resolveLinks } from "../../store/project.ts";
import type { GitSetting } from "../../system/git_settings.ts";
import type { Git } from "../parallel/git.ts";
import { worktreeOf } from "../parallel/worktrees.ts";

/** Lists the index, with modes. */
export const LIST_INDEX: readonly string[] = ["ls-files", "--stage", "-z"];

/** A path of the project that agents only read. */
interface Sealed {
  readonly path: string;
  readonly isFile?: boolean;
}

/** Lists the paths of a work folder that the user's git runs or obeys, also where there is nothing yet. */
export function listSealed(
  top: string,
  workFolder: string,
  folders: GitFolders,
  index: string,
  settings: readonly GitSetting[],
): Sealed[] {
  const dotGit = join(top, ".git");
  const all = [
    ...listSubmodules(index, top),
    ...listWorktrees(folders),
    ...listHooks(settings, top),
    ...listIncluded(settings, top),
  ];
  return all.filter(({ path }) =>
    path !== workFolder && isWithin(path, workFolder) && !isWithin(path, dotGit)
  );
}

/** The `.git` of each submodule, which git enters; its folder as long as an agent could put one there. */
function listSubmodules(index: string, top: string): Sealed[] {
  return index.split("\0").filter((line) => line.startsWith("160000 ")).map((line) => {
    const folder = join(top, line.slice(line.indexOf("\t") + 1));
    const dotGit = join(folder, ".git");
    return { path: isThere(dotGit) ? dotGit : folder };
  });
}

/** The `.git` of each other worktree of the repository. */
function listWorktrees({ common }: GitFolders): Sealed[] {
  const all = join(common, "worktrees");
  return namesIn(all).flatMap((name) => worktreeOf(join(all, name)) ?? [])
    .map((path) => ({ path: join(path, ".git") })).filter(({ path }) => isThere(path));
}

/** Git's own notation for the home folder, and for where git is installed. */
const ELSEWHERE = /^(?:~|%\()/;

/** The folder of hooks that the user's next commit runs. */
function listHooks(settings: readonly GitSetting[], top: string): Sealed[] {
  const { value } =
    settings.findLast(({ scope, key }) => key === "core.hookspath" && scope !== "command") ??
      { value: null };
  return value === null || ELSEWHERE.test(value) ? [] : [{ path: resolve(top, value) }];
}

/** Files that the configuration includes, now or on another branch. */
function listIncluded(settings: readonly GitSetting[], top: string): Sealed[] {
  return settings.flatMap(({ key, value, origin }) => {
    if (!/^include(?:if\..*)?\.path$/s.test(key) || value === null || ELSEWHERE.test(value)) {
      return [];
    }
    const file = resolve(top, origin.replace(/^file:/, ""));
    return [{ path: resolve(dirname(file), value), isFile: true }];
  });
}

/** Makes an empty folder or file where there is nothing: agents could make it. @returns Whether it did. */
export function makeEmpty({ path, isFile = false }: Sealed): boolean {
  let above = dirname(path);
  while (!isThere(above)) above = dirname(above);
  // Nothing is made behind a link.
  if (isThere(path) || resolveLinks(above) !== above) return false;
  const made = attempt(() => {
    ensureDirSync(isFile ? dirname(path) : path);
    if (isFile) Deno.writeTextFileSync(path, "", { createNew: true });
    return true;
  });
  return made ?? false;
}

/** Removes what was made, as long as it is empty. */
export function removeEmpty(paths: readonly string[]): void {
  for (const path of paths) {
    if (infoOf(path)?.isFile !== true || infoOf(path)?.size === 0) {
      attempt(() => Deno.removeSync(path));
    }
  }
}

/** Lists each `.git` in folders with files of the repository, below its top: there git enters it at once. */
export function listNested(index: string, top: string, workFolder: string): string[] {
  const folders = new Set([workFolder]);
  for (const line of index.split("\0")) {
    const path = line.slice(line.indexOf("\t") + 1);
    for (let at = dirname(path); at !== "." && !folders.has(join(top, at)); at = dirname(at)) {
      folders.add(join(top, at));
    }
  }
  folders.delete(top);
  // An agent may have put a link in the place of a folder.
  return [...folders].filter((folder) =>
    isThere(join(folder, ".git")) && resolveLinks(folder) === folder
  ).map((folder) => join(folder, ".git"));
}

/**
 * Sets aside the repositories that an agent made where files of the user's repository are.
 *
 * @param before Those that were there when it began.
 * @returns Where each was, and is.
 */
export async function setAsideNested(
  git: Git,
  workFolder: string,
  before: readonly string[],
): Promise<[from: string, to: string][]> {
  const index = await git.ask(...LIST_INDEX);
  return listNested(index, git.folder, workFolder).filter((path) => !before.includes(path))
    .flatMap((path) => {
      const to = `${path}-${crypto.randomUUID().slice(0, 8)}`;
      return attempt(() => Deno.renameSync(path, to)) === null ? [] : [[path, to]];
    });
}

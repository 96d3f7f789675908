/**
 * Paths in the project that the user's git runs or obeys. They are read-only for agents. Repositories that an
 * agent created elsewhere are set aside after it has ended.
 *
 * @module
 */
import { ensureDirSync } from "@std/fs/ensure-dir";
import { dirname, join } from "@std/path";
import { attempt } from "../../error.ts";
import { infoOf, isThere, namesIn } from "../../store/files/presence.ts";
import { readText } from "../../store/files/text_file.ts";
import {
  findForeignRepository,
  findGitFolders,
  gitDirOf,
  type GitFolders,
} from "../../store/git_exclude.ts";
import { findGitTop, isWithin, resolveLinks } from "../../store/project.ts";
import { Git } from "../parallel/git.ts";
import { readObeyed, type Sealed } from "./obeyed.ts";
import { worktreeOf } from "./worktree_folders.ts";

/** Arguments that list the index, with modes. */
const LIST_INDEX: readonly string[] = ["ls-files", "--stage", "-z"];

/** The content of an empty list of servers: Claude Code warns about an empty file. */
const NO_SERVERS = '{"mcpServers":{}}\n';

/** Lists the files at the top of a project that the user's client obeys, next to its settings folder. */
function listClients(workFolder: string): Sealed[] {
  return [{ path: join(workFolder, ".mcp.json"), isFile: true, text: NO_SERVERS }];
}

/** A work tree that the user's git enters by itself, or because the user works there. */
interface EnteredTree {
  readonly top: string;
  readonly folders: GitFolders;
  readonly index: string;
  readonly obeyed: readonly Sealed[];
}

/**
 * Reads the work tree of a project and, recursively, the work trees of its submodules and of its repository's
 * other worktrees, if they are in the work folder.
 *
 * @param git The user's git in the work tree.
 */
export async function readTrees(git: Git, workFolder: string): Promise<EnteredTree[]> {
  const trees: EnteredTree[] = [];
  const read = async (at: Git): Promise<void> => {
    const { folder: top, folders } = at;
    if (folders === null || trees.some((tree) => tree.top === top)) return;
    const [index, obeyed] = await Promise.all([at.ask(...LIST_INDEX), readObeyed(at)]);
    trees.push({ top, folders, index, obeyed });
    for (const inner of [...submodulesOf(index, top), ...worktreesOf(folders)]) {
      const own = isWithin(inner, workFolder) ? findOwnFolders(inner) : null;
      // Git does not enter a repository that it cannot read.
      if (own !== null) await read(new Git(inner, own)).catch(() => {});
    }
  };
  await read(git);
  return trees;
}

/** Finds a folder's own repository; null if it has none, or its repository belongs to another folder. */
function findOwnFolders(top: string): GitFolders | null {
  if (!isThere(join(top, ".git")) || resolveLinks(top) !== top) return null;
  const folders = findGitFolders(top);
  return folders === null || findForeignRepository(top, folders) !== null ? null : folders;
}

/** Lists the paths of a work folder that the user's git runs or obeys, even if nothing exists there yet. */
export function listSealed(trees: readonly EnteredTree[], workFolder: string): Sealed[] {
  const all = trees.flatMap(({ top, folders, index, obeyed }) => [
    ...submodulesOf(index, top).map((folder) => {
      const inner = join(folder, ".git");
      // Covers the whole folder while an agent could create a `.git` in it.
      return { path: isThere(inner) ? inner : folder };
    }),
    ...listFolders(folders),
    ...obeyed,
  ]);
  // The agent has its own repository there.
  return inWorkFolder(
    [...all, ...listClients(workFolder)],
    workFolder,
    join(trees[0]!.top, ".git"),
  );
}

/**
 * Lists the read-only paths for a repository that is not read, or for a folder without one: the repository
 * itself, and the paths that the user's git obeys.
 */
export async function listUnread(top: string | null, workFolder: string): Promise<Sealed[]> {
  const folders = top === null ? null : findGitFolders(top);
  const named = top === null ? null : gitDirOf(join(top, ".git"));
  const own = [
    ...top === null ? [] : [{ path: join(top, ".git") }],
    ...named === null ? [] : [{ path: named }],
    ...folders === null ? [] : listFolders(folders),
  ].flatMap(({ path }) => [{ path }, { path: resolveLinks(path) }]);
  return inWorkFolder(
    [
      ...own.filter(({ path }) => isThere(path)),
      ...await listObeyed(top ?? workFolder, folders),
    ],
    workFolder,
    null,
  );
}

/** Lists the paths that the user's git obeys in a work folder whose repository agents write, as with srt. */
export async function listObeyedIn(workFolder: string): Promise<Sealed[]> {
  const top = findGitTop(workFolder) ?? workFolder;
  const obeyed = await listObeyed(top, findGitFolders(workFolder));
  return inWorkFolder([...obeyed, ...listClients(workFolder)], workFolder, join(top, ".git"));
}

async function listObeyed(at: string, folders: GitFolders | null): Promise<Sealed[]> {
  // If git cannot read the configuration, it does not obey any of it.
  const nowhere = { own: "/dev/null", common: "/dev/null" };
  return await readObeyed(new Git(at, folders)).catch(() => readObeyed(new Git(at, nowhere)))
    .catch(() => []);
}

/** Lists the folders of a repository, and its worktrees' pointers to it. */
function listFolders(folders: GitFolders): Sealed[] {
  const pointers = worktreesOf(folders).map((path) => join(path, ".git")).filter(isThere);
  return [...new Set([folders.own, folders.common, ...pointers])].map((path) => ({ path }));
}

function inWorkFolder(
  all: readonly Sealed[],
  workFolder: string,
  dotGit: string | null,
): Sealed[] {
  const paths = new Map(all.map((sealed) => [sealed.path, sealed]));
  const inside = [...paths.values()].filter(({ path }) =>
    path !== workFolder && isWithin(path, workFolder) &&
    (dotGit === null || !isWithin(path, dotGit))
  );
  return inside.filter(({ path }) =>
    !inside.some(({ path: outer }) => outer !== path && isWithin(path, outer))
  );
}

/** Lists the folders of submodules. */
function submodulesOf(index: string, top: string): string[] {
  return index.split("\0").filter((line) => line.startsWith("160000 "))
    .map((line) => join(top, line.slice(line.indexOf("\t") + 1)));
}

/** Lists the other worktrees of a repository. */
function worktreesOf({ common }: GitFolders): string[] {
  const all = join(common, "worktrees");
  return namesIn(all).flatMap((name) => worktreeOf(join(all, name)) ?? []);
}

/** Creates an empty folder or file where nothing exists, so that agents cannot. @returns True if it did. */
export function makeEmpty({ path, isFile = false, text = "" }: Sealed): boolean {
  let above = dirname(path);
  while (!isThere(above)) above = dirname(above);
  // Do not create anything behind a link.
  if (isThere(path) || resolveLinks(above) !== above) return false;
  const made = attempt(() => {
    ensureDirSync(isFile ? dirname(path) : path);
    if (isFile) Deno.writeTextFileSync(path, text, { createNew: true });
    return true;
  });
  return made ?? false;
}

/** Removes paths that were created, if they are still empty. */
export function removeEmpty(paths: readonly string[]): void {
  for (const path of paths) {
    const read = infoOf(path)?.isFile === true ? readText(path) : null;
    if (read === null || read.kind === "text" && ["", NO_SERVERS].includes(read.text)) {
      attempt(() => Deno.removeSync(path));
    }
  }
}

/**
 * Lists what turns folders with files of a work tree into repositories, below its top: git would use them at
 * once. That is a `.git`, or untracked parts of a bare repository.
 */
export function listNested(trees: readonly EnteredTree[], workFolder: string): string[] {
  return trees.flatMap(({ top, index }) => {
    const folders = new Set([isWithin(top, workFolder) ? top : workFolder]);
    const tracked = new Set<string>();
    for (const line of index.split("\0")) {
      const path = line.slice(line.indexOf("\t") + 1);
      tracked.add(join(top, path));
      for (let at = dirname(path); at !== "." && !folders.has(join(top, at)); at = dirname(at)) {
        folders.add(join(top, at));
      }
    }
    folders.delete(top);
    // An agent may have replaced a folder with a link.
    return [...folders].filter((folder) => resolveLinks(folder) === folder).flatMap((folder) => {
      const there = (names: readonly string[]) =>
        names.map((name) => join(folder, name)).filter(isThere);
      const untracked = (paths: readonly string[]) =>
        paths.filter((path) => !tracked.has(path) && !folders.has(path));
      const [head, common, rest] = [["HEAD"], ["commondir"], ["objects", "refs"]].map(there);
      const isBare = head!.length > 0 && (common!.length > 0 || rest!.length === 2);
      const own = untracked(head!);
      const parts = own.length > 0 ? own : untracked([...common!, ...rest!]);
      return [...there([".git"]), ...isBare ? parts : []];
    });
  });
}

/**
 * Sets aside the repositories that an agent created in folders of the user's repository.
 *
 * @param before The repositories that existed when it began.
 * @returns The old and the new path of each.
 */
export async function setAsideNested(
  git: Git,
  workFolder: string,
  before: readonly string[],
): Promise<[from: string, to: string][]> {
  return listNested(await readTrees(git, workFolder), workFolder)
    .filter((path) => !before.includes(path))
    .flatMap((path) => {
      const to = `${path}-${crypto.randomUUID().slice(0, 8)}`;
      return attempt(() => Deno.renameSync(path, to)) === null ? [] : [[path, to]];
    });
}

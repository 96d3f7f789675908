/**
 * What the user's git runs or obeys in the project: agents only read it. What of that kind an agent made
 * elsewhere is set aside when it has ended.
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

/** Lists the index, with modes. */
const LIST_INDEX: readonly string[] = ["ls-files", "--stage", "-z"];

/** What Claude Code reads for servers if there are none: it warns of an empty file. */
const NO_SERVERS = '{"mcpServers":{}}\n';

/** Lists what the user's client obeys at the top of a project, beside its settings folder. */
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
 * Reads the work tree of a project, and those of its submodules and of its repository's other worktrees that
 * are in the work folder, theirs too.
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
      // What git does not read there, it does not enter.
      if (own !== null) await read(new Git(inner, own)).catch(() => {});
    }
  };
  await read(git);
  return trees;
}

/** Finds the repository of a folder itself; null if it has none, or another folder's. */
function findOwnFolders(top: string): GitFolders | null {
  if (!isThere(join(top, ".git")) || resolveLinks(top) !== top) return null;
  const folders = findGitFolders(top);
  return folders === null || findForeignRepository(top, folders) !== null ? null : folders;
}

/** Lists the paths of a work folder that the user's git runs or obeys, also if there is nothing yet. */
export function listSealed(trees: readonly EnteredTree[], workFolder: string): Sealed[] {
  const all = trees.flatMap(({ top, folders, index, obeyed }) => [
    ...submodulesOf(index, top).map((folder) => {
      const inner = join(folder, ".git");
      // Its folder, as long as an agent could put one there.
      return { path: isThere(inner) ? inner : folder };
    }),
    ...listFolders(folders),
    ...obeyed,
  ]);
  // The agent has a repository of its own there.
  return inWorkFolder(
    [...all, ...listClients(workFolder)],
    workFolder,
    join(trees[0]!.top, ".git"),
  );
}

/**
 * Lists what agents only read of a repository that is not read, or of a folder without one: what it is, and
 * what the user's git obeys.
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

/** Lists what the user's git obeys in a work folder whose repository agents write, as with srt. */
export async function listObeyedIn(workFolder: string): Promise<Sealed[]> {
  const top = findGitTop(workFolder) ?? workFolder;
  const obeyed = await listObeyed(top, findGitFolders(workFolder));
  return inWorkFolder([...obeyed, ...listClients(workFolder)], workFolder, join(top, ".git"));
}

async function listObeyed(at: string, folders: GitFolders | null): Promise<Sealed[]> {
  // Whose configuration git does not read has none of it that git obeys.
  const nowhere = { own: "/dev/null", common: "/dev/null" };
  return await readObeyed(new Git(at, folders)).catch(() => readObeyed(new Git(at, nowhere)))
    .catch(() => []);
}

/** Lists the folders of a repository, and the pointers to it of its worktrees. */
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

/** Makes an empty folder or file where there is nothing: agents could make it. @returns Whether it did. */
export function makeEmpty({ path, isFile = false, text = "" }: Sealed): boolean {
  let above = dirname(path);
  while (!isThere(above)) above = dirname(above);
  // Nothing is made behind a link.
  if (isThere(path) || resolveLinks(above) !== above) return false;
  const made = attempt(() => {
    ensureDirSync(isFile ? dirname(path) : path);
    if (isFile) Deno.writeTextFileSync(path, text, { createNew: true });
    return true;
  });
  return made ?? false;
}

/** Removes what was made, as long as it is empty. */
export function removeEmpty(paths: readonly string[]): void {
  for (const path of paths) {
    const read = infoOf(path)?.isFile === true ? readText(path) : null;
    if (read === null || read.kind === "text" && ["", NO_SERVERS].includes(read.text)) {
      attempt(() => Deno.removeSync(path));
    }
  }
}

/**
 * Lists what makes a repository of a folder with files of a work tree, below its top: there git enters it at
 * once. It is a `.git`, or what git does not track of a repository without a work tree.
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
    // An agent may have put a link in the place of a folder.
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
 * Sets aside the repositories that an agent made if files of the user's repository are.
 *
 * @param before Those that were there when it began.
 * @returns Where each was, and is.
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

/**
 * The repository of an agent in a sandbox. It is not the user's: a separate folder takes the place of `.git`.
 * The user's objects are in it read-only; no one else's git ever reads its refs, index and configuration.
 * What leaves it is data: see `take_commits.ts`.
 *
 * @module
 */
import { basename, dirname, join, relative, resolve } from "@std/path";
import { attempt } from "../../error.ts";
import {
  type GitSetting,
  LIST_SETTINGS,
  readSettings,
  renderSettings,
} from "../../system/git_settings.ts";
import { writeAtomic } from "../../store/files/atomic_file.ts";
import { infoOf, namesIn, removeFile, removeFolder } from "../../store/files/presence.ts";
import { readText } from "../../store/files/text_file.ts";
import { findForeignRepository, findGitFolders, type GitFolders } from "../../store/git_exclude.ts";
import { findGitTop, resolveLinks } from "../../store/project.ts";
import type { RunContext } from "../job/context.ts";
import { Git } from "../parallel/git.ts";
import { stateDirOf } from "./worktree_folders.ts";
import type { Given } from "../sandbox/given.ts";
import { listNested, listSealed, makeEmpty, readTrees, removeEmpty } from "./sealed.ts";

/** The repository of an agent or a check. A note of it on disk serves the next run after a killed one. */
export interface AgentRepository {
  /** Its folder on this machine. */
  readonly folder: string;
  /** Its folder as the agent sees it. */
  readonly seen: string;
  /** The mounts for its sandbox. */
  readonly given: readonly Given[];
  /** Empty folders and files that were created so that agents cannot create them. */
  readonly made: readonly string[];
  /** Repositories below the top that existed before the agent; null if the user runs nothing there. */
  readonly nested: readonly string[] | null;
  /** The project of the run. */
  readonly project: string;
  /** The agent's work folder: the project, or its folder in a worktree. */
  readonly workFolder: string;
  /** Whether its commits are taken into the user's repository. */
  readonly takesCommits: boolean;
  /** The user's branch, as a ref; `HEAD` if it is detached. */
  readonly ref: string;
  /** The commit that the agent began at; null before the first commit. */
  readonly base: string | null;
  /** The entries of the index that were staged then: they differ from that commit. By path. */
  readonly staged: readonly (readonly [path: string, entry: string])[];
}

/** Lists repositories that a project's runs left. @param project Only this run is there, without agents. */
export function listLeftRepositories(ralphHome: string, project: string): AgentRepository[] {
  const all = repositoriesDirOf(ralphHome);
  return namesIn(all).flatMap((id) => namesIn(join(all, id)).map((name) => join(all, id, name)))
    .filter((path) => path.endsWith(NOTE))
    .flatMap((path): AgentRepository[] =>
      attempt(() => JSON.parse(Deno.readTextFileSync(path))) ?? []
    )
    .filter((left) => left.project === project);
}

/**
 * Removes an agent's repository; its processes have ended.
 *
 * @returns True if it is gone.
 */
export function removeAgentRepository({ folder, made }: AgentRepository): boolean {
  // The agent may have removed permissions of a folder, but the user still owns it.
  const isGone = removeFolder(folder) || (openFolders(folder), removeFolder(folder));
  removeFile(noteOf(folder));
  removeEmpty(made);
  // Removes the loop's folder after its last repository.
  attempt(() => Deno.removeSync(dirname(folder)));
  return isGone;
}

/** Gives the user the permissions to remove the contents of a folder. */
function openFolders(folder: string): void {
  attempt(() => Deno.chmodSync(folder, 0o700));
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    if (infoOf(path)?.isDirectory === true) openFolders(path);
  }
}

/** Returns the path of a repository's note: next to the folder, where the agent cannot write. */
export function noteOf(folder: string): string {
  return `${folder}${NOTE}`;
}

const NOTE = ".json";

/** Returns the folder of all agents' repositories. */
export function repositoriesDirOf(ralphHome: string): string {
  return join(stateDirOf(ralphHome), "repositories");
}

/**
 * Settings that decide how content is read and written. All others stay outside: an agent does not need a
 * remote's token, and the programs that it configures run only in its sandbox.
 */
const SETTINGS =
  /^(?:user\.(?:name|email|signingkey|useconfigonly)|(?:author|committer|filter|merge|diff|i18n|init|branch|pull|rebase|status)\..*|core\.(?:abbrev|autocrlf|eol|filemode|ignorecase|longpaths|precomposeunicode|quotepath|safecrlf|sparsecheckout.*|symlinks|whitespace)|index\.sparse|extensions\.(?:objectformat|partialclone)|remote\..*\.(?:fetch|url|promisor|partialclonefilter))$/s;

/** How many times repositories may borrow objects from each other, the same limit as git's. */
const MOST_BORROWED = 5;

/** Refs below this leave an agent's repository; each is followed by its whole name. */
export const OUT = "refs/out/";

/** The file that lists the refs that the user has. */
export const KNOWN = "known";

/**
 * Creates a repository for an agent or a check.
 *
 * @param takesCommits Whether its commits are taken into the user's repository.
 * @returns Null if this work tree does not have its own repository.
 */
export async function openAgentRepository(
  { places: { ralphHome }, workFolder, loop }: Pick<RunContext, "places" | "workFolder" | "loop">,
  takesCommits: boolean,
): Promise<{ readonly own: AgentRepository; readonly git: Git } | null> {
  const top = findGitTop(workFolder);
  const folders = top === null ? null : findGitFolders(workFolder);
  if (top === null || folders === null || findForeignRepository(top, folders) !== null) return null;
  const { common } = folders;
  // With a link there, the agent would get the link's target.
  const objects = join(common, "objects");
  if (resolveLinks(objects) !== join(resolveLinks(common), "objects")) return null;
  const git = new Git(top, folders);
  const [refs, listed, base, branch] = await Promise.all([
    git.ask("for-each-ref", "--format=%(objectname) %(refname)"),
    git.ask(...LIST_SETTINGS),
    git.find("HEAD^{commit}"),
    git.run("symbolic-ref", "-q", "HEAD"),
  ]);
  const settings = readSettings(listed);
  const { id, project } = loop.facts;
  const ref = branch.isOk ? branch.out : "HEAD";
  const staged = takesCommits ? [...await readStaged(git, base)] : [];
  const all = join(repositoriesDirOf(ralphHome), id);
  Deno.mkdirSync(all, { recursive: true, mode: 0o700 });
  const folder = Deno.makeTempDirSync({ dir: resolveLinks(all), prefix: "git-" });
  const dotGit = join(top, ".git");
  const isPointer = infoOf(dotGit)?.isDirectory !== true;
  const seen = isPointer ? folder : dotGit;
  const borrowed = listBorrowed(objects);
  const named = refs.split("\n").map((line) => line.split(" ") as [string, string])
    .filter(([, name]) => name !== undefined && !/^refs\/(?:ralph\/|stash$)/.test(name));
  fill(folder, {
    HEAD: branch.isOk ? `ref: ${ref}\n` : `${base}\n`,
    "packed-refs": named.map(([commit, name]) => `${commit} ${name}\n`).join(""),
    [KNOWN]: named.map(([commit, name]) => `update ${OUT}${name} ${commit}\n`).join(""),
    "objects/info/alternates": [join(seen, "user"), ...borrowed, ""].join("\n"),
    config: selectSettings(settings),
    ...isPointer ? { pointer: `gitdir: ${seen}\n` } : {},
  });
  copyInto(folder, folders);
  // In ralph's own worktrees the user runs nothing.
  const isUsersTree = workFolder === project;
  const trees = isUsersTree ? await readTrees(git, workFolder) : [];
  const sealed = isUsersTree ? listSealed(trees, workFolder) : [];
  const made = sealed.filter(makeEmpty).map(({ path }) => path);
  // Files that exist only while agents work must not be committed.
  const hidden = made.map((path) => `/${relative(top, path)}\n`).join("");
  const excluded = join(folder, "info/exclude");
  Deno.writeTextFileSync(excluded, `\n${hidden}`, { append: true });
  const modules = join(common, "modules");
  const read = (path: string, source = path): Given => ({ path, source, access: "read" });
  const own: AgentRepository = {
    ...{ folder, seen, project, workFolder, takesCommits, ref, base, staged },
    nested: isUsersTree ? listNested(trees, workFolder) : null,
    made,
    given: [
      ...isPointer ? [read(dotGit, join(folder, "pointer"))] : [],
      { path: seen, source: folder, access: "write" },
      read(join(seen, "user"), objects),
      ...borrowed.map((path) => read(path)),
      // Git enters submodules, and their work trees are the user's.
      ...infoOf(modules)?.isDirectory === true ? [read(join(seen, "modules"), modules)] : [],
      ...sealed.map(({ path }): Given => ({ path, access: "read" })),
    ],
  };
  writeAtomic(noteOf(folder), JSON.stringify(own), { mode: 0o600, isFlushed: false });
  return { own, git };
}

/** Selects the settings of the repository that an agent needs. */
function selectSettings(settings: readonly GitSetting[]): string {
  const own = settings.filter(({ scope, key }) =>
    (scope === "local" || scope === "worktree") && SETTINGS.test(key)
  );
  const version = own.some(({ key }) => key.startsWith("extensions.")) ? "1" : "0";
  return renderSettings([
    { key: "core.repositoryformatversion", value: version },
    { key: "core.bare", value: "false" },
    ...own,
  ]);
}

/** Creates the folders and files of a repository. */
export function fill(folder: string, files: Readonly<Record<string, string>>): void {
  for (const name of ["objects/info", "objects/pack", "refs/heads", "info", "hooks", "user"]) {
    Deno.mkdirSync(join(folder, name), { recursive: true });
  }
  for (const [name, text] of Object.entries(files)) {
    Deno.writeTextFileSync(join(folder, name), text);
  }
}

/** Copies the files of which an agent has its own version. */
function copyInto(folder: string, { own, common }: GitFolders): void {
  const ofWorkTree = ["index", "info/sparse-checkout"];
  const indexes = namesIn(own).filter((name) => name.startsWith("sharedindex."));
  const ofAll = ["info/exclude", "info/attributes", "shallow"];
  for (const name of [...ofWorkTree, ...indexes, ...ofAll]) {
    const from = join(ofAll.includes(name) ? common : own, name);
    // The creator of the repository may have put a link or a pipe there.
    const info = infoOf(from);
    if (info?.isFile !== true || info.size > LARGEST_COPY_BYTES) continue;
    attempt(() => {
      Deno.copyFileSync(from, join(folder, name));
      // Git compares files again that changed in the second in which the index was written.
      if (info.mtime !== null) Deno.utimeSync(join(folder, name), info.mtime, info.mtime);
    });
  }
}

/** Size of an index of some million files. */
const LARGEST_COPY_BYTES = 1 << 28;

/** Lists the entries of the index that differ from the last commit, by path. */
export async function readStaged(git: Git, commit: string | null): Promise<Map<string, string>> {
  const how = ["--cached", "--raw", "--no-renames", "-z"];
  return readRaw(await git.ask("diff-index", ...how, await treeOf(git, commit)));
}

/** Returns the name of a commit's tree; before the first commit, of the empty tree. */
export async function treeOf(git: Git, commit: string | null): Promise<string> {
  return commit ?? await git.write("", "hash-object", "-t", "tree", "--stdin");
}

/** Reads the output of `--raw -z`: mode and object of the new side, by path. */
export function readRaw(text: string): Map<string, string> {
  const parts = text.split("\0");
  const entries = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode, , object] = parts[at]!.split(" ");
    entries.set(parts[at + 1]!, `${mode} ${object}`);
  }
  return entries;
}

/** Checks whether a folder contains a repository's objects; an agent would read all of them. */
function isObjects(path: string): boolean {
  return basename(path) === "objects" && infoOf(path)?.isDirectory === true &&
    infoOf(join(dirname(path), "HEAD"))?.isFile === true;
}

/** Lists the object folders that a repository borrows from. */
function listBorrowed(objects: string, depth = 0): string[] {
  const read = readText(join(objects, "info/alternates"));
  if (read.kind !== "text" || depth >= MOST_BORROWED) return [];
  return read.text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => resolveLinks(resolve(objects, line))).filter(isObjects)
    .flatMap((path) => [path, ...listBorrowed(path, depth + 1)]);
}

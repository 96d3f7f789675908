/**
 * The repository of an agent in a sandbox. It is not the user's: a folder of its own is in the place of
 * `.git`, with the user's objects to read, and refs, index and configuration that nobody else's git ever
 * reads. What leaves it is data: see `take_commits.ts`.
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

/** The repository of an agent or a check; a note of it on disk is for the run after a killed one. */
export interface AgentRepository {
  /** Its folder on this machine. */
  readonly folder: string;
  /** Its folder as the agent sees it. */
  readonly seen: string;
  /** What its sandbox is given. */
  readonly given: readonly Given[];
  /** Empty folders and files that were made so that agents cannot make them. */
  readonly made: readonly string[];
  /** Repositories below the top that were there before the agent; null if the user runs nothing. */
  readonly nested: readonly string[] | null;
  /** The project of the run. */
  readonly project: string;
  /** Where the agent works: the project, or its folder in a worktree. */
  readonly workFolder: string;
  /** Whether its commits become the user's. */
  readonly takesCommits: boolean;
  /** The user's branch, as a ref; `HEAD` if it is detached. */
  readonly ref: string;
  /** The commit that the agent began at; null before the first. */
  readonly base: string | null;
  /** What was staged then: the entries of the index that differ from that commit, by path. */
  readonly staged: readonly (readonly [path: string, entry: string])[];
}

/** Lists what a project's runs left. @param project Only its own run works there, and no agent of it yet. */
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
 * @returns Whether it is gone.
 */
export function removeAgentRepository({ folder, made }: AgentRepository): boolean {
  // The agent may have taken the rights of a folder away, which is the user's all the same.
  const isGone = removeFolder(folder) || (openFolders(folder), removeFolder(folder));
  removeFile(noteOf(folder));
  removeEmpty(made);
  // The loop's folder, after its last repository.
  attempt(() => Deno.removeSync(dirname(folder)));
  return isGone;
}

/** Gives the user the rights to remove what is in a folder. */
function openFolders(folder: string): void {
  attempt(() => Deno.chmodSync(folder, 0o700));
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    if (infoOf(path)?.isDirectory === true) openFolders(path);
  }
}

/** Beside the folder, where the agent cannot write. */
export function noteOf(folder: string): string {
  return `${folder}${NOTE}`;
}

const NOTE = ".json";

/** The folder of all agents' repositories. */
export function repositoriesDirOf(ralphHome: string): string {
  return join(stateDirOf(ralphHome), "repositories");
}

/**
 * Settings that say how content is read and written. Everything else stays outside: an agent needs no
 * token of a remote, and whatever program it configures runs in its sandbox only.
 */
const SETTINGS =
  /^(?:user\.(?:name|email|signingkey|useconfigonly)|(?:author|committer|filter|merge|diff|i18n|init|branch|pull|rebase|status)\..*|core\.(?:abbrev|autocrlf|eol|filemode|ignorecase|longpaths|precomposeunicode|quotepath|safecrlf|sparsecheckout.*|symlinks|whitespace)|index\.sparse|extensions\.(?:objectformat|partialclone)|remote\..*\.(?:fetch|url|promisor|partialclonefilter))$/s;

/** How far a repository may borrow objects of others, as git itself allows. */
const MOST_BORROWED = 5;

/** Refs below this leave an agent's repository, each with its whole name after it. */
export const OUT = "refs/out/";

/** The file that says which of them the user has. */
export const KNOWN = "known";

/**
 * Makes a repository for an agent or a check.
 *
 * @param takesCommits Whether its commits become the user's.
 * @returns Null without a repository that is this work tree's own.
 */
export async function openAgentRepository(
  { places: { ralphHome }, workFolder, loop }: Pick<RunContext, "places" | "workFolder" | "loop">,
  takesCommits: boolean,
): Promise<{ readonly own: AgentRepository; readonly git: Git } | null> {
  const top = findGitTop(workFolder);
  const folders = top === null ? null : findGitFolders(workFolder);
  if (top === null || folders === null || findForeignRepository(top, folders) !== null) return null;
  const { common } = folders;
  // A link there would give the agent what it leads to.
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
  // In a worktree of ralph's own the user runs nothing.
  const isUsersTree = workFolder === project;
  const trees = isUsersTree ? await readTrees(git, workFolder) : [];
  const sealed = isUsersTree ? listSealed(trees, workFolder) : [];
  const made = sealed.filter(makeEmpty).map(({ path }) => path);
  // What is there only while agents work is not to be committed.
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
      // Git enters submodules, whose work trees are the user's.
      ...infoOf(modules)?.isDirectory === true ? [read(join(seen, "modules"), modules)] : [],
      ...sealed.map(({ path }): Given => ({ path, access: "read" })),
    ],
  };
  writeAtomic(noteOf(folder), JSON.stringify(own), { mode: 0o600, isFlushed: false });
  return { own, git };
}

/** Selects the repository's own settings that an agent needs. */
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

/** Makes the folders and files of a repository. */
export function fill(folder: string, files: Readonly<Record<string, string>>): void {
  for (const name of ["objects/info", "objects/pack", "refs/heads", "info", "hooks", "user"]) {
    Deno.mkdirSync(join(folder, name), { recursive: true });
  }
  for (const [name, text] of Object.entries(files)) {
    Deno.writeTextFileSync(join(folder, name), text);
  }
}

/** Copies what an agent has a version of its own of. */
function copyInto(folder: string, { own, common }: GitFolders): void {
  const ofWorkTree = ["index", "info/sparse-checkout"];
  const indexes = namesIn(own).filter((name) => name.startsWith("sharedindex."));
  const ofAll = ["info/exclude", "info/attributes", "shallow"];
  for (const name of [...ofWorkTree, ...indexes, ...ofAll]) {
    const from = join(ofAll.includes(name) ? common : own, name);
    // Whoever made the repository may have put a link or a pipe there.
    const info = infoOf(from);
    if (info?.isFile !== true || info.size > LARGEST_COPY_BYTES) continue;
    attempt(() => {
      Deno.copyFileSync(from, join(folder, name));
      // Git compares files again that were changed in the second in which the index was written.
      if (info.mtime !== null) Deno.utimeSync(join(folder, name), info.mtime, info.mtime);
    });
  }
}

/** An index of some million files. */
const LARGEST_COPY_BYTES = 1 << 28;

/** Lists the entries of the index that differ from the last commit, by path. */
export async function readStaged(git: Git, commit: string | null): Promise<Map<string, string>> {
  const how = ["--cached", "--raw", "--no-renames", "-z"];
  return readRaw(await git.ask("diff-index", ...how, await treeOf(git, commit)));
}

/** Names a commit's tree; before the first commit, the empty one. */
export async function treeOf(git: Git, commit: string | null): Promise<string> {
  return commit ?? await git.write("", "hash-object", "-t", "tree", "--stdin");
}

/** Reads `--raw -z`: mode and object of the new side, by path. */
export function readRaw(text: string): Map<string, string> {
  const parts = text.split("\0");
  const entries = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode, , object] = parts[at]!.split(" ");
    entries.set(parts[at + 1]!, `${mode} ${object}`);
  }
  return entries;
}

/** Tells whether a folder has the objects of a repository: of another one, an agent would read all. */
function isObjects(path: string): boolean {
  return basename(path) === "objects" && infoOf(path)?.isDirectory === true &&
    infoOf(join(dirname(path), "HEAD"))?.isFile === true;
}

/** Lists the folders of objects that a repository borrows. */
function listBorrowed(objects: string, depth = 0): string[] {
  const read = readText(join(objects, "info/alternates"));
  if (read.kind !== "text" || depth >= MOST_BORROWED) return [];
  return read.text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => resolveLinks(resolve(objects, line))).filter(isObjects)
    .flatMap((path) => [path, ...listBorrowed(path, depth + 1)]);
}

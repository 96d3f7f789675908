/**
 * The repository of an agent in a sandbox. It is not the user's: a folder of its own is in the place of
 * `.git`, with the user's objects to read, and refs, index and configuration that nobody else's git ever
 * reads. What leaves it is data: see `take_commits.ts`.
 *
 * @module
 */
import { basename, dirname, join, resolve } from "@std/path";
import { attempt } from "../../error.ts";
import { writeAtomic } from "../../store/files/atomic_file.ts";
import { infoOf, isFolder, namesIn, removeFile } from "../../store/files/presence.ts";
import { readText } from "../../store/files/text_file.ts";
import { findForeignRepository, findGitFolders } from "../../store/git_exclude.ts";
import { findGitTop, isWithin, resolveLinks } from "../../store/project.ts";
import type { Given } from "../sandbox/given.ts";
import { Git } from "../parallel/git.ts";
import { stateDirOf } from "../parallel/worktrees.ts";

/** The repository of an agent, for the run after a killed one. */
export interface LeftRepository extends Omit<AgentRepository, "git"> {
  readonly workFolder: string;
}

/** Notes an agent's repository beside it, where the agent cannot write. */
export function noteRepository(
  { git: _, staged, ...own }: AgentRepository,
  workFolder: string,
): void {
  const text = JSON.stringify({ ...own, workFolder, staged: [...staged] });
  writeAtomic(noteOf(own.folder), text, { mode: 0o600, isFlushed: false });
}

/** Lists the repositories that killed runs left. */
export function listLeftRepositories(ralphHome: string): LeftRepository[] {
  const all = repositoriesDirOf(ralphHome);
  const notes = namesIn(all).flatMap((id) =>
    namesIn(join(all, id)).filter((name) => name.endsWith(NOTE)).map((name) => join(all, id, name))
  );
  return notes.flatMap((path) => {
    const read = attempt(() => JSON.parse(Deno.readTextFileSync(path)));
    return read === null ? [] : [{ ...read, staged: new Map(read.staged) }];
  });
}

const NOTE = ".json";

function noteOf(folder: string): string {
  return `${folder}${NOTE}`;
}

/** The repository of an agent. */
export interface AgentRepository {
  /** Its folder on this machine. */
  readonly folder: string;
  /** Its folder as the agent sees it. */
  readonly seen: string;
  /** The user's git in the same work tree. */
  readonly git: Git;
  /** What its sandbox is given. */
  readonly given: readonly Given[];
  /** The user's branch, as a ref; `HEAD` where it is detached. */
  readonly ref: string;
  /** The commit that the agent began at; null before the first. */
  readonly base: string | null;
  /** What was staged then: the entries of the index that differ from that commit. */
  readonly staged: ReadonlyMap<string, string>;
}

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

/**
 * Makes a repository for an agent or a check.
 *
 * @param workFolder Where it works, links resolved.
 * @param id The loop.
 * @param takesCommits Whether its commits become the user's.
 * @returns Null without a repository that is this work tree's own.
 */
export async function openAgentRepository(
  ralphHome: string,
  workFolder: string,
  id: string,
  takesCommits: boolean,
): Promise<AgentRepository | null> {
  const top = findGitTop(workFolder);
  const folders = top === null ? null : findGitFolders(workFolder);
  if (top === null || folders === null || findForeignRepository(top, folders) !== null) return null;
  const { own, common } = folders;
  // A link there would give the agent what it leads to.
  const objects = join(common, "objects");
  if (resolveLinks(objects) !== join(resolveLinks(common), "objects")) return null;
  const git = new Git(top, folders);
  const [refs, settings, head, ref, staged] = await Promise.all([
    git.ask("for-each-ref", "--format=%(objectname) %(refname)"),
    git.ask("config", "--list", "--includes", "--show-scope", "--null"),
    git.run("rev-parse", "-q", "--verify", "HEAD^{commit}"),
    git.run("symbolic-ref", "-q", "HEAD"),
    takesCommits ? readStaged(git) : new Map<string, string>(),
  ]);
  const all = repositoriesDirOf(ralphHome);
  Deno.mkdirSync(join(all, id), { recursive: true, mode: 0o700 });
  const folder = Deno.makeTempDirSync({ dir: resolveLinks(join(all, id)), prefix: "git-" });
  const dotGit = join(top, ".git");
  const isPointer = infoOf(dotGit)?.isDirectory !== true;
  const seen = isPointer ? folder : dotGit;
  for (const name of ["objects/info", "objects/pack", "refs/heads", "info", "hooks", "user"]) {
    Deno.mkdirSync(join(folder, name), { recursive: true });
  }
  const write = (name: string, text: string) => Deno.writeTextFileSync(join(folder, name), text);
  write("HEAD", ref.isOk ? `ref: ${ref.out}\n` : `${head.out}\n`);
  const named = refs.split("\n").filter((line) => line !== "" && !line.includes(" refs/ralph/"));
  write("packed-refs", named.map((line) => `${line}\n`).join(""));
  const borrowed = listBorrowed(objects);
  write("objects/info/alternates", [join(seen, "user"), ...borrowed].join("\n") + "\n");
  const { text, hooksPath } = renderSettings(settings);
  write("config", text);
  const copies = ["index", "info/sparse-checkout", ...namesIn(own).filter(isSharedIndex)]
    .map((name) => [own, name] as const);
  const shared = ["info/exclude", "info/attributes", "shallow"].map((name) =>
    [common, name] as const
  );
  for (const [from, name] of [...copies, ...shared]) {
    // Whoever made the repository may have put a link or a pipe there.
    const info = infoOf(join(from, name));
    if (info?.isFile !== true || info.size > LARGEST_COPY_BYTES) continue;
    attempt(() => Deno.copyFileSync(join(from, name), join(folder, name)));
  }
  if (isPointer) write("pointer", `gitdir: ${seen}\n`);
  const modules = join(common, "modules");
  const hooks = hooksPath === null ? null : resolve(top, hooksPath);
  return {
    folder,
    seen,
    git,
    ref: ref.isOk ? ref.out : "HEAD",
    base: head.isOk ? head.out : null,
    staged,
    given: [
      ...isPointer
        ? [{ path: dotGit, source: join(folder, "pointer"), access: "read" as const }]
        : [],
      { path: seen, source: folder, access: "write" },
      { path: join(seen, "user"), source: objects, access: "read" },
      ...borrowed.map((path) => ({ path, access: "read" as const })),
      // Git enters submodules, whose work trees are the user's.
      ...infoOf(modules)?.isDirectory === true
        ? [{ path: join(seen, "modules"), source: modules, access: "read" as const }]
        : [],
      // The user's next commit runs these.
      ...hooks !== null && isWithin(hooks, top) && hooks !== top && isFolder(hooks)
        ? [{ path: hooks, access: "read" as const }]
        : [],
    ],
  };
}

/** Removes an agent's repository; its processes have ended. */
export function removeAgentRepository({ folder }: Pick<AgentRepository, "folder">): void {
  attempt(() => Deno.removeSync(folder, { recursive: true }));
  removeFile(noteOf(folder));
  // The loop's folder, after its last repository.
  attempt(() => Deno.removeSync(dirname(folder)));
}

/** Lists the entries of the index that differ from the last commit, by path. */
export async function readStaged(git: Git): Promise<Map<string, string>> {
  const { isOk, out } = await git.run(
    "diff-index",
    "--cached",
    "--raw",
    "--no-renames",
    "-z",
    "HEAD",
  );
  return isOk ? readRaw(out) : new Map();
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

function isSharedIndex(name: string): boolean {
  return name.startsWith("sharedindex.");
}

/** An index of some million files. */
const LARGEST_COPY_BYTES = 1 << 28;

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

/** Renders the repository's own settings that an agent needs, and finds the folder of hooks. */
function renderSettings(listed: string): { text: string; hooksPath: string | null } {
  const lines: string[] = [];
  let hooksPath: string | null = null;
  let hasExtension = false;
  const parts = listed.split("\0");
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [scope, setting = ""] = [parts[at], parts[at + 1]];
    const end = setting.indexOf("\n");
    const key = end < 0 ? setting : setting.slice(0, end);
    const value = end < 0 ? null : setting.slice(end + 1);
    if (key === "core.hookspath" && scope !== "command") hooksPath = value;
    if (scope !== "local" && scope !== "worktree" || !SETTINGS.test(key)) continue;
    hasExtension ||= key.startsWith("extensions.");
    lines.push(...renderSetting(key, value));
  }
  const version = hasExtension ? 1 : 0;
  return {
    text: `[core]\n\trepositoryFormatVersion = ${version}\n\tbare = false\n${lines.join("\n")}\n`,
    hooksPath,
  };
}

function renderSetting(key: string, value: string | null): string[] {
  const [from, to] = [key.indexOf("."), key.lastIndexOf(".")];
  const quote = (text: string) => `"${text.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
  // An address may have a password in it.
  const withoutLogin = (text: string) => text.replaceAll(/(:\/\/)[^/\s]*@/g, "$1");
  const section = from === to
    ? key.slice(0, from)
    : `${key.slice(0, from)} ${quote(withoutLogin(key.slice(from + 1, to)))}`;
  const name = key.slice(to + 1);
  const shown = value === null ? null : withoutLogin(value);
  return [`[${section}]`, shown == null ? `\t${name}` : `\t${name} = ${quote(shown)}`];
}

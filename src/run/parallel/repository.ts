/**
 * Opens the repository of a parallel run: checks whether it may be used, and which branch receives the work.
 *
 * @module
 */
import { UsageError } from "../../error.ts";
import { isThere } from "../../store/files/presence.ts";
import { readText } from "../../store/files/text_file.ts";
import { findForeignRepository, findGitFolders, type GitFolders } from "../../store/git_exclude.ts";
import { findGitTop } from "../../store/project.ts";
import { join, relative } from "@std/path";
import { Git } from "./git.ts";
import { listIgnored } from "./ignored_files.ts";

/** The repository of a parallel run. */
export interface Repository {
  /** Git in the work tree of the run. */
  readonly git: Git;
  /** The top of the work tree. */
  readonly top: string;
  /** The project's folder below the top; empty for the top itself. */
  readonly prefix: string;
  /** The branch that the run was started on. */
  readonly branch: string;
  /** Files with uncommitted changes that agents keep away from, relative to the top. */
  readonly dirty: readonly string[];
  /** Ignored files that agents need, relative to the top. */
  readonly ignored: readonly string[];
  /** Finds files with uncommitted changes. Throws if there are any and they are not allowed. */
  readonly findDirty: (git: Git) => Promise<readonly string[]>;
}

const STATUS = ["--porcelain", "-z", "--untracked-files=no"];

/** The requirements of a repository. */
interface RepositoryWish {
  /** The option that needs it, for messages. */
  readonly option: "--parallel" | "--shard" | "--merge";
  /** Whether agents keep away from files with uncommitted changes, instead of refusing to start. */
  readonly isDirtyAllowed: boolean;
  /** True if no branch is needed, since nothing is merged here. */
  readonly isDetachedAllowed?: boolean;
}

/**
 * Opens the repository of a run whose agents work in worktrees.
 *
 * @param own Files that may be changed: the plan and its companions, absolute.
 * @param wish The requirements.
 * @throws {UsageError} If agents cannot get worktrees here.
 */
export async function openRepository(
  project: string,
  own: readonly string[],
  { option, isDirtyAllowed, isDetachedAllowed = false }: RepositoryWish,
): Promise<Repository> {
  const hint = `Leave ${option} out to work on one item at a time.`;
  const refuse = (why: string, how = hint) =>
    new UsageError(`${option} cannot be used: ${why}`, { hint: how });
  const { top, folders } = await findRepository(project, refuse);
  const git = new Git(top, folders);
  const unsupported = await findUnsupported(git, top);
  if (unsupported !== null) throw refuse(unsupported);
  if (await git.find("HEAD^{commit}") === null) {
    throw refuse("the repository has no commit yet", "Commit your files first.");
  }
  const obstacle = isDetachedAllowed ? null : await findObstacle(git);
  if (obstacle !== null) {
    throw refuse(
      `git cannot merge here: ${obstacle}`,
      "Finish the operation in progress: git status.",
    );
  }
  const head = await git.run("symbolic-ref", "-q", "--short", "HEAD");
  if (!head.isOk && !isDetachedAllowed) {
    throw refuse("the repository is on no branch (detached HEAD)", "Switch to a branch first.");
  }
  const ownPaths = own.map((path) => relative(top, path));
  const findDirty = async (asked: Git): Promise<readonly string[]> => {
    const changed = readStatus(await asked.ask("status", ...STATUS));
    const dirty = await withoutFiltered(asked, changed.filter((path) => !ownPaths.includes(path)));
    if (dirty.length === 0 || isDirtyAllowed) return dirty;
    const who = dirty.length === 1 ? "a file has" : `${dirty.length} files have`;
    const named = dirty.slice(0, 3).join(", ") + (dirty.length > 3 ? ", …" : "");
    throw refuse(
      `${who} uncommitted changes: ${named}`,
      "Commit or stash them, or keep agents' changes away from them: --allow-dirty.",
    );
  };
  return {
    git,
    top,
    prefix: relative(top, project),
    branch: head.out,
    dirty: await findDirty(git),
    findDirty,
    ignored: await listIgnored(git),
  };
}

/** Finds a repository with a work tree that git can read. */
async function findRepository(
  project: string,
  refuse: (why: string, how?: string) => UsageError,
): Promise<{ readonly top: string; readonly folders: GitFolders }> {
  const top = findGitTop(project);
  const folders = findGitFolders(project);
  const foreign = top === null || folders === null ? null : findForeignRepository(top, folders);
  if (foreign !== null) throw refuse(foreign);
  const bare = await new Git(top ?? project, null).run("rev-parse", "--is-bare-repository");
  if (bare.out === "true") {
    const how = "Run it in a worktree: git worktree add FOLDER BRANCH.";
    throw refuse("the repository is bare, so no files are checked out", how);
  }
  if (top === null || folders === null) throw refuse("the project does not use git");
  // Git refuses a repository that another user owns, and says how to permit it.
  if (!bare.isOk) throw refuse(`git cannot read the repository: ${bare.why}`);
  return { top, folders };
}

/** Leaves out files that only their filter can compare, while it may not run. */
async function withoutFiltered(git: Git, paths: readonly string[]): Promise<readonly string[]> {
  if (git.programs === "trusted" || paths.length === 0) return paths;
  const listed = await git.write(paths.join("\0"), "check-attr", "-z", "--stdin", "filter");
  const fields = listed.split("\0");
  return paths.filter((_, at) => ["unspecified", "unset"].includes(fields[at * 3 + 2] ?? ""));
}

/**
 * Tries what the first finished item will need, so that agents do not work in vain. A lock left by a killed
 * git, or an unfinished merge or rebase, would prevent the merge.
 *
 * @returns Git's message; null if it can merge.
 */
async function findObstacle(git: Git): Promise<string | null> {
  if (git.isRebasing) return "a rebase is not finished";
  // Git does not track this path, so nothing is removed.
  const takesLock = ["rm", "-q", "--cached", "--ignore-unmatch", "--", ".git"];
  for (const probe of [["merge", "-q", "--ff-only", "HEAD"], takesLock]) {
    const { isOk, why } = await git.run(...probe);
    if (!isOk) return why;
  }
  return null;
}

/** Reads the paths of `git status --porcelain -z`. */
function readStatus(text: string): string[] {
  const parts = text.split("\0").filter((part) => part !== "");
  const paths: string[] = [];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!;
    paths.push(part.slice(3));
    // A renamed file is followed by its old name.
    if (/^[RC]/.test(part)) paths.push(parts[++at] ?? "");
  }
  return paths;
}

/** Finds contents that worktrees would not have, or would have in another form. */
async function findUnsupported(git: Git, top: string): Promise<string | null> {
  if (isThere(join(top, ".gitmodules"))) return "the repository has submodules";
  if (isThere(join(git.ownFolder, "info/sparse-checkout"))) {
    const { out } = await git.run("config", "--type=bool", "core.sparseCheckout");
    if (out === "true") return "only a part of the files is checked out (sparse checkout)";
  }
  const attributes = readText(join(top, ".gitattributes"));
  const hasLfs = attributes.kind === "text" && /\bfilter=lfs\b/.test(attributes.text);
  return hasLfs ? "the repository keeps files in Git LFS" : null;
}

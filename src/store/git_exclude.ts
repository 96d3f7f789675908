/** Keeps ralph's project files out of git by listing them in `.git/info/exclude` once. */
import { basename, dirname, join, resolve } from "../system/path.ts";
import { StateError } from "../error.ts";
import { writeAtomic } from "./files/atomic_file.ts";
import { isThere } from "./files/presence.ts";
import { findGitTop, resolveLinks } from "./project.ts";
import { IGNORED_PATTERNS } from "./project_files.ts";
import { readText } from "./files/text_file.ts";

/** The hint for a repository whose folder is elsewhere. */
const BY_HAND =
  "You can list them in .gitignore yourself: .claude/loop-enabled, .claude/ralph-*.json " +
  "and .ralph-result";

/** The beginning of the list in every version. */
const BEGIN = "# ralph: begin";
const FIRST_LINE = `${BEGIN} (the files that its loops write; updated while a loop runs)`;
const END = "# ralph: end";

/**
 * Lists ralph's project files in the repository's own exclude file.
 *
 * @param project At or below a git top level.
 * @returns True if the list was written now; false if it was there already, or outside of git.
 * @throws {StateError} If it cannot be written, or the list belongs to another repository.
 */
export function excludeFromGit(project: string): boolean {
  const folders = findGitFolders(project);
  const top = findGitTop(project);
  if (folders === null || top === null) return false;
  const path = join(folders.common, "info/exclude");
  const foreign = findForeignList(top, folders, path);
  if (foreign !== null) throw new StateError(`${foreign}. ${BY_HAND}`);
  const read = readText(path);
  if (read.kind === "unreadable") throw new StateError(`Cannot read "${path}": ${read.why}`);
  const text = read.kind === "text" ? read.text : "";
  const changed = withBlock(text);
  if (changed === text) return false;
  writeAtomic(path, changed, { mode: 0o644, folderMode: 0o755, followLinks: true });
  return true;
}

/** The folders of a repository; they differ in a worktree only. */
export interface GitFolders {
  /** Contains `HEAD`: a worktree has its own. */
  readonly own: string;
  /** Contains `refs`, `packed-refs` and `info/exclude`: a worktree uses the main repository's. */
  readonly common: string;
}

/**
 * Finds a repository's folders without starting git.
 *
 * @returns The folders; null outside of git, or if `.git` does not lead to a repository.
 */
export function findGitFolders(project: string): GitFolders | null {
  const top = findGitTop(project);
  if (top === null) return null;
  const own = gitDirOf(join(top, ".git"));
  if (own === null) return null;
  const link = contentOf(join(own, "commondir"));
  const common = link === null ? own : resolve(own, link);
  return isThere(join(common, "HEAD")) ? { own, common } : null;
}

/** Explains why the exclude file is not this project's, such as a link to another file of the user. */
function findForeignList(top: string, folders: GitFolders, path: string): string | null {
  const foreign = findForeignRepository(top, folders);
  if (foreign !== null) return foreign;
  const list = isThere(path)
    ? resolveLinks(path)
    : join(resolveLinks(dirname(path)), basename(path));
  return list.startsWith(join(resolveLinks(folders.common), "/"))
    ? null
    : `"${path}" is a link that leads out of the repository, to "${list}"`;
}

/**
 * Explains why a repository is not this work tree's. An archive can contain a `.git` that names another
 * repository. Git's own pointers lead both ways.
 *
 * @returns A sentence; null if the repository is this work tree's.
 */
export function findForeignRepository(top: string, { own, common }: GitFolders): string | null {
  const dotGit = join(top, ".git");
  const realOwn = resolveLinks(own);
  const realCommon = resolveLinks(common);
  if (realOwn !== dotGit && !leadsBack(dotGit, realOwn)) {
    return `"${dotGit}" leads to "${realOwn}", which does not name this folder as its own`;
  }
  if (realCommon !== realOwn && !realOwn.startsWith(join(realCommon, "worktrees", "/"))) {
    return `"${realOwn}" names "${realCommon}" as its repository, and is not one of its worktrees`;
  }
  return null;
}

/** Checks whether the git folder names its `.git` file (a worktree) or its work tree (a submodule). */
function leadsBack(dotGit: string, own: string): boolean {
  const worktree = contentOf(join(own, "gitdir"));
  if (worktree !== null) return resolveLinks(resolve(own, worktree)) === dotGit;
  const config = readText(join(own, "config"));
  if (config.kind !== "text") return false;
  const named = /^\s*worktree\s*=\s*(.*?)\s*$/m.exec(config.text)?.[1];
  if (named === undefined) return false;
  return resolveLinks(resolve(own, named.replace(/^"(.*)"$/, "$1"))) === dirname(dotGit);
}

/**
 * Finds the folder of a `.git`. In worktrees and submodules, `.git` is a file that names it.
 *
 * @returns Null if it does not lead to a repository.
 */
export function gitDirOf(dotGit: string): string | null {
  const text = contentOf(dotGit);
  if (text === null) return isThere(join(dotGit, "HEAD")) ? dotGit : null;
  const prefix = "gitdir: ";
  return text.startsWith(prefix) ? resolve(dirname(dotGit), text.slice(prefix.length)) : null;
}

/** Reads a path that git wrote: everything but the last line end, since paths may contain line feeds. */
function contentOf(path: string): string | null {
  const read = readText(path, 65_536);
  return read.kind === "text" ? read.text.replace(/\r?\n$/, "") : null;
}

function withBlock(text: string): string {
  const block = [FIRST_LINE, ...IGNORED_PATTERNS, END].join("\n");
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END, begin + 1);
  if (begin >= 0 && end > begin) {
    return text.slice(0, begin) + block + text.slice(end + END.length);
  }
  const prefix = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  return `${prefix}${block}\n`;
}

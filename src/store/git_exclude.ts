/** Keeps our project files out of git: they are listed in `.git/info/exclude` once. */
import { basename, dirname, join, resolve } from "../system/path.ts";
import { StateError } from "../error.ts";
import { writeAtomic } from "./files/atomic_file.ts";
import { isThere } from "./files/presence.ts";
import { findGitTop, resolveLinks } from "./project.ts";
import { IGNORED_PATTERNS } from "./project_files.ts";
import { readText } from "./files/text_file.ts";

/** The hint for a repository that is kept elsewhere. */
const BY_HAND =
  "You can list them in .gitignore yourself: .claude/loop-enabled, .claude/ralph-*.json " +
  "and .ralph-result";

/** What the list begins with in every version. */
const BEGIN = "# ralph: begin";
const FIRST_LINE = `${BEGIN} (the files that its loops write; updated while a loop runs)`;
const END = "# ralph: end";

/**
 * Lists our project files in the repository's own exclude file.
 *
 * @param project At or below a git top level.
 * @returns Whether the list was written now; false if it is there already, and outside of git.
 * @throws {StateError} Where it cannot be written, or the list is another repository's.
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
 * @returns The folders; null outside of git, or where `.git` does not lead to a repository.
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

/** Says why the exclude file is not this project's, such as a link to a file of the user's. */
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
 * Says why a repository is not this work tree's. An archive can contain a `.git` that names another
 * repository; git's own pointers lead both ways.
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

/** A worktree's folder names the file that points to it, a submodule's its work tree. */
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
 * Finds the folder that a `.git` is, or that it names: in worktrees and submodules it is a file.
 *
 * @returns Null if it does not lead to a repository.
 */
export function gitDirOf(dotGit: string): string | null {
  const text = contentOf(dotGit);
  if (text === null) return isThere(join(dotGit, "HEAD")) ? dotGit : null;
  const prefix = "gitdir: ";
  return text.startsWith(prefix) ? resolve(dirname(dotGit), text.slice(prefix.length)) : null;
}

/** A path that git wrote: everything but the last line end, since paths may contain line feeds. */
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

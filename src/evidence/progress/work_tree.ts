/** The checkout that a session works in: the project's own, or another worktree of the same repository. */
import { exists, realPathOf } from "../../store/files/presence.ts";
import { readText } from "../../store/files/text_file.ts";
import { findForeignRepository, findGitFolders } from "../../store/git_exclude.ts";
import { findGitTop, isWithin, resolveLinks } from "../../store/project.ts";
import { join } from "../../system/path.ts";

/** A checkout of the project's repository other than the project's own. */
export interface WorkTree {
  /** Links resolved. */
  readonly top: string;
  /** The folder in it that corresponds to the project. */
  readonly project: string;
}

/**
 * Finds the worktree that a session works in. Git's own pointers decide, and they must lead both ways.
 *
 * @param project The project's root, links resolved.
 * @param cwd The session's working directory, as its client reports it.
 * @returns Null in the project's own checkout, and in a folder that is not a checkout of its repository.
 */
export function findWorkTree(project: string, cwd: string | null | undefined): WorkTree | null {
  const here = cwd == null ? null : realPathOf(cwd);
  const own = findGitTop(project);
  const top = here === null ? null : findGitTop(here);
  if (own === null || top === null || top === own) return null;
  const folders = findGitFolders(top);
  const common = findGitFolders(own)?.common ?? null;
  if (folders === null || common === null) return null;
  if (resolveLinks(folders.common) !== resolveLinks(common)) return null;
  if (findForeignRepository(top, folders) !== null) return null;
  const same = moveInto(top, own, project);
  return { top, project: same !== null && exists(same) ? same : top };
}

/**
 * Finds the path of a project's file in another checkout.
 *
 * @returns Null for a file outside of the repository.
 */
export function findCopy({ top }: WorkTree, project: string, path: string): string | null {
  const own = findGitTop(project);
  return own === null ? null : moveInto(top, own, resolveLinks(path));
}

function moveInto(top: string, from: string, path: string): string | null {
  if (!isWithin(path, from)) return null;
  return path === from ? top : join(top, path.slice(from.length + 1));
}

/**
 * Names a checkout for people: `the checkout of main`, and the folder of another worktree.
 *
 * @param tree The worktree; null for the project's own checkout.
 */
export function nameCheckout(project: string, tree: WorkTree | null): string {
  const head = findGitFolders(tree?.top ?? project)?.own ?? null;
  const content = head === null ? null : readText(join(head, "HEAD"), 4_096);
  const text = content?.kind === "text" ? content.text.trim() : "";
  const branch = /^ref:\s*refs\/heads\/(.+)$/.exec(text)?.[1];
  const what = branch === undefined ? "the checkout" : `the checkout of ${branch}`;
  if (tree === null) return what;
  const folder = isWithin(tree.top, project) ? tree.top.slice(project.length + 1) : tree.top;
  return `${what} in ${folder}`;
}

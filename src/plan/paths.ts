/** The location of a plan, with links resolved: in its project or not. Not for hooks. */
import { isAbsolute, relative } from "@std/path";
import { realPathOf } from "../store/files/presence.ts";
import { statOf } from "./files.ts";

/** Checks whether a path is below a root after all links are resolved. */
export function isReallyBelow(path: string, root: string): boolean {
  const real = realPathOf(path);
  const realRoot = realPathOf(root) ?? root;
  return real !== null && real.startsWith(`${realRoot.replace(/\/+$/, "")}/`);
}

/**
 * Checks whether a path leads out of a project, with links resolved.
 *
 * @param path An absolute path. If it does not exist, its text decides.
 */
export function leadsOut(path: string, project: string): boolean {
  if (statOf(path) !== null) return !isReallyBelow(path, project);
  const inside = relative(project, path);
  return inside.startsWith("..") || isAbsolute(inside);
}

/**
 * Returns a path relative to the project's root, if it is in the project.
 *
 * @param path An absolute path.
 */
export function pathInProject(path: string, project: string): string {
  const root = project.replace(/[/\\]+$/, "");
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/** Checks whether Claude Code asks before it writes a file. */
export function isUnderClaudeFolder(path: string): boolean {
  return path.split("/").includes(".claude");
}

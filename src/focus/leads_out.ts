/**
 * Whether what a project's own files name is in the project: people clone repositories.
 *
 * @module
 */
import { isAbsolute, relative } from "@std/path";
import { isReallyBelow } from "./_candidates.ts";
import type { Files } from "./discovery.ts";
import { REAL_FILES } from "./real_files.ts";

/**
 * Whether a path names something outside of a project, links resolved.
 *
 * @param path An absolute path; one that does not exist is judged by its words.
 * @param project The project's root.
 * @param files The disk. Default: this machine's.
 */
export function leadsOut(path: string, project: string, files: Files = REAL_FILES): boolean {
  if (files.stat(path) !== null) return !isReallyBelow(path, project, files);
  const inside = relative(project, path);
  return inside.startsWith("..") || isAbsolute(inside);
}

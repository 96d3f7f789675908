/**
 * Where the plan's file really lies: an agent may have put a link in its place.
 *
 * @module
 */
import { SEPARATOR } from "@std/path";
import { REAL_FILES } from "../../focus/files.ts";

/**
 * Whether the plan now leads somewhere else than when the run began, and out of the project.
 *
 * @param path The plan, its links resolved when the run began.
 * @param project The project's root, links resolved.
 * @returns Where it leads; null where it stayed, or is not there.
 */
export function findEscape(path: string, project: string): string | null {
  const real = REAL_FILES.realPath(path);
  if (real === null || real === path) return null;
  return real.startsWith(project + SEPARATOR) ? null : real;
}

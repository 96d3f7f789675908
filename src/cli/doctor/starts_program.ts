/** Whether a file that the PATH finds is this program. */
import { basename, dirname, join } from "@std/path";
import { resolveLinks } from "../../store/project.ts";

/** The file by which the npm package starts the program of another package. */
const LAUNCHER = "ralph.js";

/** Checks whether a path leads to a program: the program itself, a link to it, or the launcher of the npm package. */
export function startsProgram(path: string, program: string): boolean {
  const [found, wanted] = [resolveLinks(path), resolveLinks(program)];
  if (found === wanted || basename(found) !== LAUNCHER) return found === wanted;
  const folder = dirname(found);
  const name = basename(dirname(wanted));
  // Where Node looks for the package.
  return [join(folder, "node_modules"), dirname(folder)]
    .some((packages) => resolveLinks(join(packages, name, basename(wanted))) === wanted);
}

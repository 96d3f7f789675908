/** Recognizes this program among the files that the PATH finds. */
import { basename, dirname, join } from "@std/path";
import { resolveLinks } from "../../store/project.ts";

/** The npm package's launcher of the program, which is in another package. */
const LAUNCHER = "ralph.js";

/** Checks whether a path leads to a program: the file itself, a link to it, or the npm package's launcher. */
export function startsProgram(path: string, program: string): boolean {
  const [found, wanted] = [resolveLinks(path), resolveLinks(program)];
  if (found === wanted || basename(found) !== LAUNCHER) return found === wanted;
  const folder = dirname(found);
  const name = basename(dirname(wanted));
  // The folders in which Node looks for the package.
  return [join(folder, "node_modules"), dirname(folder)]
    .some((packages) => resolveLinks(join(packages, name, basename(wanted))) === wanted);
}

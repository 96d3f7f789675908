/** Which folders of the search path ralph's own programs, such as git, come from. */
import { attempt } from "../error.ts";
import { isAbsolute, join } from "../path/path.ts";

/**
 * Drops the folders of a project, such as `node_modules/.bin`, and those that depend on the working
 * directory: whoever wrote the project could put a `git` there.
 *
 * @param project The project's root, links resolved.
 */
export function withoutFoldersOf(project: string, searchPath: string): string {
  const inside = join(project, "/");
  return searchPath.split(":").filter((folder) => {
    const real = attempt(() => Deno.realPathSync(folder)) ?? join(folder);
    return isAbsolute(folder) && !join(real, "/").startsWith(inside);
  }).join(":");
}

/** Which programs ralph itself runs: git, bubblewrap and others, outside of the sandbox. */
import { isAbsolute } from "@std/path";
import { isWithin, resolveLinks } from "../../store/project.ts";

/**
 * Takes the project's folders off ralph's own search path, such as `node_modules/.bin`: an agent in a
 * sandbox can write a `git` there. Agents and checks keep the whole path.
 *
 * @param project The project's root, links resolved.
 */
export function leaveOutProject(project: string): void {
  if (Deno.build.os === "windows") return;
  Deno.env.set("PATH", withoutFoldersOf(project, Deno.env.get("PATH") ?? ""));
}

/** Drops the folders of a project, and those that depend on the working directory. */
export function withoutFoldersOf(project: string, searchPath: string): string {
  return searchPath.split(":")
    .filter((folder) => isAbsolute(folder) && !isWithin(resolveLinks(folder), project))
    .join(":");
}

/** Which programs ralph itself runs: git, bubblewrap and others, outside of the sandbox. */
import { withoutFoldersOf } from "../../system/run_git.ts";

/**
 * Takes the project's folders off ralph's own search path, such as `node_modules/.bin`: an agent in a
 * sandbox can write a `git` there. Agents and checks keep the whole path.
 */
export function leaveOutProject(project: string): void {
  Deno.env.set("PATH", withoutFoldersOf(project, Deno.env.get("PATH") ?? ""));
}

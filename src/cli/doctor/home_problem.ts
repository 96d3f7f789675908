/**
 * Checks whether the folder of ralph and Claude Code can be entered at all. If not, that is the only
 * finding: the checks would repeat it for each file in the folder.
 */
import { dirname, join } from "@std/path";
import { messageOf } from "../../error.ts";
import { type DoctorFinding, fail } from "./check.ts";

/**
 * Finds the folder that cannot be entered.
 *
 * @param claudeDir The client's folder in the home folder.
 * @param look Reads the metadata of a path; throws if that fails.
 * @returns Null if it can be entered, or does not exist.
 */
export function findHomeProblem(
  claudeDir: string,
  look: (path: string) => unknown = Deno.lstatSync,
): DoctorFinding | null {
  let closed: string | null = null;
  let why = "";
  for (let folder = claudeDir; folder !== dirname(folder); folder = dirname(folder)) {
    try {
      look(join(folder, "any"));
    } catch (error) {
      if (!(error instanceof Deno.errors.PermissionDenied)) continue;
      closed = folder;
      why = messageOf(error);
    }
  }
  return closed === null ? null : fail("system.home", `"${closed}" cannot be entered`, {
    detail: ["All files of ralph and Claude Code are below it", why],
    advice: "Give yourself the rights to that folder, or set HOME to a folder of yours.",
  });
}

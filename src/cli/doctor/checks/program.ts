import { join } from "@std/path";
import { findProgram } from "../../../system/find_program.ts";
import { resolveLinks } from "../../../store/project.ts";
import { quoteForShell } from "../../../text/shell_word.ts";
import { type Checkup, type DoctorFinding, fail, warn } from "../check.ts";
import { startsProgram } from "../starts_program.ts";
import { findHookStart } from "./packs.ts";
import { isFromSources } from "./registration.ts";

/**
 * Yields problems of this program: of its folder and environment, of the PATH that should find it, and
 * of how its hooks start.
 */
export async function* program(checkup: Checkup): AsyncGenerator<DoctorFinding, string> {
  const { env, executable, version, projectProblem } = checkup;
  if (projectProblem !== null) {
    yield fail("program.folder", "No loop can run in this folder", {
      detail: [projectProblem.why],
      advice: projectProblem.hint,
    });
  }
  if (env.home === null && env.ralphHome === null) {
    yield fail("program.environment", "There is no home folder, so nothing can be recorded", {
      detail: env.problems,
      advice: "Set HOME to your home folder, as an absolute path.",
    });
  } else if (env.problems.length > 0) {
    yield warn("program.environment", "A variable of the environment is not used", {
      detail: env.problems,
      advice: "Set it to an absolute path, or unset it.",
    });
  }
  if (isFromSources(executable)) return `ralph ${version}, from its sources`;
  const here = resolveLinks(executable);
  const searchPath = env.variable("PATH") ?? "";
  const found = findProgram("ralph", searchPath, env.cwd);
  if (found.kind !== "found") {
    const folder = join(env.home ?? "/", ".local", "bin");
    const isOnPath = searchPath.split(":").includes(folder);
    const isInFolder = resolveLinks(join(folder, "ralph")) === here;
    yield warn("program.path", "ralph is not on the PATH, where the plugin and you look for it", {
      detail: [`this is "${here}"`],
      advice: isInFolder
        ? "Put ~/.local/bin on the PATH in your shell's profile."
        : isOnPath
        ? "Link it into a folder that is on the PATH, such as ~/.local/bin."
        : "Link it into ~/.local/bin, and put that folder on the PATH in your shell's profile.",
      command: isInFolder
        ? 'export PATH="$HOME/.local/bin:$PATH"'
        : `mkdir -p ~/.local/bin && ln -s ${quoteForShell(here)} ~/.local/bin/ralph`,
    });
  } else if (!startsProgram(found.path, here)) {
    yield warn("program.path", "The PATH finds a different ralph", {
      detail: [`the PATH finds "${resolveLinks(found.path)}"`, `this is "${here}"`],
      advice: "Remove one of them, or call the one that you mean by its path.",
    });
  }
  const start = await findHookStart();
  if (start.kind === "refused") {
    yield warn("program.start", "Hooks start slowly: the compiled code in this ralph is not used", {
      detail: [`V8 rejects the code of ${start.packs.join(", ")}`],
      advice: "Install ralph again, or build it again.",
    });
  }
  const how = start.kind === "compiled" ? "" : "; its hooks compile their code at each start";
  return `ralph ${version}, "${here}"${how}`;
}

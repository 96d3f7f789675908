/**
 * Looks a program up as a shell does.
 *
 * @module
 */
import { join, resolve } from "@std/path";

/** What was found. */
export type ProgramSearch =
  | { readonly kind: "found"; readonly path: string }
  | { readonly kind: "not-executable"; readonly path: string }
  | { readonly kind: "not-found" };

const EXECUTE_BITS = 0o111;
const IS_WINDOWS = Deno.build.os === "windows";

/**
 * Looks a program up.
 *
 * @param name A name, or a path where it holds a slash.
 * @param searchPath The `PATH` variable.
 * @param cwd Where relative paths begin.
 */
export function findProgram(name: string, searchPath: string, cwd: string): ProgramSearch {
  const suffixes = IS_WINDOWS ? ["", ".exe", ".cmd", ".bat"] : [""];
  // An empty folder would mean the working directory, where a project could plant an agent.
  const folders = /[\\/]/.test(name)
    ? [""]
    : searchPath.split(IS_WINDOWS ? ";" : ":").filter((folder) => folder !== "");
  let refused: ProgramSearch = { kind: "not-found" };
  for (const folder of folders) {
    for (const suffix of suffixes) {
      const found = judge(resolve(cwd, join(folder, name + suffix)));
      if (found.kind === "found") return found;
      if (found.kind === "not-executable") refused = found;
    }
  }
  return refused;
}

function judge(path: string): ProgramSearch {
  try {
    const { isFile, isDirectory, mode } = Deno.statSync(path);
    if (isDirectory) return { kind: "not-executable", path };
    if (!isFile) return { kind: "not-found" };
    const mayRun = mode === null || (mode & EXECUTE_BITS) !== 0;
    return { kind: mayRun ? "found" : "not-executable", path };
  } catch {
    return { kind: "not-found" };
  }
}

/**
 * Finds the program of a command before any terminal is opened, since each backend would report a
 * missing one in its own way.
 *
 * @module
 */
import { join, resolve } from "@std/path";

/** Where a program is, or the exit code that a shell would report (design §10). */
export type FoundProgram =
  | { readonly kind: "found"; readonly path: string }
  | { readonly kind: "missing"; readonly exitCode: 126 | 127; readonly why: string };

/**
 * Finds a program as a shell would.
 *
 * @param name A path, or a name without a slash.
 * @param cwd What a relative path starts from.
 * @param searchPath The value of `PATH`.
 * @returns Its absolute path; on Windows the name as it is, since the system knows the suffixes.
 */
export function findProgram(name: string, cwd: string, searchPath: string): FoundProgram {
  if (name === "") return missing(127, "No program was named");
  if (Deno.build.os === "windows") return { kind: "found", path: name };
  const isPath = name.includes("/");
  const folders = isPath ? [""] : searchPath.split(":").map((folder) => folder || ".");
  let isThere = false;
  for (const folder of folders) {
    const path = isPath ? resolve(cwd, name) : resolve(cwd, join(folder, name));
    const rights = rightsOf(path);
    if (rights === "runs") return { kind: "found", path };
    isThere ||= rights === "there";
  }
  if (isThere) return missing(126, `"${name}" is not an executable file`);
  return missing(127, isPath ? `"${name}" does not exist` : `"${name}" is not on PATH`);
}

function rightsOf(path: string): "runs" | "there" | "absent" {
  try {
    const { isFile, mode } = Deno.statSync(path);
    return isFile && ((mode ?? 0) & 0o111) !== 0 ? "runs" : "there";
  } catch {
    return "absent";
  }
}

function missing(exitCode: 126 | 127, why: string): FoundProgram {
  return { kind: "missing", exitCode, why };
}

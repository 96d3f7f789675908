/** Finds programs as a shell does. */
import { join, resolve } from "@std/path";

/** The result of a search for a program. */
type ProgramSearch =
  | { readonly kind: "found"; readonly path: string }
  /** `why` is a sentence without a period. */
  | { readonly kind: "unusable"; readonly path: string; readonly why: string }
  | { readonly kind: "not-found" };

const EXECUTE_BITS = 0o111;

/**
 * Finds the file that a shell would run.
 *
 * @param searchPath The `PATH` variable.
 * @param cwd The folder in which relative paths begin.
 * @param isSearched Decides which folders of the search path count; not for the interpreter of a script.
 * @returns The program's path, or why it cannot run.
 */
export function findProgram(
  name: string,
  searchPath: string,
  cwd: string,
  isSearched: (folder: string) => boolean = () => true,
): ProgramSearch {
  // An empty folder would mean the working directory, in which a project could plant an agent.
  const folders = name.includes("/")
    ? [""]
    : searchPath.split(":").filter((folder) => folder !== "" && isSearched(folder));
  let refused: ProgramSearch = { kind: "not-found" };
  for (const folder of folders) {
    const candidate = inspect(resolve(cwd, join(folder, name)));
    if (candidate.kind === "found") return checkInterpreter(candidate.path, searchPath);
    if (candidate.kind === "unusable") refused = candidate;
  }
  return refused;
}

function inspect(path: string): ProgramSearch {
  try {
    const { isFile, isDirectory, mode } = Deno.statSync(path);
    if (!isFile && !isDirectory) return { kind: "not-found" };
    const mayRun = isFile && (mode === null || (mode & EXECUTE_BITS) !== 0);
    return mayRun
      ? { kind: "found", path }
      : { kind: "unusable", path, why: `"${path}" is not executable` };
  } catch {
    return { kind: "not-found" };
  }
}

/** Maximum bytes of a first line that a kernel reads. */
const FIRST_LINE_BYTES = 256;

/**
 * Checks the interpreter of a script before its start: if it is missing, the script fails only after its
 * start, differently on each kind of terminal. `env` finds its argument on the search path.
 */
function checkInterpreter(path: string, searchPath: string): ProgramSearch {
  const [interpreter = "", word = "", ...more] = readFirstLine(path);
  if (interpreter === "") return { kind: "found", path };
  if (inspect(interpreter).kind !== "found") return withoutInterpreter(path, interpreter);
  const isPlainEnv = /(?:^|\/)env$/.test(interpreter) && more.length === 0 &&
    /^[^-=][^=]*$/.test(word);
  if (!isPlainEnv) return { kind: "found", path };
  const folders = searchPath.split(":").filter((folder) => folder !== "");
  const isThere = folders.some((folder) => inspect(resolve(folder, word)).kind === "found");
  return isThere ? { kind: "found", path } : withoutInterpreter(path, word);
}

/** Makes the result for a script whose first line names a missing program. */
function withoutInterpreter(path: string, interpreter: string): ProgramSearch {
  const ending = interpreter.endsWith("\r") ? ": its first line ends with a carriage return" : "";
  const why = `The interpreter "${interpreter.trimEnd()}" of "${path}" was not found${ending}`;
  return { kind: "unusable", path, why };
}

/** Reads the words after `#!`; empty if the file is not a script. */
function readFirstLine(path: string): string[] {
  try {
    using file = Deno.openSync(path);
    const bytes = new Uint8Array(FIRST_LINE_BYTES);
    const count = file.readSync(bytes) ?? 0;
    const [line = ""] = new TextDecoder().decode(bytes.subarray(0, count)).split("\n");
    return line.startsWith("#!") ? line.slice(2).split(/[ \t]+/).filter((word) => word !== "") : [];
  } catch {
    // A program may be executable but not readable.
    return [];
  }
}

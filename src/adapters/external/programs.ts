/** The user's adapters: executable files in `.claude/ralph-adapters/`, sorted by name. */
import { join } from "../../path/path.ts";
import { namesIn } from "../../store/files/presence.ts";
import { findWayOut } from "../../store/project.ts";
import { projectPlaces } from "../../store/places.ts";

/** Names of adapters appear in files, prompts and commands. */
const NAME_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** Other files in the folder: notes, hidden files, an editor's backups. */
const NO_ADAPTER = /^[._]|~$|\.(?:md|txt|bak|orig|swp)$/i;

/** A file of the user's adapters. */
export interface AdapterProgram {
  readonly name: string;
  /** From the project's root. */
  readonly file: string;
  /** Why it cannot be used, as a sentence that names the file; null where it can. */
  readonly problem: string | null;
}

/** Lists the user's adapters; runs none of them. A file that is not executable is a helper of another. */
export function listPrograms(project: string): AdapterProgram[] {
  const dir = projectPlaces(project).adaptersDir;
  const programs: AdapterProgram[] = [];
  for (const fileName of namesIn(dir).sort()) {
    if (NO_ADAPTER.test(fileName) || !isExecutable(join(dir, fileName))) continue;
    const file = `.claude/ralph-adapters/${fileName}`;
    const name = fileName.replace(/\.[^.]+$/, "");
    const twin = programs.find((other) => other.name === name);
    const problem = faultOf(project, { name, file }, twin);
    programs.push({ name, file, problem: problem === null ? null : `${file}: ${problem}` });
  }
  return programs;
}

function faultOf(
  project: string,
  { name, file }: Pick<AdapterProgram, "name" | "file">,
  twin: AdapterProgram | undefined,
): string | null {
  if (!NAME_PATTERN.test(name)) {
    return "an adapter's name has only letters, digits, '.', '_' and '-'";
  }
  if (twin !== undefined) return `the name "${name}" is taken by ${twin.file}`;
  const wayOut = findWayOut(project, join(project, file));
  return wayOut === null ? null : `it is a link that leads out of the project, to ${wayOut}`;
}

function isExecutable(path: string): boolean {
  try {
    const { isFile, mode } = Deno.statSync(path);
    return isFile && mode !== null && (mode & 0o111) !== 0;
  } catch {
    return false;
  }
}

/** Lists the user's adapters, executable files in `.claude/ralph-adapters/`, and checks trust in each. */
import { join } from "@std/path";
import { readBytes } from "../../store/files/text_file.ts";
import { namesIn } from "../../store/files/presence.ts";
import { type Places, projectPlaces } from "../../store/places.ts";
import { findOutsideTarget } from "../../store/project.ts";
import type { TrustNeed } from "../../store/trust.ts";
import { judgeProgram, type TrustedProgram } from "../../store/trusted_command.ts";
import { sha256 } from "../../text/sha256.ts";

/** A strict pattern, since names of adapters appear in files, prompts and commands. */
const NAME_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** Other files in the folder: notes, hidden files, an editor's backups. */
const NO_ADAPTER = /^[._]|~$|\.(?:md|txt|bak|orig|swp)$/i;

/** A file of the user's adapters. */
export interface AdapterProgram {
  readonly name: string;
  /** From the project's root. */
  readonly file: string;
  /** Why it cannot be used, as a sentence that names the file; null if it can. */
  readonly problem: string | null;
}

/** Lists the user's adapters without running one. A file that is not executable is a helper of another. */
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
  const wayOut = findOutsideTarget(project, join(project, file));
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

/** Maximum size, since a program is hashed for every question. A small script can call a larger one. */
const LARGEST_PROGRAM_BYTES = 64 * 1024 * 1024;

type ProgramTrust =
  | { readonly kind: "trusted"; readonly program: TrustedProgram; readonly hash: string }
  | { readonly kind: "untrusted"; readonly need: TrustNeed; readonly hash: string }
  /** Its file cannot be read. */
  | { readonly kind: "impossible"; readonly why: string };

/** Lists the programs that the project's adapters would run, trusted or not. */
export async function listAdapterNeeds(project: string): Promise<TrustNeed[]> {
  const programs = listPrograms(project).filter(({ problem }) => problem === null);
  const needs = await Promise.all(programs.map((program) => needOf(project, program)));
  return needs.filter((need) => typeof need !== "string");
}

/** Checks whether a program is trusted as it is now. */
export async function checkTrust(
  places: Places,
  project: string,
  adapter: AdapterProgram,
): Promise<ProgramTrust> {
  const need = await needOf(project, adapter);
  if (typeof need === "string") return { kind: "impossible", why: need };
  const { program, hash } = await judgeProgram(places, project, { need, words: wordsOf(adapter) });
  return program === null ? { kind: "untrusted", need, hash } : { kind: "trusted", program, hash };
}

/** Returns the command line of a program, which no shell reads. */
function wordsOf({ file }: AdapterProgram): string[] {
  return [`./${file}`];
}

/** Describes what has to be trusted; returns a sentence if the file cannot be read. */
async function needOf(project: string, adapter: AdapterProgram): Promise<TrustNeed | string> {
  const { name, file } = adapter;
  const read = readBytes(join(project, file), LARGEST_PROGRAM_BYTES);
  if (read.kind === "absent") return "its file is gone";
  if (read.kind === "unreadable") return `${file} cannot be checked: ${read.why}`;
  const words = wordsOf(adapter);
  const content = `${JSON.stringify(words)}\n${words[0]} sha256:${await sha256(read.bytes)}`;
  return { kind: "adapter", what: `${name}: ${words[0]}`, content };
}

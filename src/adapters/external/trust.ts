/** Trust in an adapter's program: in the bytes of its file. */
import { join } from "../../path/path.ts";
import { readBytes } from "../../store/files/foreign_file.ts";
import type { Places } from "../../store/places.ts";
import type { TrustNeed } from "../../store/trust.ts";
import { judgeProgram, type TrustedProgram } from "../../store/trusted_command.ts";
import { sha256 } from "../../text/sha256.ts";
import { type AdapterProgram, listPrograms } from "./programs.ts";

/** A program is hashed at every question; a larger one needs a small script that calls it. */
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

/** The command line of a program, which no shell reads. */
function wordsOf({ file }: AdapterProgram): string[] {
  return [`./${file}`];
}

/** The need for trust; a sentence where the file cannot be read. */
async function needOf(project: string, adapter: AdapterProgram): Promise<TrustNeed | string> {
  const { name, file } = adapter;
  const read = readBytes(join(project, file), LARGEST_PROGRAM_BYTES);
  if (read.kind === "absent") return "its file is gone";
  if (read.kind === "unreadable") return `${file} cannot be checked: ${read.why}`;
  const words = wordsOf(adapter);
  const content = `${JSON.stringify(words)}\n${words[0]} sha256:${await sha256(read.bytes)}`;
  return { kind: "adapter", what: `${name}: ${words[0]}`, content };
}

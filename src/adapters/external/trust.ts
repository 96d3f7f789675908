/**
 * Trust in an adapter's program: in its command line, and the bytes of every file in the project that
 * the command line names.
 */
import { isAbsolute, join, relative } from "../../path/path.ts";
import type { TrustNeed } from "../../store/trust.ts";
import { judgeProgram, type TrustedProgram } from "../../store/trusted_command.ts";
import { readBytes } from "../../store/files/foreign_file.ts";
import type { Places } from "../../store/places.ts";
import { isFolder } from "../../store/files/presence.ts";
import { sha256 } from "../../text/sha256.ts";
import { listUserAdapters } from "../form/user_files.ts";

/** A program is hashed at every question; a larger one needs a small script that calls it. */
const LARGEST_PROGRAM_BYTES = 64 * 1024 * 1024;

type ProgramTrust =
  | { readonly kind: "trusted"; readonly program: TrustedProgram; readonly hash: string }
  | { readonly kind: "untrusted"; readonly need: TrustNeed; readonly hash: string }
  /** A file of it cannot be read. */
  | { readonly kind: "impossible"; readonly why: string };

/**
 * Lists the programs that the project's adapters would run, trusted or not.
 *
 * @param project The project's root, absolute.
 */
export async function listAdapterNeeds(project: string): Promise<TrustNeed[]> {
  const files = await listUserAdapters(project, null);
  const needs = await Promise.all(
    files.map(({ name, form }) =>
      form === null || form.program === null ? "" : needOf(project, name, form.program.command)
    ),
  );
  return needs.filter((need) => typeof need !== "string");
}

/**
 * Checks whether a program is trusted as it is now.
 *
 * @param project The project's root, absolute.
 */
export async function checkTrust(
  places: Places,
  project: string,
  name: string,
  command: readonly string[],
): Promise<ProgramTrust> {
  const need = await needOf(project, name, command);
  if (typeof need === "string") return { kind: "impossible", why: need };
  const { program, hash } = await judgeProgram(places, project, { need, words: command });
  return program === null ? { kind: "untrusted", need, hash } : { kind: "trusted", program, hash };
}

/** The need for trust; a sentence where a file of the command cannot be read. */
async function needOf(
  project: string,
  name: string,
  command: readonly string[],
): Promise<TrustNeed | string> {
  const lines = [JSON.stringify(command)];
  for (const part of command) {
    // Files outside the project are not hashed: an update of them needs no new trust.
    if (isAbsolute(part) && relative(project, part).startsWith("..")) continue;
    const path = isAbsolute(part) ? part : join(project, part);
    if (isFolder(path)) continue;
    const read = readBytes(path, LARGEST_PROGRAM_BYTES);
    // An option, or a system program.
    if (read.kind === "absent") continue;
    if (read.kind === "unreadable") return `${part} cannot be checked: ${read.why}`;
    lines.push(`${part} sha256:${await sha256(read.bytes)}`);
  }
  return { kind: "adapter", what: `${name}: ${command.join(" ")}`, content: lines.join("\n") };
}

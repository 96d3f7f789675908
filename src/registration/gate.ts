/**
 * The gate: the script that each hook entry of ours reads. The plugin brings it, and `hooks install` writes
 * a copy to `~/.claude/ralph/gate` that names its program.
 *
 * An agent in a sandbox with a home folder of its own needs the copy there, read-only, for its hooks to be
 * called.
 */
import GATE from "../../hooks/gate" with { type: "text" };
import { writeAtomic } from "../store/files/atomic_file.ts";
import { readText } from "../store/files/text_file.ts";
import type { Places } from "../store/places.ts";
import { quoteForShell } from "../text/shell_word.ts";
import { SHELL_WORD, unquoteForShell } from "./ours.ts";

/** How the gate lets the C library ask for memory; `main.ts` keeps it from what ralph starts. */
export const MEMORY_ADVICE = /GLIBC_TUNABLES=(\S+)/.exec(GATE.replaceAll("\\\n", ""))?.[1] ?? "";

const PROGRAM = new RegExp(`^ralph=(${SHELL_WORD})$`, "m");

/** Renders the gate for a program: an absolute path, or `ralph` to search the PATH. */
export function renderGate(program: string): string {
  return GATE.replace(PROGRAM, () => `ralph=${quoteForShell(program)}`);
}

/** A gate as it was found; its program is null if the file is missing or cannot be understood. */
export type Gate = ReturnType<typeof readGate>;

/** Reads a gate. */
export function readGate(path: string) {
  const read = readText(path);
  const text = read.kind === "text" ? read.text : "";
  const word = PROGRAM.exec(text)?.[1];
  const program = word === undefined ? null : unquoteForShell(word);
  return { path, program, isCurrent: program !== null && renderGate(program) === text };
}

/** Checks whether the gate is there already, in this version's form and for a program. */
export function isGateOf({ gate }: Places, program: string): boolean {
  const found = readGate(gate);
  return found.isCurrent && found.program === program;
}

/** Writes the gate for a program. @throws {StateError} It cannot be written. */
export function writeGate(places: Places, program: string): void {
  if (!isGateOf(places, program)) writeAtomic(places.gate, renderGate(program));
}

/**
 * The gate: the script that each of ralph's hook entries reads. The plugin contains it, and `hooks install`
 * writes a copy to `~/.claude/ralph/gate` that names its program.
 *
 * An agent in a sandbox with its own home folder needs a read-only copy there, so that its hooks are
 * called.
 */
import GATE from "../../hooks/gate" with { type: "text" };
import { writeAtomic } from "../store/files/atomic_file.ts";
import { readText } from "../store/files/text_file.ts";
import type { Places } from "../store/places.ts";
import { quoteForShell } from "../text/shell_word.ts";
import { SHELL_WORD, unquoteForShell } from "./ours.ts";

/** The malloc tuning that the gate sets; `main.ts` removes it before ralph starts other programs. */
export const MEMORY_ADVICE = /GLIBC_TUNABLES=(\S+)/.exec(GATE.replaceAll("\\\n", ""))?.[1] ?? "";

const PROGRAM = new RegExp(`^ralph=(${SHELL_WORD})$`, "m");

/** Renders the gate for a program: an absolute path, or `ralph` to search the PATH. */
export function renderGate(program: string): string {
  return GATE.replace(PROGRAM, () => `ralph=${quoteForShell(program)}`);
}

/** A gate as it was read; its program is null if the file is missing or cannot be parsed. */
export type Gate = ReturnType<typeof readGate>;

/** Reads a gate. */
export function readGate(path: string) {
  const read = readText(path);
  const text = read.kind === "text" ? read.text : "";
  const word = PROGRAM.exec(text)?.[1];
  const program = word === undefined ? null : unquoteForShell(word);
  return { path, program, isCurrent: program !== null && renderGate(program) === text };
}

/** Checks whether the gate for a program exists in this version's form. */
export function isGateOf({ gate }: Places, program: string): boolean {
  const found = readGate(gate);
  return found.isCurrent && found.program === program;
}

/** Writes the gate for a program. @throws {StateError} It cannot be written. */
export function writeGate(places: Places, program: string): void {
  if (!isGateOf(places, program)) writeAtomic(places.gate, renderGate(program));
}

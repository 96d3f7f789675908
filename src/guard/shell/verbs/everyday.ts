/**
 * The verbs of everyday lines. None of them runs another command or a text.
 *
 * @module
 */
import { lastName } from "../../_paths.ts";
import { isRalph } from "../../_ralph_command.ts";
import { BUILTINS } from "./builtins.ts";
import type { Verb } from "./call.ts";
import { FILE_VERBS } from "./files.ts";
import { compileRows, type Row } from "./rows.ts";

const ROWS: readonly Row[] = [
  ["rm", "remove", { deep: "r R recursive", unless: "help version", prints: "nothing" }],
  ["unlink", "remove", { prints: "nothing" }],
  ["touch mkfifo mknod", "write", {
    valued: "d r t date reference time",
    doing: "create or touch",
    prints: "nothing",
  }],
  ["install ginstall", "write", {
    valued: "g m o S t group mode owner suffix target-directory",
    writes: "t target-directory",
  }],
  ["truncate", "write", { valued: "s r size reference", doing: "truncate" }],
  ["head tail tac", "read", { valued: "n c k f d t s", prints: "files" }],
  ["cat bat", "read", { prints: "files" }],
];

/** The rules for the commands of everyday lines, by command name. */
export const EVERYDAY: ReadonlyMap<string, Verb> = new Map([
  ...compileRows(ROWS),
  ...Object.entries(FILE_VERBS),
  ...Object.entries(BUILTINS),
]);

/** Whether this table has the rule of a program. */
export function isEveryday(program: string): boolean {
  const name = lastName(program);
  return EVERYDAY.has(name) || isRalph(name);
}

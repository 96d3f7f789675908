/**
 * The verbs that are not in the everyday table. Import this module lazily.
 *
 * @module
 */
import { ARCHIVE_VERBS } from "./archives.ts";
import type { Verb } from "./call.ts";
import { CODE_VERBS } from "./code.ts";
import { FILTER_VERBS } from "./filters.ts";
import { FIND_VERBS } from "./find.ts";
import { git } from "./git.ts";
import { EVERYDAY } from "./everyday.ts";
import { OTHER_ROWS } from "./other_rows.ts";
import { compileRows } from "./rows.ts";
import { RUN_VERBS } from "./runners.ts";
import { WRITE_VERBS } from "./writers.ts";
// Keeps what this, the shell and the grammar share in one chunk: each chunk costs start time.
import "../shell.ts";

export { runProgram } from "./runners.ts";

/** All rules by name, with those of the everyday table. */
export const ALL: ReadonlyMap<string, Verb> = new Map([
  ...EVERYDAY,
  ...compileRows(OTHER_ROWS),
  ...WRITE_VERBS,
  ["git", git],
  ...[CODE_VERBS, ARCHIVE_VERBS, RUN_VERBS, FILTER_VERBS, FIND_VERBS].flatMap(Object.entries<Verb>),
]);

/** Verbs that never run a text. */
const QUIET: ReadonlySet<string> = new Set([
  ...OTHER_ROWS.filter(([, effect, more]) => !effect.startsWith("run") && !more?.scripts)
    .flatMap(([names]) => names.split(" ")),
  ...Object.keys(FILTER_VERBS),
  ..."curl wget chmod rsync patch claude gzip gunzip zcat xz bzip2 zstd".split(" "),
]);

/** Verbs whose operands are a command. */
const WRAPPERS: ReadonlySet<string> = new Set(
  OTHER_ROWS.filter(([, effect]) => effect.startsWith("run")).flatMap(([names]) =>
    names.split(" ")
  ),
);

/** Arguments with which git runs a text. */
const GIT_RUNNING = /alias|^(rebase|bisect|submodule)$/;

/** Whether a command may run a text, or a script in a file. */
export function mayRunText([program = "", ...args]: readonly string[]): boolean {
  if (program.includes("/") || Object.hasOwn(RUN_VERBS, program)) return true;
  if (QUIET.has(program)) return false;
  if (program === "git") return args.some((arg) => GIT_RUNNING.test(arg));
  if (WRAPPERS.has(program) && args.some((arg) => mayRunText([arg]))) return true;
  return args.some((arg) => !/^[\w./,@%+:=*?\-{};]*$/.test(arg));
}

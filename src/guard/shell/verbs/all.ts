/**
 * The rules of all verbs.
 *
 * @module
 */
import type { Verb } from "../shell.ts";
import { ARCHIVE_VERBS } from "./archives.ts";
import { BUILTINS } from "./builtins.ts";
import { CODE_VERBS } from "./code.ts";
import { FILE_VERBS } from "./files.ts";
import { FILTER_VERBS } from "./filters.ts";
import { FIND_VERBS } from "./find.ts";
import { git } from "./git.ts";
import { ROWS } from "./row_table.ts";
import { compileRows } from "./rows.ts";
import { RUN_VERBS } from "./runners.ts";
import { WRITE_VERBS } from "./writers.ts";

export { runProgram } from "./runners.ts";

/** All rules, by the names of the commands. */
export const ALL_VERBS: ReadonlyMap<string, Verb> = new Map([
  ...compileRows(ROWS),
  ...WRITE_VERBS,
  ["git", git],
  ...[BUILTINS, FILE_VERBS, CODE_VERBS, ARCHIVE_VERBS, RUN_VERBS, FILTER_VERBS, FIND_VERBS]
    .flatMap(Object.entries<Verb>),
]);

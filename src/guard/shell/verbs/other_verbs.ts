/**
 * The verbs that everyday lines do without, and what goes with them: import it lazily.
 *
 * @module
 */
import { CODE_VERBS } from "./code.ts";
import { fd, find } from "./find.ts";
import { git } from "./git.ts";
import type { Verb } from "./call.ts";
import { rsync } from "./rsync.ts";
import { ARCHIVE_VERBS } from "./archives.ts";
import { ATTRIBUTE_VERBS } from "./attributes.ts";
import { FETCH_VERBS } from "./fetch.ts";
import { FILTER_VERBS } from "./filters.ts";
import { RUN_VERBS } from "./runners.ts";
import { SHELL_VERBS } from "./shells.ts";
import { WRITE_VERBS } from "./writers.ts";

export { runProgram } from "./shells.ts";

/** Rules by name. */
export const OTHER_VERBS: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  ...Object.entries(CODE_VERBS),
  ...Object.entries(WRITE_VERBS),
  ...Object.entries(ARCHIVE_VERBS),
  ...Object.entries(RUN_VERBS),
  ...Object.entries(SHELL_VERBS),
  ...Object.entries(ATTRIBUTE_VERBS),
  ...Object.entries(FILTER_VERBS),
  ...Object.entries(FETCH_VERBS),
  ["rsync", rsync],
  ["find", find],
  ["gfind", find],
  ["fd", fd],
  ["fdfind", fd],
  ["git", git],
]);

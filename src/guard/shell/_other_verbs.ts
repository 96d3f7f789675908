/**
 * The verbs that everyday lines do without, and what goes with them: import it lazily.
 *
 * @module
 */
import { CODE_VERBS } from "./_code.ts";
import { fd, find } from "./_find.ts";
import { git } from "./_git.ts";
import type { Verb } from "./_invocation.ts";
import { rsync } from "./_rsync.ts";
import { ARCHIVE_VERBS } from "./_verbs_archive.ts";
import { ATTRIBUTE_VERBS } from "./_verbs_attributes.ts";
import { FETCH_VERBS } from "./_verbs_fetch.ts";
import { FILTER_VERBS } from "./_verbs_filter.ts";
import { RUN_VERBS } from "./_verbs_run.ts";
import { SHELL_VERBS } from "./_verbs_shell.ts";
import { WRITE_VERBS } from "./_verbs_write.ts";

export { runProgram } from "./_verbs_shell.ts";

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

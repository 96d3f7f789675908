/**
 * The verbs of everyday lines. None of them runs another command or a text.
 *
 * @module
 */
import { BUILTINS } from "./builtins.ts";
import type { Verb } from "./call.ts";
import { FILE_VERBS } from "./files.ts";
import { compileRows, EVERYDAY_ROWS } from "./rows.ts";

/** Rules by name. */
export const EVERYDAY: ReadonlyMap<string, Verb> = new Map([
  ...compileRows(EVERYDAY_ROWS),
  ...Object.entries(FILE_VERBS),
  ...Object.entries(BUILTINS),
]);

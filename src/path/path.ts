/** The path functions of this system. */
import { createPathFunctions } from "./path_functions.ts";
import { POSIX_RULES, WINDOWS_RULES } from "./path_rules.ts";

const rules = Deno.build.os === "windows" ? WINDOWS_RULES : POSIX_RULES;

/** The separator between segments on this system. */
export const SEPARATOR = rules.separator;

/** See {@linkcode PathFunctions} for each. */
export const { basename, dirname, isAbsolute, join, relative, resolve } = createPathFunctions(
  rules,
  () => Deno.cwd(),
);

/**
 * Options that several subcommands of `ralph config` have.
 *
 * @module
 */
import type { OptionSpec } from "../core/command.ts";

/** Chooses the user's own defaults. */
export const GLOBAL_OPTION = {
  name: "global",
  alias: "g",
  type: "boolean",
  help: "the user's defaults for all projects, not this project's",
} as const satisfies OptionSpec;

/** Prints data for programs. */
export const JSON_OPTION = {
  name: "json",
  type: "boolean",
  help: "print JSON",
} as const satisfies OptionSpec;

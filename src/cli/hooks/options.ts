/**
 * Options that several subcommands of `ralph hooks` have.
 *
 * @module
 */
import type { OptionSpec } from "../core/command.ts";

/** The options that choose a settings file. */
export const SCOPE_OPTIONS = [
  {
    name: "project",
    type: "boolean",
    help: "the project's .claude/settings.json, which is shared, not the user's",
  },
  {
    name: "local",
    type: "boolean",
    help: "the project's .claude/settings.local.json, which is not shared",
  },
] as const satisfies readonly OptionSpec[];

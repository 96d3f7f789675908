/** The options of `ralph run`: its own, options that run nothing, and options for settings. */
import { RUN_OPTIONS } from "../../run/prepare/run_options.ts";
import { flag, type OptionSpec } from "../core/command.ts";
import { settingOptions } from "../core/setting_options.ts";

/** All options, in the order of the help. */
export const OPTIONS = [
  ...RUN_OPTIONS,
  flag("dry-run", "Show what would be run, and run nothing"),
  flag("clean", "Remove the worktrees that a killed parallel run left, and run nothing"),
  flag("json", "Print everything that happens as JSON lines"),
  flag("trust", "Trust the commands of the plan and the project"),
  ...settingOptions("run"),
] as const satisfies readonly OptionSpec[];

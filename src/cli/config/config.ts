/** `ralph config`: the settings and their layers. */
import { defineCommand } from "../core/command.ts";
import { edit } from "./edit.ts";
import { get, path, show } from "./read.ts";
import { schema } from "./schema.ts";
import { reset, set, unset } from "./write.ts";
import { SUMMARIES } from "../summaries.ts";

/** The description of `ralph config`. */
export const command = defineCommand({
  name: "config",
  summary: SUMMARIES.config,
  description: "The strongest layer wins: flags of start, then the environment, the project's " +
    "files, your files, and the built-in defaults.",
  examples: [
    { command: "ralph config", help: "Every setting with its meaning, default and origin" },
    { command: "ralph config set max_hours 6", help: "For this project" },
    { command: 'ralph config set verify "npm test" --global', help: "For all projects" },
  ],
  subcommands: [show, get, set, unset, edit, path, schema, reset],
  defaultSubcommand: "show",
});

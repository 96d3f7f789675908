/** `ralph config`: the settings and their layers. */
import { defineTopCommand } from "../core/command.ts";
import { edit } from "./edit.ts";
import { get, path, show } from "./read.ts";
import { schema } from "./schema.ts";
import { reset, set, unset } from "./write.ts";

/** The description of `ralph config`. */
export const command = defineTopCommand({
  description: "The strongest layer wins: flags of start, then the environment, the project's " +
    "files, your files, and the built-in defaults.",
  examples: [
    ["ralph config", "Every setting with its meaning, default and origin"],
    ["ralph config set max_hours 6", "For this project"],
    ['ralph config set verify "npm test" --global', "For all projects"],
  ],
  subcommands: [show, get, set, unset, edit, path, schema, reset],
  defaultSubcommand: "show",
});

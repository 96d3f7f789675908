/**
 * `ralph config`: the settings and their layers.
 *
 * @module
 */
import { defineCommand } from "../core/command.ts";

/** The description of `ralph config`. */
export const command = defineCommand({
  name: "config",
  summary: "Show and change the settings, and say where each comes from",
  description: "The strongest layer wins: flags of start, then the environment, the project's " +
    "files, the user's files, and what is built in.",
  examples: [
    { command: "ralph config show --show-origin", help: "every setting with its layer" },
    { command: "ralph config set max_hours 6", help: "for this project" },
    { command: 'ralph config set verify "npm test" --global', help: "for all projects" },
  ],
  subcommands: [
    {
      name: "show",
      summary: "Show all settings",
      load: async () => (await import("./read.ts")).show,
    },
    {
      name: "get",
      summary: "Print one setting",
      load: async () => (await import("./read.ts")).get,
    },
    {
      name: "set",
      summary: "Write one setting",
      load: async () => (await import("./write.ts")).set,
    },
    {
      name: "unset",
      summary: "Remove one setting from the file",
      load: async () => (await import("./write.ts")).unset,
    },
    {
      name: "edit",
      summary: "Open the file that set writes to in your editor, and check it afterwards",
      load: async () => (await import("./edit.ts")).edit,
    },
    {
      name: "path",
      summary: "Print the file that set writes to",
      load: async () => (await import("./read.ts")).path,
    },
    {
      name: "reset",
      summary: "Remove all settings from the file, the guidance stays",
      load: async () => (await import("./write.ts")).reset,
    },
  ],
  defaultSubcommand: "show",
});

/**
 * `ralph config`: the settings and their layers.
 *
 * @module
 */
import { defineCommand } from "./command.ts";

/** The description of `ralph config`. */
export const command = defineCommand({
  name: "config",
  summary: "Shows and changes the settings, and says where each comes from.",
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
      summary: "show all settings",
      load: async () => (await import("./config_read.ts")).show,
    },
    {
      name: "get",
      summary: "print one setting",
      load: async () => (await import("./config_read.ts")).get,
    },
    {
      name: "set",
      summary: "write one setting",
      load: async () => (await import("./config_write.ts")).set,
    },
    {
      name: "unset",
      summary: "remove one setting from the file",
      load: async () => (await import("./config_write.ts")).unset,
    },
    {
      name: "edit",
      summary: "open the file that set writes to in your editor, and check it afterwards",
      load: async () => (await import("./config_edit.ts")).edit,
    },
    {
      name: "path",
      summary: "print the file that set writes to",
      load: async () => (await import("./config_read.ts")).path,
    },
    {
      name: "reset",
      summary: "remove all settings from the file, the guidance stays",
      load: async () => (await import("./config_write.ts")).reset,
    },
  ],
  defaultSubcommand: "show",
});

/**
 * `ralph hooks`: our entries in the client's settings.
 *
 * @module
 */
import { defineCommand } from "../core/command.ts";

/** The description of `ralph hooks`. */
export const command = defineCommand({
  name: "hooks",
  summary: "Install, remove and check ralph's hooks in Claude Code's settings",
  description: "Without a loop in a project the hooks start no program there. With the plugin " +
    "nothing needs to be installed: it registers the same hooks.",
  examples: [
    { command: "ralph hooks install", help: "for all projects of this user" },
    { command: "ralph hooks install --dry-run", help: "show what would change" },
  ],
  subcommands: [
    {
      name: "install",
      summary: "Write the hooks into a settings file",
      load: async () => (await import("./install.ts")).command,
    },
    {
      name: "uninstall",
      summary: "Take exactly our hooks out of a settings file",
      load: async () => (await import("./uninstall.ts")).command,
    },
    {
      name: "status",
      summary: "Say whether the hooks are there and would be called",
      load: async () => (await import("./status.ts")).command,
    },
  ],
  defaultSubcommand: "status",
});

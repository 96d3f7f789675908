/** `ralph hooks`: our entries in the client's settings. */
import { defineTopCommand } from "../core/command.ts";
import { install } from "./install.ts";
import { status } from "./status.ts";
import { uninstall } from "./uninstall.ts";

/** The description of `ralph hooks`. */
export const command = defineTopCommand({
  description: "Where no loop runs, the hooks start no program. With the plugin " +
    "you need not install anything: it registers the same hooks.",
  examples: [
    ["ralph hooks install", "For all your projects"],
    ["ralph hooks install --dry-run", "Show what would change"],
  ],
  subcommands: [install, uninstall, status],
  defaultSubcommand: "status",
});

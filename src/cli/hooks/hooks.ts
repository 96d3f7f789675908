/** `ralph hooks`: our entries in the client's settings. */
import { defineCommand } from "../core/command.ts";
import { install } from "./install.ts";
import { status } from "./status.ts";
import { uninstall } from "./uninstall.ts";
import { SUMMARIES } from "../summaries.ts";

/** The description of `ralph hooks`. */
export const command = defineCommand({
  name: "hooks",
  summary: SUMMARIES.hooks,
  description: "Where no loop runs, the hooks start no program. With the plugin " +
    "you need not install anything: it registers the same hooks.",
  examples: [
    { command: "ralph hooks install", help: "For all your projects" },
    { command: "ralph hooks install --dry-run", help: "Show what would change" },
  ],
  subcommands: [install, uninstall, status],
  defaultSubcommand: "status",
});

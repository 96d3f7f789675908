/**
 * `ralph help`: described here, answered by the dispatcher, which alone knows all commands.
 *
 * @module
 */
import { defineCommand } from "./core/command.ts";

/** The description of `ralph help`. */
export const command = defineCommand({
  name: "help",
  summary: "Show the help of ralph or of a command",
  args: [{ name: "command", help: "the command, with its subcommand", variadic: true }],
  examples: [{ command: "ralph help config set", help: "help on one subcommand" }],
});

/** Commands that are described here for the help and answered elsewhere. */
import { UsageError } from "../error.ts";
import { defineCommand } from "./core/command.ts";
import { SUMMARIES } from "./summaries.ts";

/** The description of `ralph help`: the dispatcher, which knows all commands, answers it. */
export const help = defineCommand({
  name: "help",
  summary: SUMMARIES.help,
  args: [{
    name: "command",
    help: "Command, with its subcommand, or a topic",
    variadic: true,
    values: "topic",
  }],
  options: [{
    name: "man",
    type: "boolean",
    help: "Print the man page of ralph or of the command",
  }],
  examples: [
    { command: "ralph help limits", help: "A topic" },
    { command: "ralph help config set", help: "A subcommand" },
    { command: "ralph help --man start > ralph-start.1", help: "A man page" },
  ],
});

/**
 * The description of `ralph hook`, and the answer to a call of an event that does not exist:
 * `main.ts` answers the real calls before any command is loaded.
 */
export const hook = defineCommand({
  name: "hook",
  summary: SUMMARIES.hook,
  description:
    "Claude Code calls it as 'ralph hooks install' or the plugin registered it. It always exits " +
    "with 0, except the hook that wakes a session (2).",
  args: [{
    name: "event",
    help: "Hook to answer",
    required: true,
    choices: ["stop", "guard", "archive", "session", "prompt"],
  }],
  run: (_context, { args }) => {
    throw new UsageError(`The hook '${args.event}' is not called this way`, {
      hint: "Claude Code calls it; run 'ralph hooks status' to see whether it does.",
    });
  },
});

/** The description of `ralph statusline`: `main.ts` answers its calls before any command is loaded. */
export const statusline = defineCommand({
  name: "statusline",
  summary: SUMMARIES.statusline,
  description:
    "Claude Code calls it as 'ralph hooks install --statusline' registered it, with its " +
    "JSON on standard input. Without a loop it prints nothing; it always exits with 0. The rate " +
    "limits in that JSON are kept for the next pause.",
  options: [{
    name: "wrap",
    type: "string",
    valueName: "COMMAND",
    help: "Print the output of this status line first (at most 2s)",
  }],
  examples: [
    { command: "ralph hooks install --statusline", help: "Register it, and keep yours" },
    { command: "ralph statusline --wrap 'my-status-line --short'", help: "Show both" },
  ],
});

/** Descriptions, for the help, of commands that are answered elsewhere. */
import { UsageError } from "../error.ts";
import { defineTopCommand } from "./core/command.ts";
import { line } from "../text/again.ts";

/** The description of `ralph help`, which the dispatcher answers, since it knows all commands. */
export const help = defineTopCommand({
  args: [{
    name: "command",
    help: "Command, with its subcommand, or a topic",
    variadic: true,
  }],
  examples: [
    ["ralph help limits", "A topic"],
    ["ralph help config set", "A subcommand"],
  ],
});

/** The description of `ralph complete`, which the dispatcher answers too. */
export const complete = defineTopCommand({
  description:
    "Prints one candidate per line: the word, a tab, its meaning. A last line ':file', " +
    "':markdown', ':folder' or ':program' tells the shell to add its own candidates.",
  usage: "-- WORD...",
  args: [{ name: "word", help: "Words after 'ralph' up to the cursor", variadic: true }],
});

/**
 * The description of `ralph hook`, and the answer to an unknown event. `main.ts` answers the known
 * events before any command is loaded.
 */
export const hook = defineTopCommand({
  description:
    "Claude Code calls it, as registered by 'ralph hooks install' or the plugin. It always " +
    "exits with 0, except the hook that wakes a session (2).",
  args: [{
    name: "event",
    help: "Hook to answer",
    required: true,
    choices: ["stop", "guard", "archive", "session", "prompt"],
  }],
  run: (_context, { args }) => {
    throw new UsageError(`The hook '${args.event}' is not called this way`, {
      hint: "Only Claude Code calls it. To see whether it does:",
      again: line("hooks", "status"),
    });
  },
});

/** The description of `ralph statusline`, which `main.ts` answers before any command is loaded. */
export const statusline = defineTopCommand({
  description:
    "Claude Code calls it, as registered by 'ralph hooks install --statusline', with its JSON " +
    "on standard input. Without a loop, it prints nothing. It always exits with 0. ralph " +
    "keeps the rate limits in that JSON for the next pause.",
  options: [{
    name: "wrap",
    type: "string",
    valueName: "COMMAND",
    help: "Print the output of this status line first (at most 2s)",
  }],
  examples: [
    ["ralph hooks install --statusline", "Register it in addition to yours"],
    ["ralph statusline --wrap 'my-status-line --short'", "Show both"],
  ],
});

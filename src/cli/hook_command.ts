/**
 * `ralph hook`: described here; `main.ts` answers the real calls before any command is loaded.
 *
 * @module
 */
import { UsageError } from "../error.ts";
import { defineCommand } from "./core/command.ts";

/** The description of `ralph hook`, and the answer to a call of an event that does not exist. */
export const command = defineCommand({
  name: "hook",
  summary: "Answer one event of Claude Code: its JSON on standard input, one JSON document out",
  description:
    "The client calls this by itself, as 'ralph hooks install' or the plugin registered " +
    "it. It always exits with 0, except the hook that wakes a session, which exits " +
    "with 2 to do so.",
  args: [{
    name: "event",
    help: "which hook",
    required: true,
    choices: ["stop", "guard", "archive", "session", "prompt"],
  }],
  run: (_context, { args }) => {
    throw new UsageError(`The hook '${args.event}' is not called this way`, {
      hint: "Claude Code calls it; run 'ralph hooks status' to see whether it does.",
    });
  },
});

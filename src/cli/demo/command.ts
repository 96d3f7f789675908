/**
 * `ralph demo`: runs a complete loop in a throw-away folder through the real hooks, and shows it live.
 */
import { runDemo } from "./show.ts";
import { defineTopCommand, flag } from "../core/command.ts";

/** Time to read a turn before the next one, in milliseconds. */
const TURN_PAUSE_MS = 300;

export const command = defineTopCommand({
  description:
    "A tiny scripted agent inside this program works on a plan with three items. Everything " +
    "else is real: the hooks are installed, and each event is a separate process, as Claude " +
    "Code would start it.",
  options: [flag("keep", "Keep the folder afterwards")],
  examples: [["ralph demo", "See what a loop is"]],
  run: async (context, { options }) =>
    await runDemo({
      executable: context.executable,
      print: (line) => context.out.text(line),
      style: context.out.style,
      pauseMs: Deno.stdout.isTerminal() ? TURN_PAUSE_MS : 0,
      keepFolder: options.keep,
    }),
});

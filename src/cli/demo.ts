/**
 * `ralph demo`: a whole loop in a throw-away folder, through the real hooks, shown as it happens.
 *
 * @module
 */
import { runDemo } from "../demo/show.ts";
import { defineCommand } from "./command.ts";

/** The command. */
export const command = defineCommand({
  name: "demo",
  summary: "Shows a loop in a throw-away folder: ten seconds, no account, no network.",
  description:
    "A tiny scripted agent inside this program works on a plan with three items. Everything else " +
    "is real: the hooks are installed, and each event is a process of its own, as Claude Code " +
    "would start it.",
  options: [{ name: "keep", type: "boolean", help: "keep the folder, to look around in it" }],
  examples: [{ command: "ralph demo", help: "see what a loop is" }],
  run: async (context, { options }) =>
    await runDemo({
      executable: context.executable,
      print: (line) => context.out.data(line),
      keepFolder: options.keep,
    }),
});

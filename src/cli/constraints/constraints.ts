/**
 * `ralph constraints`: what in the project may stand in a loop's way.
 *
 * @module
 */
import { defineCommand } from "../core/command.ts";

/** The description of `ralph constraints`. */
export const command = defineCommand({
  name: "constraints",
  summary: "List what in the project may constrain a loop",
  description:
    "Looks for hard-coded user paths, fixed folders, hooks of others and generated files in " +
    "everything that git tracks, and lists the rules that CLAUDE.md, AGENTS.md, CODEOWNERS and " +
    "Claude Code's settings contain. What is critical or high is told to the agent at each " +
    "continuation, except what it reads by itself.",
  examples: [
    { command: "ralph constraints --severity high", help: "what is critical or high" },
    { command: "ralph constraints --sarif", help: "for code scanning" },
    { command: "ralph constraints ack hardcoded-3f2a91c0", help: "do not show this again" },
  ],
  subcommands: [
    {
      name: "show",
      summary: "Scan and show what is found",
      load: async () => (await import("./show.ts")).show,
    },
    {
      name: "ack",
      summary: "Acknowledge findings, so that they are not shown again",
      load: async () => (await import("./ack.ts")).ack,
    },
    {
      name: "unack",
      summary: "Show acknowledged findings again",
      load: async () => (await import("./ack.ts")).unack,
    },
  ],
  defaultSubcommand: "show",
});

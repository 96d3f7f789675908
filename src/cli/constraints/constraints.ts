/** `ralph constraints`: what in the project may constrain a loop. */
import { defineCommand } from "../core/command.ts";
import { ack, unack } from "./ack.ts";
import { show } from "./show.ts";
import { SUMMARIES } from "../summaries.ts";

/** The description of `ralph constraints`. */
export const command = defineCommand({
  name: "constraints",
  summary: SUMMARIES.constraints,
  description:
    "Looks for hard-coded user paths, fixed folders, hooks of others and generated files in " +
    "everything that git tracks, and lists the rules that CLAUDE.md, AGENTS.md, CODEOWNERS and " +
    "Claude Code's settings contain. Each continuation shows the agent what is critical or " +
    "high, except what it reads by itself.",
  examples: [
    { command: "ralph constraints --severity high", help: "What is critical or high" },
    { command: "ralph constraints --sarif", help: "For code scanning" },
    { command: "ralph constraints ack hardcoded-3f2a91c0", help: "Do not show this again" },
  ],
  subcommands: [show, ack, unack],
  defaultSubcommand: "show",
});

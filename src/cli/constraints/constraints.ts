/** `ralph constraints`: what in the project may constrain a loop. */
import { defineTopCommand } from "../core/command.ts";
import { ack, unack } from "./ack.ts";
import { show } from "./show.ts";

/** The description of `ralph constraints`. */
export const command = defineTopCommand({
  description:
    "Looks for hard-coded user paths, fixed folders, hooks of others and generated files in " +
    "everything that git tracks, and lists the rules that CLAUDE.md, AGENTS.md, CODEOWNERS and " +
    "Claude Code's settings contain. Each continuation shows the agent what is critical or " +
    "high, except what it reads by itself.",
  examples: [
    ["ralph constraints --severity high", "What is critical or high"],
    ["ralph constraints --sarif", "For code scanning"],
    ["ralph constraints ack hardcoded-3f2a91c0", "Do not show this again"],
  ],
  subcommands: [show, ack, unack],
  defaultSubcommand: "show",
});

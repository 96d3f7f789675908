/**
 * `ralph knowledge`: what could be worked on, and what exploration learned here.
 *
 * @module
 */
import { defineCommand } from "../core/command.ts";

/** The description of `ralph knowledge`. */
export const command = defineCommand({
  name: "knowledge",
  summary: "Show what exploration learned in this project",
  description:
    "Once its task is complete, a loop that still has time looks for more to do: broken links, " +
    "folders without README, documents that do not fit the features, decisions that are not " +
    "implemented, failing tasks. What came of each is kept in .claude/ralph-knowledge.json: " +
    "checks that led to changes rise, checks that never did sink. Agents may note there what worked " +
    "and which features they would add, by <worked>…</worked> and <idea>…</idea> in a message.",
  examples: [
    { command: "ralph knowledge", help: "each check, how often it helped, and what was tried" },
    { command: "ralph knowledge scan", help: "everything that could be worked on now" },
    { command: "ralph knowledge reset todo-density", help: "give a check that sank a new start" },
  ],
  subcommands: [
    {
      name: "show",
      summary: "Show what was learned of each check",
      load: async () => (await import("./show.ts")).show,
    },
    {
      name: "scan",
      summary: "Run all checks now, and show everything that they find",
      load: async () => (await import("./scan.ts")).scan,
    },
    {
      name: "reset",
      summary: "Forget what was learned, of one check or of all",
      load: async () => (await import("./reset.ts")).reset,
    },
  ],
  defaultSubcommand: "show",
});

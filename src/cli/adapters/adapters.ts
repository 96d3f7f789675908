/**
 * `ralph adapters`: who reads this project's metrics, and what follows from them.
 *
 * @module
 */
import { defineCommand } from "../core/command.ts";

/** The description of `ralph adapters`. */
export const command = defineCommand({
  name: "adapters",
  summary: "List, explain and test what reads this project's metrics",
  description: "An adapter recognizes a project, reads what its runs measured, and says whether " +
    "going on is worth it: 0 is no opinion, 0.5 suggests the end of a loop that is complete, 1 " +
    "ends it. Your own are files in .claude/ralph-adapters/: YAML, or a program that speaks JSON.",
  examples: [
    { command: "ralph adapters", help: "all there are, and the one that fits" },
    { command: "ralph adapters explain alpha-forge", help: "its rules, line by line" },
    { command: "ralph adapters test mine --dry-run", help: "what a program would be sent" },
  ],
  subcommands: [
    {
      name: "list",
      summary: "List all adapters, and say which one speaks for this project",
      load: async () => (await import("./list.ts")).list,
    },
    {
      name: "explain",
      summary: "Show what an adapter detects, reads and concludes",
      load: async () => (await import("./explain.ts")).explain,
    },
    {
      name: "test",
      summary: "Run a program of yours once, and show what it was sent and answered",
      load: async () => (await import("./rehearse.ts")).test,
    },
  ],
  defaultSubcommand: "list",
});

/** `ralph adapters`: which adapter reads this project's metrics, and what it concludes. */
import { defineTopCommand } from "../core/command.ts";
import { explain } from "./explain.ts";
import { list } from "./list.ts";
import { test } from "./rehearse.ts";

/** The description of `ralph adapters`. */
export const command = defineTopCommand({
  description: "An adapter recognizes a project, reads what its runs measured, and says whether " +
    "going on is worth it: 0 is no opinion, 0.5 suggests the end of a loop that is complete, 1 " +
    "ends it. Your own are files in .claude/ralph-adapters/: YAML, or a program that speaks JSON.",
  examples: [
    ["ralph adapters", "All adapters, and the one that applies"],
    ["ralph adapters explain alpha-forge", "Its rules, line by line"],
    ["ralph adapters test mine --dry-run", "What would be sent to a program of yours"],
  ],
  subcommands: [list, explain, test],
  defaultSubcommand: "list",
});

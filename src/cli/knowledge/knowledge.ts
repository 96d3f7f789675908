/** `ralph knowledge`: what could be worked on, and what exploration learned here. */
import { defineTopCommand } from "../core/command.ts";
import { reset } from "./reset.ts";
import { scan } from "./scan.ts";
import { show } from "./show.ts";

/** The description of `ralph knowledge`. */
export const command = defineTopCommand({
  description:
    "Once its task is complete, a loop that still has time looks for more to do: broken links, " +
    "folders without README, documents that do not fit the features, decisions that are not " +
    "implemented, failing tasks. What came of each is kept in .claude/ralph-knowledge.json: " +
    "checks that led to changes rise; checks that never did sink. Agents may note there what worked " +
    "and which features they would add, by <worked>…</worked> and <idea>…</idea> in a message.",
  examples: [
    ["ralph knowledge", "Each check, how often it helped, and what was tried"],
    ["ralph knowledge scan", "Everything that could be worked on now"],
    ["ralph knowledge reset todo-density", "Bring back a check that sank"],
  ],
  subcommands: [show, scan, reset],
  defaultSubcommand: "show",
});

/** `ralph knowledge`: what could be worked on, and what exploration learned here. */
import { defineCommand } from "../core/command.ts";
import { reset } from "./reset.ts";
import { scan } from "./scan.ts";
import { show } from "./show.ts";
import { SUMMARIES } from "../summaries.ts";

/** The description of `ralph knowledge`. */
export const command = defineCommand({
  name: "knowledge",
  summary: SUMMARIES.knowledge,
  description:
    "Once its task is complete, a loop that still has time looks for more to do: broken links, " +
    "folders without README, documents that do not fit the features, decisions that are not " +
    "implemented, failing tasks. What came of each is kept in .claude/ralph-knowledge.json: " +
    "checks that led to changes rise; checks that never did sink. Agents may note there what worked " +
    "and which features they would add, by <worked>…</worked> and <idea>…</idea> in a message.",
  examples: [
    { command: "ralph knowledge", help: "Each check, how often it helped, and what was tried" },
    { command: "ralph knowledge scan", help: "Everything that could be worked on now" },
    { command: "ralph knowledge reset todo-density", help: "Bring back a check that sank" },
  ],
  subcommands: [show, scan, reset],
  defaultSubcommand: "show",
});

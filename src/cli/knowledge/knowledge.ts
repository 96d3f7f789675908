/** `ralph knowledge`: what could be worked on, and what exploration learned here. */
import { defineCommand, defineTopCommand, JSON_OPTION } from "../core/command.ts";
import { scan } from "./scan.ts";
import { show } from "./show.ts";
import { forget } from "../../explore/knowledge/knowledge.ts";
import { changeKnowledge } from "../../explore/knowledge/store.ts";
import { CHECKS, isCheckName } from "../../explore/opportunity.ts";
import { StateError, UsageError } from "../../error.ts";
import { locate } from "../core/locate.ts";
import { hintFor } from "../core/usage.ts";

const reset = defineCommand({
  name: "reset",
  summary: "Forget what was learned, of one check or of all",
  args: [{
    name: "check",
    help: "Check to forget (default: all checks)",
    suggested: Object.keys(CHECKS),
  }],
  options: [JSON_OPTION],
  run: (context, { args, options }) => {
    const { out } = context;
    const { places, project } = locate(context);
    const check = args.check ?? null;
    if (check !== null && !isCheckName(check)) {
      throw new UsageError(
        `No check is called '${check}'`,
        hintFor(check, Object.keys(CHECKS), "'ralph knowledge' lists them."),
      );
    }
    let isForgotten = false;
    const { isKept, said } = changeKnowledge(places, project, (knowledge) => {
      const after = forget(knowledge, check);
      isForgotten = after !== knowledge;
      return after;
    });
    if (!isKept) {
      throw new StateError(`Cannot forget: ${said.join("; ")}`, {
        hint: "Check the rights of .claude, or try again.",
      });
    }
    for (const sentence of said) out.say(`Warning: ${sentence}`);
    const what = check ?? "all checks";
    if (options.json) out.json({ check, reset: isForgotten });
    else if (isForgotten) out.text(`Forgotten: what was learned of ${what}.`);
    else out.text(`Nothing to do: nothing was learned${check === null ? "" : ` of ${check}`} yet.`);
    return 0;
  },
});

export const command = defineTopCommand({
  description:
    "Once its task is complete, a loop that still has time looks for more to do: broken links, " +
    "folders without README, documents that do not fit the features, decisions that are not " +
    "implemented, failing tasks. What came of each is kept in .claude/ralph-knowledge.json: " +
    "checks that led to changes come first; checks that never did come last. Agents may note " +
    "there what worked and which features they would add, by <worked>…</worked> and " +
    "<idea>…</idea> in a message.",
  examples: [
    ["ralph knowledge", "Each check, how often it helped, and what was tried"],
    ["ralph knowledge scan", "Everything that could be worked on now"],
    ["ralph knowledge reset todo-density", "Rank a check as if it were new"],
  ],
  subcommands: [show, scan, reset],
  defaultSubcommand: "show",
});

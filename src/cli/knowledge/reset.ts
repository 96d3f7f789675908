/** `ralph knowledge reset`. */
import { forget } from "../../explore/knowledge/knowledge.ts";
import { changeKnowledge } from "../../explore/knowledge/store.ts";
import { CHECKS, isCheckName } from "../../explore/opportunity.ts";
import { StateError, UsageError } from "../../error.ts";
import { defineCommand, JSON_OPTION } from "../core/command.ts";
import { locate } from "../core/locate.ts";
import { hintFor } from "../core/usage.ts";

/** The description of `ralph knowledge reset`. */
export const reset = defineCommand({
  name: "reset",
  summary: "Forget what was learned, of one check or of all",
  args: [{ name: "check", help: "Check to forget (default: all checks)", values: "check" }],
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
    else if (isForgotten) out.data(`Forgotten: what was learned of ${what}.`);
    else out.data(`Nothing to do: nothing was learned${check === null ? "" : ` of ${check}`} yet.`);
    return 0;
  },
});

/**
 * `ralph knowledge reset`.
 *
 * @module
 */
import { forget } from "../../explore/knowledge/forget.ts";
import { changeKnowledge } from "../../explore/knowledge/store.ts";
import { CHECKS, isCheckName } from "../../explore/opportunity.ts";
import { StateError, UsageError } from "../../error.ts";
import { nearestName } from "../../text/nearest_name.ts";
import { defineCommand } from "../core/command.ts";
import { locate } from "../core/locate.ts";

/** The description of `ralph knowledge reset`. */
export const reset = defineCommand({
  name: "reset",
  summary: "Forget what was learned, of one check or of all",
  args: [{ name: "check", help: "the check; all of them without it" }],
  options: [{ name: "json", type: "boolean", help: "print JSON" }],
  run: (context, { args, options }) => {
    const { out } = context;
    const { places, project } = locate(context);
    const check = args.check ?? null;
    if (check !== null && !isCheckName(check)) {
      const nearest = nearestName(check, Object.keys(CHECKS));
      throw new UsageError(`No check is called '${check}'`, {
        hint: nearest === null ? "'ralph knowledge' lists them." : `Did you mean '${nearest}'?`,
      });
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

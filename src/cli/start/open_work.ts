/** What a plan has open, in a line; a plan with nothing open is asked about. */
import { UsageError } from "../../error.ts";
import { showCount } from "../../text/human_units.ts";
import { showText } from "../../text/show_text.ts";
import { yesOrNo } from "../core/ask.ts";
import type { CommandContext } from "../core/context.ts";
import type { PlanFile } from "./plan.ts";

const MOST_CHARACTERS = 100;

/**
 * Describes what a plan has open and done.
 *
 * @example
 * `3 open, 2 done; first: Write greeting.txt`
 */
export function describeOpenWork(
  { open, itemsDone, first, isEmpty, hasOpenWork, items }: PlanFile,
): string {
  const next = first === null ? "" : `first: ${showText(first, MOST_CHARACTERS)}`;
  if (open > 0) return `${open} open, ${itemsDone} done; ${next}`;
  if (isEmpty) return "nothing open: the file is empty";
  if (!hasOpenWork) {
    return items === 0
      ? "nothing open: it says that it is complete"
      : `nothing open, ${itemsDone} done`;
  }
  const boxes = items === 0 ? "no checklist items" : `${showCount(items, "ticked item")}`;
  return next === "" ? `${boxes}; its text is the task` : `${boxes}; without a box, ${next}`;
}

/**
 * Asks whether to start over a plan with nothing open.
 *
 * @throws {UsageError} The answer is no, or nobody can be asked.
 */
export function confirmOpenWork(context: CommandContext, name: string, file: PlanFile): void {
  if (file.hasOpenWork) return;
  const sentence = `${showText(name, MOST_CHARACTERS)}: ${describeOpenWork(file)}`;
  const answer = context.ask.choose(yesOrNo(`${sentence}. Start a loop over it anyway?`, "no"));
  if (answer === "yes") return;
  throw new UsageError(answer === "no" ? "Nothing was started" : sentence, {
    hint: answer === "no" ? "" : "Add what is to be done, or start it anyway with --yes.",
  });
}

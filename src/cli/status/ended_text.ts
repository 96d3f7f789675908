/**
 * What `status` says of the loop that ended last, below why it ended. Pure.
 *
 * @module
 */
import { openFindings } from "../../loop/validation/open_findings.ts";
import { showAmount } from "../../text/human_units.ts";
import type { EndedLoop } from "./ended.ts";
import { labelled, planLine, type StatusView } from "./lines.ts";
import { shortenLine, shortenPath } from "../view/task_lines.ts";

/** Renders the plan as it is now, the tokens, and what was left open. */
export function describeEnded(
  { record, items }: EndedLoop,
  project: string,
  { style }: StatusView,
): string[] {
  if (record === null) return [];
  const { focus, task, validation, usage } = record;
  return [
    ...focus.path === null ? [] : [
      planLine(
        shortenPath(focus.path, project),
        items === null ? "no items" : `${items.done} of ${items.total} items done`,
        style,
      ),
    ],
    ...task === null ? [] : [labelled("task", shortenLine(task, 160), style)],
    ...usage.tokens === null ? [] : [labelled("tokens", showAmount(usage.tokens), style)],
    ...openFindings(validation).map(({ severity, text }) =>
      labelled("left open", `${severity}: ${shortenLine(text, 300)}`, style)
    ),
  ];
}

/**
 * What `status` says of the loop that ended last, below why it ended. Pure.
 *
 * @module
 */
import { showAmount, showCount, showDuration } from "../store/human_units.ts";
import type { EndedLoop } from "./status_ended.ts";
import { labelled, planLine, type StatusView } from "./status_text.ts";
import { shortenLine, shortenPath } from "./task_lines.ts";

/** Renders counts, times and what was left open. */
export function describeEnded(
  { record, items, ended_at: endedAt }: EndedLoop,
  project: string,
  { style }: StatusView,
): string[] {
  if (record === null) return [];
  const { focus, task, validation, usage } = record;
  const clock = (Date.parse(endedAt) - Date.parse(record.started_at)) / 1000;
  const counts = [
    showCount(record.iteration, "turn"),
    `${showDuration(record.accumulated_runtime_seconds)} active (${
      showDuration(clock)
    } on the clock)`,
    ...usage.tokens === null ? [] : [`${showAmount(usage.tokens)} tokens`],
  ].join(" · ");
  return [
    ...focus.path === null ? [] : [
      planLine(
        shortenPath(focus.path, project),
        items === null ? "no items" : `${items.done} of ${items.total} items done`,
        style,
      ),
    ],
    ...task === null ? [] : [labelled("task", shortenLine(task, 160), style)],
    labelled("took", counts, style),
    ...validation.score === null ? [] : [
      labelled(
        "validation",
        `score ${validation.score.toFixed(2)}, ` +
          `${showCount(validation.findings.length, "finding")} left open`,
        style,
      ),
    ],
    ...validation.findings.map(({ severity, text }) =>
      labelled("left open", `${severity}: ${shortenLine(text, 300)}`, style)
    ),
  ];
}

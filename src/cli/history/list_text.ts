/** Renders the list of `history` as text: four lines per loop, at any width. Pure. */
import { STATES } from "../../lifecycle/view/state_view.ts";
import { showAmount, showCount } from "../../text/human_units.ts";
import { showDuration } from "../../text/time.ts";
import type { View } from "../core/context.ts";
import { wrapLines } from "../core/text_layout.ts";
import { afterState, nameFindings, nameState } from "../status/phrases.ts";
import { shortenLine, shortenPath } from "../view/task_lines.ts";
import { fitList } from "../../text/shorten.ts";
import type { HistoryRow } from "./rows.ts";

interface ListView extends Omit<View, "nowMs"> {
  readonly isAll: boolean;
}

const TEXT_CHARACTERS = 300;
const FINDINGS_SHOWN = 3;

/** Renders the rows, newest first. */
export function renderList(rows: readonly HistoryRow[], view: ListView): string {
  const text = rows.map((row) => renderRow(row, view)).join("\n\n");
  return wrapLines(text, view.width);
}

function renderRow(row: HistoryRow, { isAll, showTime, style }: ListView): string {
  const { endedAt, id, project, startedAt, state } = row;
  const name = style.bold(style[STATES[state].tone](nameState(state)));
  const clock = endedAt === null
    ? `since ${showTime(startedAt)}`
    : `${showTime(startedAt)} to ${showTime(endedAt)}, ${showDuration(endedAt - startedAt)}`;
  return [
    `${id}  ${name}`,
    `  ${clock}`,
    ...isAll ? [`  ${project}`] : [],
    `  ${[describeTask(row), ...describeCounts(row)].join(" · ")}`,
    `  ${shortenLine(afterState(row.state, row.what), TEXT_CHARACTERS)}`,
    ...listFindings(row),
    ...row.next === null ? [] : [`  → ${row.next}`],
    ...row.hasJournal ? [] : ["  (its journal is no longer kept)"],
  ].join("\n");
}

/** Lists the first findings that a loop left open. */
function listFindings({ openFindings }: HistoryRow): string[] {
  return fitList(nameFindings(openFindings), FINDINGS_SHOWN, (text) => text)
    .map((text) => `  left open  ${text}`);
}

function describeTask({ driver, focus, project, task }: HistoryRow): string {
  const what = focus !== null
    ? shortenPath(focus, project)
    : task !== null
    ? shortenLine(task, TEXT_CHARACTERS)
    : "no plan and no task";
  return driver === "runner" ? `ralph run ${what}` : what;
}

function describeCounts(row: HistoryRow): string[] {
  const { activeMs, items, iterations, tokens } = row;
  return [
    ...items === null ? [] : [`${items.done} of ${showCount(items.total, "item")}`],
    ...iterations === null ? [] : [showCount(iterations, "turn")],
    ...activeMs === null ? [] : [`${showDuration(activeMs)} active`],
    ...tokens === null ? [] : [`${showAmount(tokens)} tokens`],
  ];
}

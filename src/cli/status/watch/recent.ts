/** Renders the lower part of the live view: the last events, and in a wide window the plan's items. Pure. */
import { countColumns, fitColumns } from "../../../text/columns.ts";
import type { View } from "../../core/context.ts";
import type { LoopWork, WorkEvent } from "../work.ts";

/** The width from which the plan's items are next to the events, in columns. */
const WIDE_COLUMNS = 110;
/** The minimum number of rows; with fewer, nothing is shown. */
const LEAST_ROWS = 2;
/** Blank rows below the block. */
const GAP_ROWS = 1;

/**
 * Renders the newest events, oldest first, and the items around the first that is open.
 *
 * @param rows The number of rows below the block.
 */
export function renderRecent(work: LoopWork, view: View, rows: number): string[] {
  const most = rows - GAP_ROWS;
  if (most < LEAST_ROWS) return [];
  const { width } = view;
  const isWide = width >= WIDE_COLUMNS && work.plan.length > 0;
  const columns = isWide ? Math.floor(width * 0.6) : width;
  const left = work.events.slice(-most).map((event) => renderEvent(event, view, columns - 2));
  const right = isWide ? renderItems(work.plan, view, most, width - columns) : [];
  const count = Math.max(left.length, right.length);
  const lines = Array.from({ length: count }, (_, at) => {
    const { text = "", shown = 0 } = left[at] ?? {};
    return right[at] === undefined ? text : `${text}${" ".repeat(columns - shown)}${right[at]}`;
  });
  return lines.length === 0 ? [] : ["", ...lines];
}

function renderEvent(
  { atMs, isGood, text }: WorkEvent,
  { style, showTime }: View,
  columns: number,
): { readonly text: string; readonly shown: number } {
  // An event on another day shows its date.
  const time = showTime(atMs);
  const cut = fitColumns(text, Math.max(1, columns - countColumns(time) - 4));
  const mark = isGood === null ? " " : isGood ? style.green("✓") : style.red("✗");
  return {
    text: `${style.dim(time)}  ${mark} ${cut}`,
    shown: countColumns(time) + 4 + countColumns(cut),
  };
}

/** Renders items around the next one, or else around the first open one, with done items before it. */
function renderItems(
  plan: LoopWork["plan"],
  { style }: View,
  rows: number,
  columns: number,
): string[] {
  const firstOpen = plan.findIndex(({ isDone }) => !isDone);
  const chosen = plan.findIndex(({ isNext }) => isNext);
  const next = chosen < 0 ? firstOpen : chosen;
  const first = Math.max(
    0,
    Math.min(plan.length - rows, next < 0 ? plan.length : next - (rows >> 1)),
  );
  return plan.slice(first, first + rows).map(({ isDone, text }, at) => {
    const cut = fitColumns(text, Math.max(1, columns - 2));
    if (isDone) return `${style.green("✓")} ${style.dim(cut)}`;
    return first + at === next ? style.bold(`→ ${cut}`) : `- ${cut}`;
  });
}

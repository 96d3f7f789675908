/** Renders `status --all`: every loop of this machine, two lines each. */
import { listLoops } from "../../store/records/loops.ts";
import type { CommandContext, View } from "../core/context.ts";
import { locate } from "../core/locate.ts";
import { gatherStatus, type Status } from "./facts.ts";
import { wrapText } from "../core/text_layout.ts";
import { afterState, headRows } from "./phrases.ts";
import { basename, dirname } from "@std/path";
import { LABEL_COLUMNS, renderBlock } from "../../text/block.ts";
import { countColumns, fitColumns, fitEnd } from "../../text/columns.ts";
import { shortenLine, shortenPath } from "../view/task_lines.ts";

/**
 * Gathers the status of every project with a loop that has not ended.
 *
 * @param seen Further projects, whose loops may have ended.
 */
export async function gatherAll(
  context: CommandContext,
  seen: readonly string[] = [],
): Promise<Status[]> {
  const { places } = locate(context);
  const active = listLoops(places, null, { isActive: true });
  const all: Status[] = [];
  for (const project of new Set([...seen, ...active.map(({ facts }) => facts.project)])) {
    const status = await gatherStatus(context, { places, project });
    const isKnown = status.loop !== null || status.damage !== null || seen.includes(project);
    if (isKnown) all.push(status);
  }
  return all;
}

/** Describes a loop's progress and its focus; empty if both are unknown. */
function progressOf({ loop, ended, project }: Status): string {
  const record = loop?.record ?? ended?.record ?? null;
  const plan = record?.focus.path == null
    ? record?.task ?? null
    : shortenPath(record.focus.path, project);
  const { done, total } = loop?.completion ?? ended?.items ?? { done: 0, total: 0 };
  return [
    ...total === 0 ? [] : [`${done} of ${total}`],
    ...plan === null ? [] : [shortenLine(plan, 60)],
  ].join(" · ");
}

/** Renders each loop: state, project and progress, then its activity, wrapped to the width. */
export function renderAll(all: readonly Status[], view: View): string {
  if (all.length === 0) return NO_LOOPS;
  return all.flatMap((status) => renderOne(status, view)).join("\n");
}

/** The text if no loop runs. */
export const NO_LOOPS = "No loop runs on this machine.";

/** Columns of a project's name and its progress, in front of its path. */
const NAME_COLUMNS = 20;
const PROGRESS_COLUMNS = 22;

/** Renders one of several loops, with the folder's name first, since it tells projects apart. */
export function renderOne(status: Status, view: View): string[] {
  const { style, showTime, width } = view;
  const { state, project } = status;
  const since = state.since === null ? "" : `since ${showTime(state.since)}: `;
  const name = fill(basename(project), NAME_COLUMNS);
  const progress = fill(progressOf(status), PROGRESS_COLUMNS);
  const room = width - LABEL_COLUMNS - NAME_COLUMNS - PROGRESS_COLUMNS - 4;
  const path = room < 8 ? "" : `  ${style.dim(fitEnd(dirname(project), room))}`;
  const head = `${style.bold(name)}  ${progress}${path}`.trimEnd();
  return renderBlock([
    ...headRows(state.code, head, null, style),
    {
      label: "",
      text: `${since}${shortenLine(afterState(state.code, state.what), 120)}`,
      markText: style.dim,
    },
  ], { ...view, fold: wrapText });
}

/** Cuts or pads a text to the width of its column. */
function fill(text: string, columns: number): string {
  const fitted = fitColumns(text, columns);
  return fitted + " ".repeat(Math.max(0, columns - countColumns(fitted)));
}

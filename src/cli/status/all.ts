/** `status --all`: every loop of this machine, two lines each. */
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
 * @param seen More projects, whose loops may have ended.
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

/** Describes how far a loop is, and what it works on; empty if nothing is known. */
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

/** Renders each loop: its state, project and progress, then what happens, wrapped to the width. */
export function renderAll(all: readonly Status[], view: View): string {
  if (all.length === 0) return NO_LOOPS;
  return all.flatMap((status) => renderOne(status, view)).join("\n");
}

/** What is said if no loop runs. */
export const NO_LOOPS = "No loop runs on this machine.";

/** Columns of a project's name and its progress, in front of its path. */
const NAME_COLUMNS = 20;
const PROGRESS_COLUMNS = 22;

/** Renders one loop of several: the folder's name first, since it tells projects apart. */
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

/** Makes a text as wide as its column. */
function fill(text: string, columns: number): string {
  const fitted = fitColumns(text, columns);
  return fitted + " ".repeat(Math.max(0, columns - countColumns(fitted)));
}

/**
 * `status --all`: every loop of this machine, two lines each.
 *
 * @module
 */
import { listLoops } from "../../store/records/loops.ts";
import type { CommandContext } from "../core/context.ts";
import { locate } from "../core/locate.ts";
import { gatherStatus, type Status } from "./facts.ts";
import { renderLabel } from "./text.ts";
import { shortenLine, shortenPath } from "../view/task_lines.ts";
import { showLocalTime } from "../../text/instant.ts";

/** Gathers the status of every project with a loop that has not ended. */
export async function gatherAll(context: CommandContext): Promise<Status[]> {
  const { places } = locate(context);
  const projects = new Set(
    listLoops(places, null).filter(({ hasEnded }) => !hasEnded).map(({ facts }) => facts.project),
  );
  const all: Status[] = [];
  for (const project of projects) {
    const status = await gatherStatus(context, { places, project });
    if (status.loop !== null || status.damage !== null) all.push(status);
  }
  return all;
}

/** Renders two lines for each loop: its state, project and progress, then what happens. */
export function renderAll(all: readonly Status[], { out, now }: CommandContext): string {
  if (all.length === 0) return "No loop runs on this machine.";
  return all.flatMap(({ state, loop, project }) => {
    const plan = loop?.record.focus.path == null
      ? loop?.record.task
      : shortenPath(loop.record.focus.path, project);
    const { done = 0, total = 0 } = loop?.completion ?? {};
    const what = [
      ...plan == null ? [] : [shortenLine(plan, 60)],
      ...total === 0 ? [] : [`${done} of ${total}`],
    ].join(" ");
    const since = state.since === null ? "" : `since ${showLocalTime(state.since, now())}: `;
    return [
      `${renderLabel(state.code, out.style)}${project}${what === "" ? "" : `   ${what}`}`,
      `${" ".repeat(18)}${since}${shortenLine(state.what, 120)}`,
    ];
  }).join("\n");
}

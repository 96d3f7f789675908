/** `status --all`: every loop of this machine, two lines each. */
import { listLoops } from "../../store/records/loops.ts";
import type { CommandContext, View } from "../core/context.ts";
import { locate } from "../core/locate.ts";
import { gatherStatus, type Status } from "./facts.ts";
import { hang } from "../core/text_layout.ts";
import { layOut, renderLabel } from "./text.ts";
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
  const active = listLoops(places, null).filter(({ hasEnded }) => !hasEnded);
  const all: Status[] = [];
  for (const project of new Set([...seen, ...active.map(({ facts }) => facts.project)])) {
    const status = await gatherStatus(context, { places, project });
    const isKnown = status.loop !== null || status.damage !== null || seen.includes(project);
    if (isKnown) all.push(status);
  }
  return all;
}

/** Describes what a loop works on and how far it is, in a few words; empty where nothing is known. */
function progressOf({ loop, ended, project }: Status): string {
  const record = loop?.record ?? ended?.record ?? null;
  const plan = record?.focus.path == null
    ? record?.task ?? null
    : shortenPath(record.focus.path, project);
  const { done, total } = loop?.completion ?? ended?.items ?? { done: 0, total: 0 };
  return [
    ...plan === null ? [] : [shortenLine(plan, 60)],
    ...total === 0 ? [] : [`${done} of ${total}`],
  ].join(" ");
}

/** In a narrower window a project's path does not fit beside the state. */
const WIDE = 60;

/** Renders each loop: its state, project and progress, then what happens, wrapped to the width. */
export function renderAll(all: readonly Status[], view: View): string {
  if (all.length === 0) return NO_LOOPS;
  return all.flatMap((status) => renderOne(status, view)).join("\n");
}

/** What is said where no loop runs. */
export const NO_LOOPS = "No loop runs on this machine.";

/** Renders one loop of several. */
export function renderOne(status: Status, { style, showTime, width }: View): string[] {
  const { state, project } = status;
  const progress = progressOf(status);
  const since = state.since === null ? "" : `since ${showTime(state.since)}: `;
  const label = renderLabel(state.code, style);
  const texts = [
    `${project}${progress === "" ? "" : `   ${progress}`}`,
    `${since}${shortenLine(state.what, 120)}`,
  ];
  return width < WIDE
    ? [label.trimEnd(), ...texts.flatMap((text) => hang("  ", text, width, "  "))]
    : texts.flatMap((text, at) => layOut(at === 0 ? label : "", text, width));
}

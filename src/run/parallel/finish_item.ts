/** Writes a finished item into a plan, with the items that it closes. */
import { finishLine, isSkipLine } from "../plan/item_line.ts";
import { type Plan, type PlanItem, readPlan } from "../plan/plan.ts";
import { writeItemLine } from "./plan_copies.ts";

/**
 * Writes a finished item's line into a plan, and ticks the items whose last open step it is: that needs no
 * agent of its own.
 *
 * @returns What became of the item's line.
 */
export async function finishItem(
  path: string,
  key: string,
  rawLine: string,
): ReturnType<typeof writeItemLine> {
  const read = readPlan(path);
  const closed = read.kind === "plan" && !isSkipLine(rawLine) ? findClosed(read.plan, key) : [];
  const written = await writeItemLine(path, key, rawLine);
  if (written !== "written") return written;
  for (const item of closed) await writeItemLine(path, item.key, finishLine(item, ""));
  return written;
}

/** Finds the items that an item closes, up to one with a check of its own, which an agent has to pass. */
function findClosed({ items }: Plan, key: string): PlanItem[] {
  const closes = items.find((item) => item.key === key)?.closes ?? [];
  const around = closes.flatMap(({ line }) => items.find((item) => item.line === line) ?? []);
  const checked = around.findIndex(({ command }) => command !== null);
  return checked < 0 ? around : around.slice(0, checked);
}

/**
 * What the checklist says by its boxes.
 *
 * @module
 */
import type { TaskItem } from "../../focus/items/document.ts";
import type { Signal } from "../../loop/facts.ts";
import type { Settings } from "../../store/settings/settings.ts";

/** How much its two signals count. */
export type ChecklistSettings = Pick<
  Settings,
  "all_checkboxes_confidence" | "no_pending_items_confidence"
>;

/**
 * Judges the boxes.
 *
 * @param items The items that count; optional ones are left out by the caller.
 * @param settings How much each form counts.
 * @returns The signal: stronger where all are ticked, weaker where some were skipped; null where
 * one is open or none is ticked.
 */
export function findChecklistSignal(
  items: readonly TaskItem[],
  settings: ChecklistSettings,
): Signal | null {
  const done = items.filter((item) => item.state === "done");
  const skipped = items.filter((item) => item.state === "skipped");
  if (done.length === 0 || done.length + skipped.length < items.length) return null;
  const lines = `last in line ${done.at(-1)!.line}`;
  if (skipped.length === 0) {
    const detail = `${countItems(done.length)} checked, ${lines}`;
    return { name: "all_checkboxes", confidence: settings.all_checkboxes_confidence, detail };
  }
  const detail = `${countItems(done.length)} checked, ${lines}; ${skipped.length} skipped, ` +
    `first in line ${skipped[0]!.line}`;
  return { name: "no_pending_items", confidence: settings.no_pending_items_confidence, detail };
}

function countItems(count: number): string {
  return count === 1 ? "1 item" : `${count} items`;
}

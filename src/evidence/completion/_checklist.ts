/**
 * What the checklist says by its boxes (design §7).
 *
 * @module
 */
import type { TaskItem } from "../../focus/document.ts";
import type { Signal } from "../../loop/facts.ts";

/**
 * Judges the boxes.
 *
 * @param items The items that count; optional ones are left out by the caller.
 * @returns The signal: stronger where all are ticked, weaker where some were skipped; null where
 * one is open or none is ticked.
 */
export function findChecklistSignal(items: readonly TaskItem[]): Signal | null {
  const done = items.filter((item) => item.state === "done");
  const skipped = items.filter((item) => item.state === "skipped");
  if (done.length === 0 || done.length + skipped.length < items.length) return null;
  const lines = `last in line ${done.at(-1)!.line}`;
  if (skipped.length === 0) {
    const detail = `${countItems(done.length)} checked, ${lines}`;
    return { name: "all_checkboxes", confidence: 0.9, detail };
  }
  const detail = `${countItems(done.length)} checked, ${lines}; ${skipped.length} skipped, ` +
    `first in line ${skipped[0]!.line}`;
  return { name: "no_pending_items", confidence: 0.85, detail };
}

function countItems(count: number): string {
  return count === 1 ? "1 item" : `${count} items`;
}

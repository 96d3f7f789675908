/** The items of a plan in the order in which they are worked on, each with a key. */
import type { TaskItem, TaskState } from "../items/document.ts";
import { isMarkedParallel } from "../items/marks.ts";
import { inWorkOrder } from "../items/tree.ts";

/** The parts of an item that the order of a plan needs. */
export interface PlanEntry {
  /**
   * The text of its first line, and the number of items above with the same text. It identifies the item
   * even after its box, its command or the notes below it are edited.
   */
  readonly key: string;
  readonly text: string;
  readonly state: TaskState;
  /** Line in the file, from 1. */
  readonly line: number;
  /** True if the plan marks it as independent of other items. */
  readonly isParallel: boolean;
  /** The key of the item that it is a step of; null without one. */
  readonly parent: string | null;
}

/**
 * Lists the entries of a plan. The steps of an item come before it.
 *
 * @param read The items that count, in the file's order.
 */
export function listEntries(read: readonly TaskItem[]): PlanEntry[] {
  const seen = new Map<string, number>();
  const keys = new Map(read.map(({ line, title }) => {
    const before = seen.get(title) ?? 0;
    seen.set(title, before + 1);
    return [line, `${title}#${before}`];
  }));
  return inWorkOrder(read).map(({ line, parent, source, state, text }) => ({
    key: keys.get(line)!,
    text,
    state,
    line,
    isParallel: isMarkedParallel(source),
    parent: parent === null ? null : keys.get(parent) ?? null,
  }));
}

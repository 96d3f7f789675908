/**
 * The commands that a plan's own ticked items are to be verified by.
 *
 * @module
 */
import type { Document, TaskItem } from "../../focus/items/document.ts";

/** An item with a command of its own. */
export interface ItemCheck {
  /** The item's words. */
  readonly text: string;
  readonly command: string;
}

/**
 * Lists the checks of ticked items. What is open claims nothing yet, what is optional holds nothing
 * back.
 *
 * @param documents The focus file, and the design spec that belongs to it; null where there is none.
 * @param known The items' commands when the loop began: one that was taken out since is run all the
 * same.
 */
export function listItemChecks(
  documents: readonly (Document | null)[],
  known: readonly ItemCheck[] = [],
): ItemCheck[] {
  const commands = new Map(known.map(({ text, command }) => [text, command]));
  return listBinding(documents).filter(({ state }) => state === "done").flatMap((item) => {
    // Notes that were written below the item since belong to its text, not to its first line.
    const command = item.command ?? commands.get(item.text) ?? commands.get(item.title);
    return command === undefined ? [] : [{ text: item.text, command }];
  });
}

/**
 * Lists the items with a command of their own, whatever their state: what must be trusted before
 * a loop begins.
 *
 * @param documents As above.
 */
export function listItemCommands(documents: readonly (Document | null)[]): ItemCheck[] {
  return listBinding(documents).flatMap(({ text, command }) =>
    command === undefined ? [] : [{ text, command }]
  );
}

function listBinding(documents: readonly (Document | null)[]): TaskItem[] {
  return documents.flatMap((document) => document?.items ?? []).filter(({ optional }) => !optional);
}

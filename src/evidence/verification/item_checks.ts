/** The commands that verify the ticked items of a plan. */
import type { Document, TaskItem } from "../../focus/items/document.ts";

/** An item with a command of its own. */
export interface ItemCheck {
  readonly text: string;
  readonly command: string;
}

/**
 * Lists the verification commands of ticked items. Open items claim nothing yet, and completion does
 * not depend on optional items.
 *
 * @param documents The focus file, and the design spec that belongs to it; null for none.
 * @param known The items' commands when the loop started; those that were removed since still run.
 */
export function listItemChecks(
  documents: readonly (Document | null)[],
  known: readonly ItemCheck[] = [],
): ItemCheck[] {
  const commands = new Map(known.map(({ text, command }) => [text, command]));
  return listBinding(documents).filter(({ state }) => state === "done").flatMap((item) => {
    // Notes below the item may have been added since, so compare only its first line.
    const command = item.command ?? commands.get(item.text) ?? commands.get(item.title);
    return command === undefined ? [] : [{ text: item.text, command }];
  });
}

/**
 * Lists the items with a command of their own, whatever their state: what must be trusted before
 * a loop begins.
 */
export function listItemCommands(documents: readonly (Document | null)[]): ItemCheck[] {
  return listBinding(documents).flatMap(({ text, command }) =>
    command === undefined ? [] : [{ text, command }]
  );
}

function listBinding(documents: readonly (Document | null)[]): TaskItem[] {
  return documents.flatMap((document) => document?.items ?? []).filter(({ optional }) => !optional);
}

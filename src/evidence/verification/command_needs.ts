/** The commands that verify a task: of the settings, and of the plan's items. */
import type { Document, TaskItem } from "../../plan/items/document.ts";
import {
  type CommandSettings,
  commandsOf,
  type CommandSource,
} from "../../store/trusted_command.ts";

/**
 * Takes the commands that verify a task, those of items first. What the user typed needs no trust, also
 * if an item of the plan names the same command.
 */
export function verifyingCommands(
  resolved: CommandSettings<"verify">,
  itemCommands: Iterable<string>,
): CommandSource[] {
  const { verify } = resolved.settings;
  const lines = [...new Set(itemCommands)].filter((command) => !verify.includes(command));
  return [{ kind: "item", lines, isForeign: true }, commandsOf("verify", resolved)];
}

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

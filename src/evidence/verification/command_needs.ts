/** The commands that verify a task, from the settings and from the plan's items. */
import type { Document, TaskItem } from "../../plan/items/document.ts";
import {
  type CommandSettings,
  commandsOf,
  type CommandSource,
} from "../../store/trusted_command.ts";

/**
 * Returns the commands that verify a task, with the items' commands first. A command that the user typed
 * needs no trust, even if an item of the plan names the same command.
 */
export function verifyingCommands(
  resolved: CommandSettings<"verify">,
  itemCommands: Iterable<string>,
): CommandSource[] {
  const { verify } = resolved.settings;
  const lines = [...new Set(itemCommands)].filter((command) => !verify.includes(command));
  return [{ kind: "item", lines, isForeign: true }, commandsOf("verify", resolved)];
}

/** An item with its own command. */
export interface ItemCheck {
  readonly text: string;
  readonly command: string;
}

/**
 * Lists the verification commands of ticked items. Open items claim nothing yet, and completion does not
 * depend on optional items.
 *
 * @param documents The focus file, and the design spec that belongs to it; null without one.
 * @param known The items' commands at the start of the loop. Commands that were removed since still run.
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
 * Lists the items with their own command, whatever their state. These must be trusted before a loop begins.
 */
export function listItemCommands(documents: readonly (Document | null)[]): ItemCheck[] {
  return listBinding(documents).flatMap(({ text, command }) =>
    command === undefined ? [] : [{ text, command }]
  );
}

function listBinding(documents: readonly (Document | null)[]): TaskItem[] {
  return documents.flatMap((document) => document?.items ?? []).filter(({ optional }) => !optional);
}

/** Which commands of a project's files would be run to verify its task: they need trust. */
import type { Document, TaskItem } from "../../plan/items/document.ts";
import type { Places } from "../../store/places.ts";
import type { ResolvedSettings } from "../../store/settings/resolve.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { needsTrust, type TrustNeed } from "../../store/trust.ts";
import { sortCommands, type TrustedCommand } from "../../store/trusted_command.ts";

interface VerifySettings {
  readonly settings: Pick<Settings, "verify">;
  readonly origins: Pick<ResolvedSettings["origins"], "verify">;
}

/**
 * Lists what verification would run and needs trust. What the user typed needs none, also where an
 * item of the plan names the same command.
 *
 * @returns A need for each distinct command, those of items first.
 */
export function listCommandNeeds(
  { settings, origins }: VerifySettings,
  itemCommands: Iterable<string>,
): TrustNeed[] {
  const own = listOwn(settings, itemCommands);
  return [
    ...own.map((command) => toNeed("item", command)),
    ...(needsTrust(origins.verify)
      ? settings.verify.map((command) => toNeed("verify", command))
      : []),
  ];
}

/** The commands that verify a task. */
interface TaskCommands {
  /** Those that may be run, by their lines: of items first. */
  readonly trusted: ReadonlyMap<string, TrustedCommand>;
  readonly untrusted: readonly string[];
}

/** Takes the commands that verify a task, as far as they may be run. */
export async function takeTaskCommands(
  { places, project, settings, origins }: VerifySettings & {
    readonly places: Places;
    readonly project: string;
  },
  itemCommands: Iterable<string>,
): Promise<TaskCommands> {
  const own = listOwn(settings, itemCommands);
  const isForeign = needsTrust(origins.verify);
  const ofItems = await sortCommands(places, project, own, { kind: "item", isForeign: true });
  const ofUser = await sortCommands(places, project, settings.verify, {
    kind: "verify",
    isForeign,
  });
  const trusted = [...ofItems.trusted, ...ofUser.trusted];
  return {
    trusted: new Map(trusted.map((command) => [command.line, command])),
    untrusted: [...ofItems.untrusted, ...ofUser.untrusted],
  };
}

/** Lists the items' commands that are not the user's too, each once. */
function listOwn({ verify }: Pick<Settings, "verify">, itemCommands: Iterable<string>): string[] {
  return [...new Set(itemCommands)].filter((command) => !verify.includes(command));
}

function toNeed(kind: TrustNeed["kind"], command: string): TrustNeed {
  return { kind, what: command, content: command };
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

/** Which commands of a project's files would be run to verify its task: they need trust. */
import { needsTrust, type TrustNeed } from "../../store/trust.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { ResolvedSettings } from "../../store/settings/resolve.ts";
import type { Places } from "../../store/places.ts";
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
export interface TaskCommands {
  /** Those that may be run, by their lines: of items first. */
  readonly trusted: ReadonlyMap<string, TrustedCommand>;
  readonly untrusted: readonly string[];
}

/**
 * Takes the commands that verify a task, as far as they may be run.
 *
 * @param project The project's root, links resolved.
 */
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

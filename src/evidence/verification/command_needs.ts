/**
 * Which commands of a project's files would be run to verify its task: they need consent.
 *
 * @module
 */
import type { ConsentNeed } from "../../store/consent_need.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { ResolvedSettings } from "../../store/settings/resolve.ts";
import { needsConsent } from "../../store/trust.ts";

/**
 * Lists what verification would run and needs consent. What the user typed needs none, also where an
 * item of the plan names the same command.
 *
 * @param resolved The effective settings with their origins.
 * @param itemCommands The commands of the plan's items.
 * @returns The items' commands first; each command once.
 */
export function listCommandNeeds(
  { settings, origins }: {
    readonly settings: Pick<Settings, "verify">;
    readonly origins: Pick<ResolvedSettings["origins"], "verify">;
  },
  itemCommands: Iterable<string>,
): ConsentNeed[] {
  const own = [...new Set(itemCommands)].filter((command) => !settings.verify.includes(command));
  return [
    ...own.map((command) => toNeed("item", command)),
    ...(needsConsent(origins.verify)
      ? settings.verify.map((command) => toNeed("verify", command))
      : []),
  ];
}

function toNeed(kind: ConsentNeed["kind"], command: string): ConsentNeed {
  return { kind, what: command, content: command };
}

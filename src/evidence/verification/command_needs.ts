/** Which commands of a project's files would be run to verify its task: they need trust. */
import { needsTrust, type TrustNeed } from "../../store/trust.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { ResolvedSettings } from "../../store/settings/resolve.ts";

/**
 * Lists what verification would run and needs trust. What the user typed needs none, also where an
 * item of the plan names the same command.
 *
 * @returns A need for each distinct command, those of items first.
 */
export function listCommandNeeds(
  { settings, origins }: {
    readonly settings: Pick<Settings, "verify">;
    readonly origins: Pick<ResolvedSettings["origins"], "verify">;
  },
  itemCommands: Iterable<string>,
): TrustNeed[] {
  const own = [...new Set(itemCommands)].filter((command) => !settings.verify.includes(command));
  return [
    ...own.map((command) => toNeed("item", command)),
    ...(needsTrust(origins.verify)
      ? settings.verify.map((command) => toNeed("verify", command))
      : []),
  ];
}

function toNeed(kind: TrustNeed["kind"], command: string): TrustNeed {
  return { kind, what: command, content: command };
}

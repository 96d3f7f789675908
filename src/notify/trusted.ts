/**
 * Which notification commands may be run: those of a project's files only once they are trusted.
 */
import type { Places } from "../store/places.ts";
import { listUntrusted, needsTrust, type TrustNeed } from "../store/trust.ts";
import type { ResolvedSettings } from "../store/settings/resolve.ts";

/** Channels that ralph has itself; all others are commands. */
const OWN_CHANNELS: readonly string[] = ["bell", "desktop"];

/** Whether a channel is a command that would be run. */
export function isCommand(channel: string): boolean {
  return !OWN_CHANNELS.includes(channel);
}

/** Lists the commands of a project's files that need trust, whether they are trusted or not. */
export function listNotifyNeeds(
  { settings, origins }: {
    readonly settings: Pick<ResolvedSettings["settings"], "notify">;
    readonly origins: Pick<ResolvedSettings["origins"], "notify">;
  },
): TrustNeed[] {
  return needsTrust(origins.notify) ? settings.notify.filter(isCommand).map(needOf) : [];
}

function needOf(command: string): TrustNeed {
  return { kind: "notify", what: command, content: command };
}

/**
 * Splits channels into those that may be used and those that may not.
 *
 * @param project The project's root, links resolved.
 */
export async function splitByTrust(
  places: Places,
  project: string,
  { channels, isForeign }: { readonly channels: readonly string[]; readonly isForeign: boolean },
): Promise<{ readonly trusted: readonly string[]; readonly untrusted: readonly string[] }> {
  const needs = isForeign ? channels.filter(isCommand).map(needOf) : [];
  const found = await listUntrusted(places, project, needs);
  const untrusted = found.map(({ need }) => need.content);
  return { trusted: channels.filter((channel) => !untrusted.includes(channel)), untrusted };
}

/**
 * Which notification commands may be run: those of a project's files only once they are trusted.
 */
import type { Places } from "../store/places.ts";
import { needsTrust, type TrustNeed } from "../store/trust.ts";
import type { ResolvedSettings } from "../store/settings/resolve.ts";
import { sortCommands, type TrustedCommand } from "../store/trusted_command.ts";

/** Channels that ralph has itself; all others are commands. */
const OWN_CHANNELS = ["bell", "desktop"] as const;
type OwnChannel = typeof OWN_CHANNELS[number];

/** A way to notify: one of ralph's own, or a command. */
export type Channel = OwnChannel | TrustedCommand;

/** Whether a channel is a command that would be run. */
export function isCommand(channel: string): boolean {
  return !isOwn(channel);
}

function isOwn(channel: string): channel is OwnChannel {
  return OWN_CHANNELS.some((own) => own === channel);
}

/** Lists the commands of a project's files that need trust, whether they are trusted or not. */
export function listNotifyNeeds(
  { settings, origins }: {
    readonly settings: Pick<ResolvedSettings["settings"], "notify">;
    readonly origins: Pick<ResolvedSettings["origins"], "notify">;
  },
): TrustNeed[] {
  return needsTrust(origins.notify)
    ? settings.notify.filter(isCommand).map((what) => ({ kind: "notify", what, content: what }))
    : [];
}

/** Channels, by whether they may be used. */
export interface SplitChannels {
  readonly trusted: readonly Channel[];
  readonly untrusted: readonly string[];
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
): Promise<SplitChannels> {
  const lines = channels.filter(isCommand);
  const { trusted, untrusted } = await sortCommands(places, project, lines, {
    kind: "notify",
    isForeign,
  });
  const commands = new Map(trusted.map((command) => [command.line, command]));
  const usable = channels.map((channel) =>
    isOwn(channel) ? channel : commands.get(channel) ?? null
  );
  return { trusted: usable.filter((channel) => channel !== null), untrusted };
}

/** The ways to notify: bell, desktop, commands. Each is tried, and says what became of it. */
import type { Notice } from "../lifecycle/announce.ts";
import { oneLine } from "../text/shorten.ts";
import { ringBell } from "./bell.ts";
import { notifyDesktop } from "./desktop.ts";
import { runToEnd } from "./program.ts";
import { renderMessage, variablesOf } from "./message.ts";

/** Whether a notification was sent, and how, or why not. */
export interface Sent {
  /** `bell`, `desktop`, or the command. */
  readonly channel: string;
  readonly isSent: boolean;
  /** For people, in the middle of a sentence. */
  readonly detail: string;
}

/** The variable that the process of a notice has, and its commands should not. */
const OWN_VARIABLES = { RALPH_NOTICE: "" };

/**
 * Sends a notice by one channel, within ten seconds.
 *
 * @param channel `bell`, `desktop`, or a command line, which is trusted.
 */
export async function sendBy(
  channel: string,
  notice: Notice,
  pids: readonly number[],
): Promise<Sent> {
  const { isSent, detail } = channel === "bell"
    ? await ringBell(pids)
    : channel === "desktop"
    ? await notifyDesktop(renderMessage(notice))
    : await runCommand(channel, notice);
  return { channel, isSent, detail };
}

async function runCommand(command: string, notice: Notice): Promise<Omit<Sent, "channel">> {
  const [shell, ...args] = Deno.build.os === "windows"
    ? ["cmd", "/d", "/s", "/c", command] as const
    : ["sh", "-c", command] as const;
  const env = { ...variablesOf(notice), ...OWN_VARIABLES };
  return await runToEnd({ program: shell, args, env }, notice.project);
}

/** Names a channel in a list: a command by its beginning. */
export function nameChannel(channel: string): string {
  return channel === "bell" || channel === "desktop" ? channel : `"${oneLine(channel, 60)}"`;
}

/** The ways to notify: bell, desktop, commands. Each is tried, and says what became of it. */
import type { Notice } from "../lifecycle/announce.ts";
import { oneLine } from "../text/shorten.ts";
import { notifyDesktop } from "./desktop.ts";
import { runToEnd } from "./program.ts";
import { renderMessage, variablesOf } from "./message.ts";
import type { Channel } from "./trusted.ts";
import type { TrustedCommand } from "../store/trusted_command.ts";
import { attempt } from "../error.ts";
import { runProgram } from "../process/run_program.ts";

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
 */
export async function sendBy(
  channel: Channel,
  notice: Notice,
  pids: readonly number[],
): Promise<Sent> {
  const { isSent, detail } = channel === "bell"
    ? await ringBell(pids)
    : channel === "desktop"
    ? await notifyDesktop(renderMessage(notice))
    : await runCommand(channel, notice);
  return { channel: lineOf(channel), isSent, detail };
}

/** Returns a channel as the setting has it. */
function lineOf(channel: Channel): string {
  return typeof channel === "string" ? channel : channel.line;
}

async function runCommand(
  { line: command }: TrustedCommand,
  notice: Notice,
): Promise<Omit<Sent, "channel">> {
  const env = { ...variablesOf(notice), ...OWN_VARIABLES };
  return await runToEnd({ program: "sh", args: ["-c", command], env }, notice.project);
}

/** Names a channel in a list: a command by its beginning. */
export function nameChannel(channel: string): string {
  return channel === "bell" || channel === "desktop" ? channel : `"${oneLine(channel, 60)}"`;
}

/** What a terminal's file is called; nothing else is written to. */
const TERMINAL = /^\/dev\/(?:pts\/\d+|tty\w*|console)$/;

/** Rings the bell in the terminal of the first process that has one. */
async function ringBell(pids: readonly number[]): Promise<Omit<Sent, "channel">> {
  for (const pid of pids) {
    const terminal = terminalIn(pid) ?? await askForTerminal(pid);
    if (terminal === null) continue;
    // The runtime itself does not open the files below /dev.
    const args = ["-c", String.raw`printf '\a' >"$1"`, "sh", terminal];
    const { isSent, detail } = await runToEnd({ program: "sh", args, env: {} });
    return isSent
      ? { isSent, detail: `rang in ${terminal}` }
      : { isSent, detail: `it cannot ring in ${terminal}: ${detail}` };
  }
  return { isSent: false, detail: "no terminal was found to ring in" };
}

/** The terminal that a process has open, by the kernel's files; null where that cannot be seen. */
function terminalIn(pid: number): string | null {
  const names = [0, 1, 2].map((fd) => attempt(() => Deno.readLinkSync(`/proc/${pid}/fd/${fd}`)));
  return names.find((name) => name !== null && TERMINAL.test(name)) ?? null;
}

/** The terminal that controls a process, where the kernel has no such files. */
async function askForTerminal(pid: number): Promise<string | null> {
  if (Deno.build.os === "linux") return null;
  const result = await runProgram("ps", ["-o", "tty=", "-p", String(pid)], {
    timeoutMs: 2_000,
    maxBytes: 1_000,
  });
  if (result.kind !== "ended" || result.code !== 0) return null;
  const name = new TextDecoder().decode(result.stdout).trim();
  const path = name.startsWith("/dev/") ? name : `/dev/${name}`;
  return TERMINAL.test(path) ? path : null;
}

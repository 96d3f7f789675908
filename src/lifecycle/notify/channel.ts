/**
 * The ways to notify: the bell and commands, those of a project's files only once they are trusted.
 * Each is tried, and says what became of it.
 */
import { attempt, UsageError } from "../../error.ts";
import { identifyWait, type Notice, NOTICE_VARIABLE, readNotice } from "../announce.ts";
import { runProgram } from "../../system/run_program.ts";
import type { Places } from "../../store/places.ts";
import {
  type CommandSettings,
  commandsOf,
  type CommandSource,
  sortCommands,
  type TrustedCommand,
} from "../../store/trusted_command.ts";
import { oneLine } from "../../text/shorten.ts";
import { basename } from "@std/path";
import type { NotifyEvent } from "../../store/settings/notify_events.ts";
import { renderInstant } from "../../text/instant.ts";
import { makeVisible } from "../../text/show_text.ts";
import { journal } from "../journal.ts";
import { readLoopRecord } from "../../store/records/project_marks.ts";

/** How long a notification may take, milliseconds. */
const LIMIT_MS = 10_000;

/** Characters of an error's text that are shown. */
const MOST_ERROR = 200;

/** The names of terminals' files; no other file is written to. */
const TERMINAL = /^\/dev\/(?:pts\/\d+|tty\w*|console)$/;

/** Longest message, characters: desktops cut more than that. */
const MOST_MESSAGE = 400;

const TITLES: Readonly<Record<NotifyEvent, string>> = {
  "complete": "done",
  "stuck": "stuck",
  "blocked": "blocked, it needs you",
  "failed": "failed",
  "limit-near": "a limit is near",
  "limit": "a limit ended the loop",
  "paused": "paused",
  "resumed": "goes on",
  "waiting": "waits for you",
};

/** The entries of the setting `notify`, and whether a stranger may have written them. */
export interface NotifyChannels {
  readonly channels: readonly string[];
  readonly isForeign: boolean;
}

/** Whether a notification was sent, and how, or why not. */
export interface Sent {
  /** `bell`, or the command. */
  readonly channel: string;
  readonly isSent: boolean;
  /** For people, in the middle of a sentence. */
  readonly detail: string;
}

/** Checks whether a channel is a command that would be run. */
export function isCommand(channel: string): boolean {
  return channel !== "bell";
}

/** Names a channel in a list: a command by its beginning. */
export function nameChannel(channel: string): string {
  return isCommand(channel) ? `"${oneLine(channel, 60)}"` : channel;
}

/** Takes the commands among the channels of the settings. */
export function notifyCommands(resolved: CommandSettings<"notify">): CommandSource {
  const source = commandsOf("notify", resolved);
  return { ...source, lines: source.lines.filter(isCommand) };
}

/**
 * Sends a notice by all channels at once.
 *
 * @param pids Processes of which the first that has a terminal names the one to ring in.
 */
export async function sendAll(
  places: Places,
  notice: Notice,
  { channels, isForeign }: NotifyChannels,
  pids: readonly number[],
): Promise<Sent[]> {
  const source = { kind: "notify", lines: channels.filter(isCommand), isForeign } as const;
  const { trusted } = await sortCommands(places, notice.project, source);
  return await Promise.all(channels.map(async (channel): Promise<Sent> => {
    if (!isCommand(channel)) return { channel, ...await ringBell(pids) };
    const command = trusted.find(({ line }) => line === channel);
    return command === undefined
      ? { channel, isSent: false, detail: "it is not trusted" }
      : { channel, ...await runNotifier(command, notice) };
  }));
}

/**
 * The variables of a notification command: one line each, without control characters, each a text
 * that a shell does not interpret as long as the command quotes it.
 */
export function variablesOf(notice: Notice): Record<string, string> {
  const { command, event, code, sentence, next, project, loopId, iteration, untilMs } = notice;
  const show = (text: string, most: number) => makeVisible(oneLine(text, most));
  return {
    RALPH_EVENT: event,
    RALPH_CODE: code,
    RALPH_REASON: show(sentence, 2_000),
    RALPH_NEXT: show(command, 2_000),
    RALPH_TITLE: `ralph: ${TITLES[event]}`,
    RALPH_MESSAGE: [
      // The reason comes before a long command, which is in a variable of its own.
      show(
        `${basename(project)}: ${sentence}`,
        Math.max(MOST_MESSAGE / 2, MOST_MESSAGE - next.length),
      ),
      ...next === "" ? [] : [`→ ${show(next, MOST_MESSAGE)}`],
    ].join(" "),
    RALPH_PROJECT: makeVisible(project.replaceAll(/\p{Cc}/gu, "")),
    RALPH_LOOP_ID: loopId,
    RALPH_ITERATION: String(iteration),
    RALPH_UNTIL: untilMs === null ? "" : renderInstant(untilMs),
  };
}

/** Runs a command with the variables of a notice. */
export async function runNotifier(
  { line }: TrustedCommand,
  notice: Notice,
): Promise<Omit<Sent, "channel">> {
  // The command is not this process, which has the notice.
  return await runToEnd(["-c", line], { ...variablesOf(notice), RALPH_NOTICE: "" }, notice.project);
}

/** Rings the bell in the terminal of the first process that has one. */
async function ringBell(pids: readonly number[]): Promise<Omit<Sent, "channel">> {
  for (const pid of pids) {
    const terminal = terminalIn(pid) ?? await askForTerminal(pid);
    if (terminal === null) continue;
    // The runtime itself does not open the files below /dev.
    const rung = await runToEnd(["-c", String.raw`printf '\a' >"$1"`, "sh", terminal], {}, "/");
    return {
      isSent: rung.isSent,
      detail: rung.isSent ? `rang in ${terminal}` : `it cannot ring in ${terminal}: ${rung.detail}`,
    };
  }
  return { isSent: false, detail: "no terminal was found to ring in" };
}

/** Finds the terminal that a process has open, by the kernel's files; null if they do not show it. */
function terminalIn(pid: number): string | null {
  const names = [0, 1, 2].map((fd) => attempt(() => Deno.readLinkSync(`/proc/${pid}/fd/${fd}`)));
  return names.find((name) => name !== null && TERMINAL.test(name)) ?? null;
}

/** Finds the terminal that controls a process, if the kernel has no such files. */
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

/** Runs a shell to its end, in a process group of its own; whatever it started ends with it. */
async function runToEnd(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<Omit<Sent, "channel">> {
  const result = await runProgram("sh", args, {
    timeoutMs: LIMIT_MS,
    maxBytes: 256 * 1024,
    keptErrorBytes: 4_096,
    env,
    cwd,
  });
  if (result.kind !== "ended") {
    const details = {
      "timed-out": `it took longer than ${LIMIT_MS / 1000} s`,
      "too-large": "it printed too much",
      "not-started": `it could not be started: ${result.kind === "not-started" && result.why}`,
      "aborted": "it was ended",
    };
    return { isSent: false, detail: details[result.kind] };
  }
  if (result.code === 0) return { isSent: true, detail: "worked" };
  const said = oneLine(new TextDecoder().decode(result.stderr), MOST_ERROR);
  return { isSent: false, detail: `exit code ${result.code}${said === "" ? "" : `: ${said}`}` };
}

/** A line that begins with a plain word, which is a program or belongs to the shell. */
const FIRST_WORD = /^\s*([\w@%+:,./-]+)(?=\s|$)/;

/**
 * Refuses commands whose program does not exist.
 *
 * @param project Where they are run.
 * @throws {UsageError} With the name of the program.
 */
export async function requirePrograms(
  channels: readonly string[],
  project: string,
): Promise<void> {
  for (const channel of channels.filter(isCommand)) {
    const [, word] = FIRST_WORD.exec(channel) ?? [];
    // What a shell would expand first only the shell knows.
    if (word === undefined || await isKnownToShell(word, project)) continue;
    throw new UsageError(`There is no program "${word}"`, {
      hint: 'Each entry of notify is "bell", or a command that is run by sh.',
    });
  }
}

/** Asks the shell, which knows its own words, too. */
async function isKnownToShell(word: string, project: string): Promise<boolean> {
  const asked = await runProgram("sh", ["-c", 'command -v "$1"', "sh", word], {
    timeoutMs: 2_000,
    maxBytes: 4_096,
    cwd: project,
  });
  return asked.kind !== "ended" || asked.code === 0;
}

/**
 * Sends the notice of this process by all its channels at once; nothing if there is no notice, or
 * it is out of date.
 */
export async function deliver(
  places: Places,
  variable: (name: string) => string | undefined,
  nowMs: () => number,
): Promise<void> {
  const notice = readNotice(variable(NOTICE_VARIABLE) ?? "");
  if (notice === null) return;
  if (notice.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, notice.delayMs));
  if (!isStillTrue(notice)) return;
  const sent = await sendAll(places, notice, notice, notice.pid === null ? [] : [notice.pid]);
  const parts = sent.map(({ channel, detail }) => `${nameChannel(channel)}: ${detail}`);
  journal(places, { id: notice.loopId, iteration: notice.iteration }, {
    atMs: nowMs(),
    event: "notify",
    kind: "note",
    code: "notified",
    sentence: `Notified of "${notice.event}": ${parts.join("; ")}`,
  });
}

/** Checks whether a session that waited for a person still does: most prompts are answered at once. */
function isStillTrue({ wait, project, loopId }: Notice): boolean {
  if (wait === "") return true;
  const record = attempt(() => readLoopRecord(project));
  return record?.id === loopId && identifyWait(record) === wait;
}

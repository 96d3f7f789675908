/** `ralph notify`: shows where the user is notified, and tests it. */
import type { Notice } from "../lifecycle/announce.ts";
import { openContext } from "../lifecycle/context.ts";
import {
  deliver,
  isCommand,
  nameChannel,
  type NotifyChannels,
  notifyCommands,
  sendAll,
} from "../lifecycle/notify/channel.ts";
import { readWatched, watchTurns } from "../lifecycle/notify/watch_turns.ts";
import { NOTIFY_EVENTS } from "../store/settings/notify_events.ts";
import { needsTrust } from "../store/trust.ts";
import { listNeeds, sortCommands } from "../store/trusted_command.ts";
import { fitColumns } from "../text/columns.ts";
import { makeVisible } from "../text/show_text.ts";
import { readSettingsHere } from "./config/layers.ts";
import { defineCommand, defineTopCommand, flag, JSON_OPTION } from "./core/command.ts";
import type { CommandContext } from "./core/context.ts";
import { show } from "./core/document.ts";
import { locate } from "./core/locate.ts";
import { askTrust, findUntrusted } from "./core/trust.ts";

const TURN_ON = "ralph config set notify bell --global";

const showChannels = defineCommand({
  name: "show",
  summary: "Show the channels and the events",
  options: [JSON_OPTION],
  run: async (context) => {
    const { places, project } = locate(context);
    const { settings, origins } = readSettingsHere(context, false);
    const { notify: channels, notify_events: events } = settings;
    const commands = notifyCommands({ settings, origins });
    const { untrusted } = await sortCommands(places, project, commands);
    const value = {
      channels: channels.map((channel) => ({
        ...kindOf(channel),
        is_trusted: !untrusted.includes(channel),
      })),
      events,
      origin: origins.notify,
    };
    const note = channels.length === 0
      ? `Turn them on: ${TURN_ON}`
      : untrusted.length > 0
      ? "Trust them with 'ralph notify test', which asks you."
      : "Try it with 'ralph notify test'.";
    return show(value, (_value, { width }) => {
      if (channels.length === 0) return "Notifications are off.";
      const rows = value.channels.map(({ kind, command, is_trusted }) => {
        const text = `${is_trusted ? "" : "not trusted, not run: "}${makeVisible(command ?? "")}`;
        return fitColumns(`  ${kind.padEnd(9)}${text}`.trimEnd(), width);
      });
      return [`Notified of ${nameEvents(events)}:`, ...rows].join("\n");
    }, { notes: [note] });
  },
});

function kindOf(channel: string): { kind: string; command: string | null } {
  return isCommand(channel)
    ? { kind: "command", command: channel }
    : { kind: channel, command: null };
}

function nameEvents(events: readonly string[]): string {
  if (events.length === 0) return "nothing";
  const isAll = NOTIFY_EVENTS.every((event) => events.includes(event));
  return isAll ? "all events" : events.join(", ");
}

const test = defineCommand({
  name: "test",
  summary: "Send a test notification to each channel, and show what worked",
  args: [{
    name: "channel",
    help: 'Only this channel: "bell" or a command (default: the setting notify)',
    variadic: true,
  }],
  options: [
    flag("trust", "Trust the commands of this project's files without asking"),
    JSON_OPTION,
  ],
  examples: [
    ["ralph notify test", "All configured channels"],
    ["ralph notify test bell", "Before you configure it"],
  ],
  exitCodes: [[0, "every channel worked"], [1, "a channel did not work, or none is configured"]],
  run: async (context, { args, options }) => {
    const { env } = context;
    const { places, project } = locate(context);
    const wanted = args.channel.length > 0
      ? { channels: args.channel, isForeign: false }
      : await readChannels(context, options.trust);
    const pids = [...env.claudePid === null ? [] : [env.claudePid], Deno.pid];
    const sent = await sendAll(places, testNotice(project), wanted, pids);
    const results = sent.map(({ channel, isSent: worked, detail }) => ({
      ...kindOf(channel),
      worked,
      detail,
    }));
    const isNone = sent.length === 0;
    return show({ results }, (_value, { style }) => {
      if (isNone) return "Nothing to test: no notifications are configured.";
      return sent.map(({ channel, isSent, detail }) => {
        const state = isSent ? style.green("ok    ") : style.red("failed");
        return `${state}  ${nameChannel(channel)}: ${detail}`;
      }).join("\n");
    }, {
      exitCode: isNone || sent.some(({ isSent }) => !isSent) ? 1 : 0,
      notes: isNone ? [`Turn them on: ${TURN_ON}`] : [],
    });
  },
});

/** Reads the configured channels, and asks for trust in commands from the project's files. */
async function readChannels(context: CommandContext, trustsAll: boolean): Promise<NotifyChannels> {
  const { places, project } = locate(context);
  const resolved = readSettingsHere(context, false);
  const needs = listNeeds(notifyCommands(resolved));
  const untrusted = await findUntrusted(places, project, needs, context.nowMs());
  for (const note of askTrust(context, places, untrusted, trustsAll)) context.out.say(note);
  return { channels: resolved.settings.notify, isForeign: needsTrust(resolved.origins.notify) };
}

function testNotice(project: string): Notice {
  return {
    event: "complete",
    next: "",
    command: "",
    code: "test",
    sentence: "This is a test of ralph's notifications",
    project,
    loopId: "",
    iteration: 0,
    untilMs: null,
    channels: [],
    isForeign: false,
    pid: null,
    wait: "",
    delayMs: 0,
  };
}

const deliverNotice = defineCommand({
  name: "deliver",
  summary: "Send one notification of a hook or a run (called by ralph)",
  run: async ({ env, nowMs }: CommandContext) => {
    const { places } = locate({ env });
    const watched = readWatched(env.variable);
    if (watched !== null) await watchTurns(watched, { ...openContext(), env, places });
    else await deliver(places, env.variable, nowMs);
    return 0;
  },
});

export const command = defineTopCommand({
  description:
    "Off by default. The setting 'notify' lists the channels: \"bell\", or commands that get " +
    "RALPH_EVENT, RALPH_REASON and more. 'notify_events' lists the events.",
  examples: [
    [TURN_ON, "In all projects"],
    ["ralph notify test", "Send a test notification to each"],
  ],
  subcommands: [showChannels, test, deliverNotice],
  defaultSubcommand: "show",
});

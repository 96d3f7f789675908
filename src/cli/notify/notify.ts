/** `ralph notify`: where the user is notified, and whether that works. */
import { deliver } from "../../notify/deliver.ts";
import { readWatched, watchTurns } from "../../notify/watch_turns.ts";
import { openContext } from "../../lifecycle/context.ts";
import { isCommand, splitByTrust } from "../../notify/trusted.ts";
import { NOTIFY_EVENTS } from "../../store/settings/notify_events.ts";
import { needsTrust } from "../../store/trust.ts";
import type { CommandContext } from "../core/context.ts";
import { defineCommand, defineTopCommand, JSON_OPTION } from "../core/command.ts";
import { locate } from "../core/locate.ts";
import { readSettingsHere } from "../config/layers.ts";
import { fitColumns } from "../../text/columns.ts";
import { makeVisible } from "../../text/show_text.ts";
import { test, TURN_ON } from "./send_tests.ts";

const show = defineCommand({
  name: "show",
  summary: "Show where you are notified, and of what",
  options: [JSON_OPTION],
  run: async (context, { options }) => {
    const { out } = context;
    const { places, project } = locate(context);
    const { settings, origins } = readSettingsHere(context, false);
    const { notify: channels, notify_events: events } = settings;
    const isForeign = needsTrust(origins.notify);
    const { untrusted } = await splitByTrust(places, project, { channels, isForeign });
    if (options.json) {
      out.json({
        channels: channels.map((channel) => ({
          kind: isCommand(channel) ? "command" : channel,
          command: isCommand(channel) ? channel : null,
          is_trusted: !untrusted.includes(channel),
        })),
        events,
        origin: origins.notify,
      });
      return 0;
    }
    if (channels.length === 0) {
      out.text("Notifications are off.");
      out.say(`Turn them on: ${TURN_ON}`);
      return 0;
    }
    out.text(`Notified of ${nameEvents(events)}:`);
    for (const channel of channels) {
      const note = untrusted.includes(channel) ? "not trusted, not run: " : "";
      const name = isCommand(channel) ? "command" : channel;
      const text = isCommand(channel) ? `${note}${makeVisible(channel)}` : "";
      out.text(fitColumns(`  ${name.padEnd(9)}${text}`.trimEnd(), out.width));
    }
    if (untrusted.length > 0) out.say("Trust them with 'ralph notify test', which asks you.");
    else out.say("Try it with 'ralph notify test'.");
    return 0;
  },
});

function nameEvents(events: readonly string[]): string {
  if (events.length === 0) return "nothing";
  const isAll = NOTIFY_EVENTS.every((event) => events.includes(event));
  return isAll ? "all events" : events.join(", ");
}

const deliverNotice = defineCommand({
  name: "deliver",
  summary: "Send one notification that a hook or a run handed over (ralph calls it)",
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
    'Off by default. The setting \'notify\' lists where: "bell", "desktop", or commands ' +
    "that get RALPH_EVENT, RALPH_REASON and more. 'notify_events' lists which events.",
  examples: [
    [TURN_ON, "In all projects"],
    ["ralph notify test", "Send a test notification to each"],
  ],
  subcommands: [show, test, deliverNotice],
  defaultSubcommand: "show",
});

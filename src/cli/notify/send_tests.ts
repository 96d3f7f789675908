/** `ralph notify test`. */
import type { Notice } from "../../lifecycle/announce.ts";
import { nameChannel, sendBy, type Sent } from "../../notify/channel.ts";
import {
  isCommand,
  listNotifyNeeds,
  splitByTrust,
  type SplitChannels,
} from "../../notify/trusted.ts";
import { needsTrust } from "../../store/trust.ts";
import { readSettingsHere } from "../config/layers.ts";
import { defineCommand, flag, JSON_OPTION } from "../core/command.ts";
import type { CommandContext } from "../core/context.ts";
import { locate } from "../core/locate.ts";
import { askTrust, findUntrusted } from "../core/trust.ts";

/** How a user turns notifications on. */
export const TURN_ON = `ralph config set notify '["bell","desktop"]' --global`;

export const test = defineCommand({
  name: "test",
  summary: "Send a test notification by each channel, and say what worked",
  args: [{
    name: "channel",
    help: 'Only this: "bell", "desktop" or a command (default: the setting notify)',
    variadic: true,
  }],
  options: [
    flag("trust", "Trust the commands of this project's files without asking"),
    JSON_OPTION,
  ],
  examples: [
    ["ralph notify test", "All that is configured"],
    ["ralph notify test desktop", "Before you configure it"],
  ],
  exitCodes: [[0, "every channel worked"], [1, "one did not, or none is configured"]],
  run: async (context, { args, options }) => {
    const { out } = context;
    const { trusted, untrusted } = args.channel.length > 0
      ? await splitHere(context, { channels: args.channel, isForeign: false })
      : await listTrusted(context, options.trust);
    const notice = testNotice(context);
    const pids = [...context.env.claudePid === null ? [] : [context.env.claudePid], Deno.pid];
    const sent: Sent[] = [
      ...await Promise.all(trusted.map((channel) => sendBy(channel, notice, pids))),
      ...untrusted.map((channel) => ({ channel, isSent: false, detail: "it is not trusted" })),
    ];
    if (options.json) {
      const results = sent.map(({ channel, isSent, detail }) => ({
        kind: isCommand(channel) ? "command" : channel,
        command: isCommand(channel) ? channel : null,
        worked: isSent,
        detail,
      }));
      out.json({ results });
    } else if (sent.length === 0) {
      out.text("Nothing to test: no notifications are configured.");
      out.say(`Turn them on: ${TURN_ON}`);
    } else for (const each of sent) out.text(renderSent(each, context));
    return sent.length > 0 && sent.every(({ isSent }) => isSent) ? 0 : 1;
  },
});

/** Lists the configured channels; asks whether commands of the project's files are trusted. */
async function listTrusted(
  context: CommandContext,
  trustsAll: boolean,
): Promise<SplitChannels> {
  const { places, project } = locate(context);
  const resolved = readSettingsHere(context, false);
  const atMs = context.nowMs();
  const wanted = await findUntrusted(places, project, listNotifyNeeds(resolved), atMs);
  for (const note of askTrust(context, places, wanted, trustsAll).notes) context.out.say(note);
  const { settings: { notify: channels }, origins } = resolved;
  return await splitHere(context, { channels, isForeign: needsTrust(origins.notify) });
}

async function splitHere(
  context: CommandContext,
  channels: Parameters<typeof splitByTrust>[2],
): Promise<SplitChannels> {
  const { places, project } = locate(context);
  return await splitByTrust(places, project, channels);
}

function testNotice(context: CommandContext): Notice {
  return {
    event: "complete",
    code: "test",
    sentence: "This is a test of ralph's notifications",
    project: locate(context).project,
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

function renderSent({ channel, isSent, detail }: Sent, { out }: CommandContext): string {
  const state = isSent ? out.style.green("ok    ") : out.style.red("failed");
  return `${state}  ${nameChannel(channel)}: ${detail}`;
}

/** `ralph update`: shows how to update this program. Without network access, it cannot update it itself. */
import { defineTopCommand, JSON_OPTION } from "../core/command.ts";
import { show } from "../core/document.ts";
import { locate, readRegistrationHere } from "../core/locate.ts";
import { attempt } from "../../error.ts";
import { shortenHome } from "../view/task_lines.ts";
import { findChannel } from "./channel.ts";
import { gatherProgramFacts, nameVersion } from "./program_facts.ts";
import type { CommandContext } from "../core/context.ts";

export const command = defineTopCommand({
  description:
    "Shows the version, its path, how it was installed, and the command that updates it. It " +
    "changes nothing. It cannot know whether there is a newer version, because ralph does not " +
    "use the network.",
  options: [JSON_OPTION],
  run: (context) => {
    const { env, version } = context;
    const { path, ...facts } = gatherProgramFacts(context);
    const { name: channel, command, note } = findChannel({ path, ...facts });
    const then = listHookLines(context);
    const value = { version: version.version, program: path, channel, command, note, then };
    return show(value, (_value, { style }) =>
      [
        nameVersion(version),
        `${style.dim("where")}    ${shortenHome(path, env.home)}`,
        `${style.dim("channel")}  ${channel}`,
        ...command === null ? [] : [`→ ${command}`],
        ...note === "" ? [] : [note],
        ...then.map((line) => `then → ${line}`),
        "ralph does not use the network, so it does not know whether there is a newer version.",
      ].join("\n"));
  },
});

/** Lists the commands that update the hooks, which an older version may have registered. */
function listHookLines(context: CommandContext): string[] {
  // A broken settings file must not hide the facts about the program.
  const report = attempt(() => readRegistrationHere(context, locate(context)));
  const [source] = report?.sources ?? [];
  if (source === undefined) return [];
  return source.kind === "settings"
    ? ["ralph hooks install"]
    : source.name.includes("/")
    ? []
    : [`claude plugin update ${source.name}`];
}

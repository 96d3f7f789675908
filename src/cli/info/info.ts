/** `ralph info`: prints the facts for a bug report, as a block to paste. */
import { toSnakeCase, withSnakeCaseNames } from "../../text/snake_case.ts";
import { defineTopCommand, JSON_OPTION } from "../core/command.ts";
import { show } from "../core/document.ts";
import { CHECKS } from "../doctor/checks.ts";
import { checkupOf } from "../doctor/doctor.ts";
import { type BugInfo, gatherInfo } from "./gather.ts";

export const command = defineTopCommand({
  description:
    "Prints version, channel, hooks, system, terminal, Claude Code, folders, the settings " +
    "that you changed, the last ends, and the ids of what 'ralph doctor' finds. The home " +
    "folder is shown as ~, and of settings whose values are text only the names. Names of " +
    "folders remain, so read it before you paste it.",
  options: [JSON_OPTION],
  run: async (context) => {
    const info = await gatherInfo(CHECKS, checkupOf(context), context);
    return show(withSnakeCaseNames(info) as object, () => renderInfo(info), { isData: true });
  },
});

/** Renders the facts as a Markdown code block, which an issue shows unchanged. */
function renderInfo(info: BugInfo): string {
  const lines = Object.entries(info).flatMap(([name, value]: [string, string | string[]]) => {
    const title = toSnakeCase(name).replaceAll("_", " ");
    if (typeof value === "string") return [`${title}: ${value}`];
    if (value.length === 0) return [`${title}: none`];
    return [`${title}:`, ...value.map((line) => `  ${line}`)];
  });
  return ["```text", ...lines.map((line) => line.replaceAll("```", "'''")), "```"].join("\n");
}

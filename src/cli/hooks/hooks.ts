/** `ralph hooks`: our entries in the client's settings. */
import { defineCommand, defineTopCommand, JSON_OPTION } from "../core/command.ts";
import { install } from "./install.ts";
import { uninstall } from "./uninstall.ts";
import { renderExactInstant } from "../../text/instant.ts";
import { readInstalledAt } from "../../registration/installed_at.ts";
import type { RegistrationReport } from "../../registration/status.ts";
import type { StatusLineReport } from "../../registration/status_line.ts";
import { locate, readRegistrationHere, readStatusLineHere } from "../core/locate.ts";
import { shortenLine } from "../view/task_lines.ts";
import type { Style } from "../core/output.ts";

const STATES: Readonly<Record<RegistrationReport["state"], string>> = {
  installed: "installed",
  partly: "partly installed",
  "not-installed": "not installed",
  disabled: "disabled (disableAllHooks)",
};

const status = defineCommand({
  name: "status",
  summary: "Show whether Claude Code has ralph's hooks and would call them",
  options: [JSON_OPTION],
  exitCodes: [[0, "installed without problems"], [1, "anything else"]],
  run: (context, { options }) => {
    const { out } = context;
    const location = locate(context);
    const report = readRegistrationHere(context, location);
    const statusLine = readStatusLineHere(context, location);
    if (options.json) {
      const times = [...readInstalledAt(location.places)];
      const installedAt = times.map(([path, time]) => [path, renderExactInstant(time)]);
      out.json({
        ...report,
        installed_at: Object.fromEntries(installedAt),
        status_line: statusLine,
      });
    } else {
      out.text(`${renderReport(report, out.style)}\n${renderStatusLine(statusLine)}`);
      for (const problem of [...report.problems, ...statusLine.problems]) {
        out.say(`Problem: ${problem}`);
      }
      if (report.state === "not-installed") out.say("Install them with 'ralph hooks install'.");
    }
    const isFine = report.problems.length === 0 && statusLine.problems.length === 0;
    return report.state === "installed" && isFine ? 0 : 1;
  },
});

function renderReport({ state, sources }: RegistrationReport, style: Style): string {
  const lines = [`Hooks: ${style.bold(STATES[state])}`];
  for (const { name, kind, present, missing, stale, program } of sources) {
    lines.push(`  ${kind === "plugin" ? "plugin " : ""}${name}, calls ${program ?? "no program"}`);
    lines.push(...present.map((entry) => `    ${style.green("[x]")} ${entry}`));
    lines.push(...missing.map((entry) => `    ${style.red("[ ]")} ${entry}`));
    lines.push(...stale.map((entry) => `    ${style.yellow("[?]")} ${entry} (another form)`));
  }
  return lines.join("\n");
}

function renderStatusLine({ state, path, program, wraps }: StatusLineReport): string {
  if (state !== "shown") {
    const whose = state === "other" ? `yours, in ${path}` : "none";
    return `Status line: ${whose}; 'ralph hooks install --statusline' adds ralph's`;
  }
  const after = wraps === null ? "" : `, after yours: ${shortenLine(wraps)}`;
  return `Status line: ralph's, in ${path}, calls ${program}${after}`;
}

export const command = defineTopCommand({
  description: "Where no loop runs, the hooks start no program. With the plugin " +
    "you need not install anything: it registers the same hooks.",
  examples: [
    ["ralph hooks install", "For all your projects"],
    ["ralph hooks install --dry-run", "Show what would change"],
  ],
  subcommands: [install, uninstall, status],
  defaultSubcommand: "status",
});

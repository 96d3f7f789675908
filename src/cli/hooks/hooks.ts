/** `ralph hooks`: our entries in the client's settings. */
import { readInstalledAt } from "../../registration/installed_at.ts";
import { type RegistrationReport, sayProblem } from "../../registration/status.ts";
import type { StatusLineReport } from "../../registration/status_line.ts";
import { renderExactInstant } from "../../text/instant.ts";
import { defineCommand, defineTopCommand, JSON_OPTION } from "../core/command.ts";
import { show } from "../core/document.ts";
import { describeEarlierHooks } from "../migrate/migrate.ts";
import { locate, readRegistrationHere } from "../core/locate.ts";
import { readStatusLineReport } from "../../registration/read_status.ts";
import type { Style } from "../core/style.ts";
import { shortenLine } from "../view/task_lines.ts";
import { install } from "./install.ts";
import { uninstall } from "./uninstall.ts";

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
  run: (context) => {
    const location = locate(context);
    const report = readRegistrationHere(context, location);
    const line = readStatusLineReport({ ...location, env: context.env });
    const problems = [
      ...report.problems.map(sayProblem),
      ...describeEarlierHooks(location.places, location.project),
    ];
    const installedAt = [...readInstalledAt(location.places)]
      .map(([path, time]) => [path, renderExactInstant(time)]);
    const all = [...problems, ...line.problems];
    const value = {
      ...report,
      problems,
      installed_at: Object.fromEntries(installedAt),
      status_line: line,
    };
    return show(value, (_value, { style }) => renderReport(report, line, style), {
      exitCode: report.state === "installed" && all.length === 0 ? 0 : 1,
      notes: [
        ...all.map((problem) => `Problem: ${problem}`),
        ...report.state === "not-installed" ? ["Install them with 'ralph hooks install'."] : [],
      ],
    });
  },
});

function renderReport(
  { state, sources }: RegistrationReport,
  line: StatusLineReport,
  style: Style,
): string {
  const lines = [`Hooks: ${style.bold(STATES[state])}`];
  for (const { name, kind, program } of sources) {
    lines.push(`  ${kind === "plugin" ? "plugin " : ""}${name}, calls ${program ?? "no program"}`);
  }
  const after = line.wraps === null ? "" : `, after yours: ${shortenLine(line.wraps)}`;
  const whose = line.state === "other" ? `yours, in ${line.path}` : "none";
  return [
    ...lines,
    line.state === "shown"
      ? `Status line: ralph's, in ${line.path}, calls ${line.program}${after}`
      : `Status line: ${whose}; 'ralph hooks install --statusline' adds ralph's`,
  ].join("\n");
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

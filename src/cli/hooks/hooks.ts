/** `ralph hooks`: manages ralph's entries in the client's settings. */
import { findCachedPrograms } from "../../registration/cached_program.ts";
import { readInstalledAt } from "../../registration/installed_at.ts";
import { listEntries, PLUGIN_GROUPS } from "../../registration/hook_list.ts";
import {
  type RegistrationProblem,
  type RegistrationReport,
  sayProblem,
} from "../../registration/status.ts";
import type { StatusLineReport } from "../../registration/status_line.ts";
import { renderExactInstant } from "../../text/instant.ts";
import { defineCommand, defineTopCommand, flag, JSON_OPTION } from "../core/command.ts";
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
  options: [
    flag("verbose", "Show where they are registered, and the status line", { alias: "v" }),
    JSON_OPTION,
  ],
  exitCodes: [[0, "installed without problems"], [1, "anything else"]],
  run: (context, { options }) => {
    const location = locate(context);
    const report = readRegistrationHere(context, location);
    const line = readStatusLineReport({ ...location, env: context.env });
    const problems = [
      ...sortProblems(report.problems).map(sayProblem),
      ...findCachedPrograms(report.sources).map(sayProblem),
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
    const isWell = report.state === "installed" && all.length === 0;
    return show(value, (_value, { style }) =>
      [
        // Problems come first; the rest helps to solve them.
        ...all.map((problem) => `${style.red("✗")} ${problem}`),
        nameState(report, style),
        ...options.verbose || all.length > 0 ? describeSources(report) : [],
        ...options.verbose ? [describeLine(line)] : [],
      ].join("\n"), {
      exitCode: isWell ? 0 : 1,
      // Each problem names its own remedy.
      notes: report.state === "not-installed" && all.length === 0 ? ["→ ralph hooks install"] : [],
    });
  },
});

/** Sorts problems that stop all hooks, such as a missing program, before problems that stop some. */
function sortProblems(problems: readonly RegistrationProblem[]): RegistrationProblem[] {
  const rank = ({ code }: RegistrationProblem) => code === "program-missing" ? 0 : 1;
  return problems.toSorted((left, right) => rank(left) - rank(right));
}

function nameState({ state }: RegistrationReport, style: Style): string {
  const count = state === "installed" ? ` (${listEntries(PLUGIN_GROUPS).length} hooks)` : "";
  return `Hooks: ${style.bold(STATES[state])}${count}`;
}

function describeSources({ sources }: RegistrationReport): string[] {
  return sources.map(({ name, kind, program }) =>
    `  ${kind === "plugin" ? "plugin " : ""}${name}, calls ${program ?? "no program"}`
  );
}

function describeLine(line: StatusLineReport): string {
  const after = line.wraps === null ? "" : `, after yours: ${shortenLine(line.wraps)}`;
  const whose = line.state === "other" ? `yours, in ${line.path}` : "none";
  return line.state === "shown"
    ? `Status line: ralph's, in ${line.path}, calls ${line.program}${after}`
    : `Status line: ${whose}; 'ralph hooks install --statusline' adds ralph's`;
}

export const command = defineTopCommand({
  description:
    "Without a loop, the hooks start no program. The plugin registers the same hooks, so with " +
    "the plugin you need not install anything.",
  examples: [
    ["ralph hooks install", "For all your projects"],
    ["ralph hooks install --dry-run", "Show what would change"],
  ],
  subcommands: [install, uninstall, status],
  defaultSubcommand: "status",
});

/** `ralph knowledge scan`. */
import type { ProjectScan } from "../../guidance/constraints/scan.ts";
import { type CheckName, CHECKS, type Opportunity } from "../../ideas/opportunity.ts";
import { showCount } from "../../text/human_units.ts";
import { showText } from "../../text/show_text.ts";
import { scanHere } from "../constraints/scan_here.ts";
import { defineCommand, JSON_OPTION } from "../core/command.ts";
import { show } from "../core/document.ts";

/** Maximum number of task files listed, since a workspace may have hundreds. */
const TASK_FILES_SHOWN = 20;

export const scanCommand = defineCommand({
  name: "scan",
  summary: "Run all checks now, and show everything that they find",
  description: "The checks only read files. They list the project's tasks but do not run them; " +
    "exploration runs the tasks that the setting explore_tasks names, and only if you trust " +
    "them.",
  options: [
    {
      name: "check",
      type: "string",
      choices: Object.keys(CHECKS) as CheckName[],
      help: "Run only this check",
    },
    JSON_OPTION,
  ],
  run: async (context, { options: { check: wanted } }) => {
    const { project, scan, settings: { explore_tasks: configured } } = await scanHere(context);
    const { files: { total, read }, problems, tasks } = scan;
    const opportunities = scan.opportunities
      .filter(({ check }) => wanted === undefined || check === wanted);
    const isAboutTasks = wanted === undefined || wanted === "project-task";
    return show(
      { project, opportunities, tasks, configured_tasks: configured, files: { total, read } },
      () =>
        [
          ...renderFound(opportunities),
          ...isAboutTasks ? describeTasks(tasks, configured) : [],
          `Found: ${opportunities.length} in ${showCount(total, "file")}, ${read} read.`,
        ].join("\n"),
      { notes: problems.map((problem) => `Warning: ${problem}`) },
    );
  },
});

function renderFound(opportunities: readonly Opportunity[]): string[] {
  const byCheck = Map.groupBy(opportunities, ({ check }) => check);
  const sections = [...byCheck].flatMap(([check, group]) => [
    `${CHECKS[check].title} (${check}, ${group.length})`,
    ...group.map(({ id, text }) => `  ${id}  ${showText(text, 300)}`),
    "",
  ]);
  return sections.length === 0 ? ["Nothing was found.", ""] : sections;
}

function describeTasks(tasks: ProjectScan["tasks"], configured: readonly string[]): string[] {
  const files = [...Map.groupBy(tasks, ({ file }) => file)]
    .sort(([left], [right]) => left.split("/").length - right.split("/").length);
  const rest = files.length - TASK_FILES_SHOWN;
  const lines = files.slice(0, TASK_FILES_SHOWN).map(([file, group]) =>
    `  ${showText(file, 200)}: ${group.map(({ command }) => showText(command, 80)).join(", ")}`
  );
  if (rest > 0) lines.push(`  … and ${rest} more files ('--json' has them)`);
  return [
    ...(lines.length === 0 ? [] : ["Tasks of the project (none of them was run)", ...lines, ""]),
    configured.length === 0
      ? "Exploration runs no task: the setting explore_tasks is empty."
      : `Exploration runs, if you trust it: ${
        configured.map((command) => showText(command, 120)).join(", ")
      }`,
  ];
}

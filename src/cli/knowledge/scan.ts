/** `ralph knowledge scan`. */
import { type CheckName, CHECKS, type Opportunity } from "../../explore/opportunity.ts";
import { type ListedTask, scanWhole, type WholeScan } from "../../explore/scan_whole.ts";
import { showCount } from "../../text/human_units.ts";
import { showText } from "../../text/show_text.ts";
import { readSettingsHere } from "../config/layers.ts";
import { defineCommand, JSON_OPTION } from "../core/command.ts";
import { locate } from "../core/locate.ts";

/** Most files of tasks that are listed; a workspace has hundreds. */
const TASK_FILES_SHOWN = 20;

const CHECK_NAMES = Object.keys(CHECKS) as CheckName[];

export const scan = defineCommand({
  name: "scan",
  summary: "Run all checks now, and show everything that they find",
  description:
    "Nothing is run and nothing is fetched. The project's tasks are listed; exploration runs " +
    "those that the setting explore_tasks names, and only if you trust them.",
  options: [
    { name: "check", type: "string", choices: CHECK_NAMES, help: "Run only this check" },
    JSON_OPTION,
  ],
  run: async (context, { options }) => {
    const { out } = context;
    const { places, project } = locate(context);
    const configured = readSettingsHere(context, false).settings.explore_tasks;
    const scanned = await scanWhole(places, project, context.nowMs());
    const wanted = scanned.opportunities.filter(({ check }) =>
      options.check === undefined || check === options.check
    );
    for (const problem of scanned.problems) out.say(`Warning: ${problem}`);
    if (options.json) {
      const { files, tasks } = scanned;
      out.json({ project, opportunities: wanted, tasks, configured_tasks: configured, files });
    } else {
      const tasks = options.check === undefined || options.check === "project-task"
        ? describeTasks(scanned.tasks, configured)
        : [];
      out.text([...renderFound(wanted), ...tasks, describeFiles(wanted, scanned)].join("\n"));
    }
    return 0;
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

function describeTasks(tasks: readonly ListedTask[], configured: readonly string[]): string[] {
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

function describeFiles(shown: readonly Opportunity[], { files }: WholeScan): string {
  return `Found: ${shown.length} in ${showCount(files.total, "file")}, ${files.read} read.`;
}

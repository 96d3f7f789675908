/** `ralph constraints`: what in the project may constrain a loop. */
import { countBySeverity, isAtLeast, SEVERITIES } from "../../guidance/constraints/finding.ts";
import type { ProjectScan } from "../../guidance/constraints/scan.ts";
import { renderExactInstant } from "../../text/instant.ts";
import { capitalize } from "../../text/human_units.ts";
import { showText } from "../../text/show_text.ts";
import { defineCommand, defineTopCommand, flag, JSON_OPTION } from "../core/command.ts";
import { show } from "../core/document.ts";
import { ack, unack } from "./ack.ts";
import { scanHere } from "./scan_here.ts";

/** Version of the JSON document. */
const SCHEMA_VERSION = 3;
/** Longest finding that a line shows, characters. */
const SHOWN_CHARACTERS = 100;

const list = defineCommand({
  name: "show",
  summary: "Scan the project and show the findings",
  options: [
    {
      name: "severity",
      alias: "s",
      type: "string",
      choices: SEVERITIES,
      help: "Show only findings of at least this severity",
    },
    flag("all", "Show acknowledged findings too", { alias: "a" }),
    JSON_OPTION,
  ],
  run: async (context, { options }) => {
    const { project, scan } = await scanHere(context);
    const findings = scan.findings.filter((finding) =>
      isAtLeast(finding.severity, options.severity ?? "low") &&
      (options.all || !finding.acknowledged)
    );
    const shown = { ...scan, findings };
    const notes = scan.problems.map((problem) => `Warning: ${problem}`);
    return show(toJson(project, shown), () => render(shown, scan.findings.length), { notes });
  },
});

export const command = defineTopCommand({
  description:
    "Looks for hard-coded user paths and for fixed folders (the setting rigid_paths) in all " +
    "files that git tracks. Each prompt tells the agent about critical and high findings.",
  examples: [
    ["ralph constraints --severity high", "Only critical and high findings"],
    ["ralph constraints ack hardcoded-3f2a91c0", "Do not show this again"],
  ],
  subcommands: [list, ack, unack],
  defaultSubcommand: "show",
});

function toJson(project: string, scan: ProjectScan): Record<string, unknown> {
  const { total, read, large, binary, unreadable, isCut } = scan.files;
  return {
    schema_version: SCHEMA_VERSION,
    project,
    scanned_at: renderExactInstant(scan.scannedAtMs),
    source: scan.source,
    files: { total, read, large, binary, unreadable, is_cut: isCut },
    problems: scan.problems,
    findings: scan.findings,
  };
}

/**
 * Renders the findings by severity, each with its advice, then the counts.
 *
 * @param total Number of findings, those not shown included.
 */
function render(scan: ProjectScan, total: number): string {
  const counts = countBySeverity(scan.findings);
  const sections = SEVERITIES.flatMap((severity) => {
    const inSeverity = scan.findings.filter((finding) => finding.severity === severity);
    return inSeverity.length === 0
      ? []
      : [`${severity.toUpperCase()} (${inSeverity.length})`, ...inSeverity.map(renderFinding), ""];
  });
  const left = total - scan.findings.length;
  if (total === 0) return ["No constraints found", describeFiles(scan)].join("\n");
  return [
    ...sections,
    SEVERITIES.map((name) => `${capitalize(name)}: ${counts[name]}`).join(" | ") +
    ` | Total: ${scan.findings.length}${left > 0 ? ` (${left} more not shown)` : ""}`,
    describeFiles(scan),
  ].join("\n");
}

function renderFinding(finding: ProjectScan["findings"][number]): string {
  const { id, file, line, text, description, advice } = finding;
  const seen = finding.acknowledged ? " (acknowledged)" : "";
  return `  ${id} ${showText(file, 200)}:${line}: ${showText(text, SHOWN_CHARACTERS)}${seen}\n` +
    `      ${showText(description, 200)}. ${advice}.`;
}

function describeFiles({ files, source }: ProjectScan): string {
  const left = [
    ...(files.large > 0 ? [`${files.large} above 1 MiB`] : []),
    ...(files.binary > 0 ? [`${files.binary} binary`] : []),
    ...(files.unreadable > 0 ? [`${files.unreadable} unreadable`] : []),
    ...(files.isCut ? ["and all beyond the limit"] : []),
  ];
  const whose = source === "git" ? "tracked by git" : "found";
  return `Files: ${files.total} ${whose}, ${files.read} read` +
    (left.length === 0 ? "" : `, left out: ${left.join(", ")}`);
}

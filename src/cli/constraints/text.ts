/** The findings as text. Pure. */
import { SEVERITIES } from "../../guidance/constraints/finding.ts";
import { countBySeverity } from "../../guidance/constraints/finding.ts";
import type { ProjectScan, ScannedFinding } from "../../guidance/constraints/scan.ts";
import { showText } from "../../text/show_text.ts";
import { capitalize } from "../../text/human_units.ts";

/** Maximum length of a finding on its line, in characters. */
const SHOWN_CHARACTERS = 100;

/**
 * Renders the findings by severity, each with its advice, then the counts.
 *
 * @param total Number of findings, including those not shown.
 */
export function renderFindings(scan: ProjectScan, total: number): string {
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

function renderFinding(finding: ScannedFinding): string {
  const line = finding.line === null ? "" : `:${finding.line}`;
  const place = finding.file === null ? "" : ` ${showText(finding.file, 200)}${line}`;
  const seen = finding.acknowledged ? " (acknowledged)" : "";
  return `  ${finding.id}${place}: ${showText(finding.text, SHOWN_CHARACTERS)}${seen}\n` +
    `      ${showText(finding.description, 200)}. ${finding.advice}.`;
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

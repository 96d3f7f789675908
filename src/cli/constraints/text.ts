/**
 * The findings as text. Pure.
 *
 * @module
 */
import { countBySeverity, SEVERITIES } from "../../constraints/finding.ts";
import type { ProjectScan, ScannedFinding } from "../../constraints/scan.ts";
import { showText } from "../../text/show_text.ts";

/** Letters of what was found that a line shows. */
const SHOWN_CHARACTERS = 100;

/**
 * Renders the list that people read: headings by severity, a line and an advice for each finding,
 * and the counts.
 *
 * @param scan The scan, with the findings that are to be shown.
 * @param found How many findings there are in all.
 */
export function renderFindings(scan: ProjectScan, found: number): string {
  const counts = countBySeverity(scan.findings);
  const sections = SEVERITIES.flatMap((severity) => {
    const own = scan.findings.filter((finding) => finding.severity === severity);
    return own.length === 0
      ? []
      : [`${severity.toUpperCase()} (${own.length})`, ...own.map(renderFinding), ""];
  });
  const left = found - scan.findings.length;
  if (found === 0) return ["No constraints found", describeFiles(scan)].join("\n");
  return [
    ...sections,
    SEVERITIES.map((name) => `${capitalize(name)}: ${counts[name]}`).join(" | ") +
    ` | Total: ${scan.findings.length}${left > 0 ? ` (${left} more not shown)` : ""}`,
    describeFiles(scan),
  ].join("\n");
}

function renderFinding(finding: ScannedFinding): string {
  const place = finding.file === null ? "" : ` ${showText(finding.file, 200)}${lineOf(finding)}`;
  const seen = finding.acknowledged ? " (acknowledged)" : "";
  return `  ${finding.id}${place}: ${showText(finding.text, SHOWN_CHARACTERS)}${seen}\n` +
    `      ${showText(finding.description, 200)}. ${finding.advice}.`;
}

function lineOf({ line }: ScannedFinding): string {
  return line === null ? "" : `:${line}`;
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

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

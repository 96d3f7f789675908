/** Renders a scan for programs: as JSON, and as SARIF 2.1.0, which code hosts read. Pure. */
import type { ProjectScan, ScannedFinding } from "../../guidance/constraints/scan.ts";
import { renderExactInstant } from "../../text/instant.ts";
import { CATEGORIES, type Category, type Severity } from "../../guidance/constraints/finding.ts";

/** Version of the document; version 1 had some camel-case names and counted busywork as findings. */
const SCHEMA_VERSION = 2;

/** Makes one JSON document of a scan: its facts, then its findings. */
export function scanDocument(project: string, scan: ProjectScan): Record<string, unknown> {
  return { ...scanFields(project, scan), findings: scan.findings.map(findingFields) };
}

/** Renders one line of JSON for the scan and one for each finding, as the earlier plugin did. */
export function renderNdjson(project: string, scan: ProjectScan): string {
  return [
    { _type: "metadata", ...scanFields(project, scan) },
    ...scan.findings.map((finding) => ({
      _type: finding.category === "busywork" ? "busywork" : "constraint",
      ...findingFields(finding),
    })),
  ].map((line) => JSON.stringify(line)).join("\n");
}

function scanFields(project: string, scan: ProjectScan): Record<string, unknown> {
  const { total, read, large, binary, unreadable, isCut } = scan.files;
  return {
    schema_version: SCHEMA_VERSION,
    project,
    scanned_at: renderExactInstant(scan.scannedAtMs),
    source: scan.source,
    files: { total, read, large, binary, unreadable, is_cut: isCut },
    problems: scan.problems,
  };
}

function findingFields({ isNew, ...finding }: ScannedFinding): Record<string, unknown> {
  return { ...finding, is_new: isNew };
}

const LEVELS: Record<Severity, "error" | "warning" | "note"> = {
  critical: "error",
  high: "error",
  medium: "warning",
  low: "note",
};

/** Renders findings as one SARIF document; acknowledged findings are suppressed in it. */
export function renderSarif(findings: readonly ScannedFinding[], version: string): string {
  const ruleIds = Object.keys(CATEGORIES) as Category[];
  return JSON.stringify(
    {
      $schema: "https://json.schemastore.org/sarif-2.1.0.json",
      version: "2.1.0",
      runs: [{
        tool: {
          driver: {
            name: "ralph",
            version,
            rules: ruleIds.map((id) => ({ id, shortDescription: { text: CATEGORIES[id].title } })),
          },
        },
        results: findings.map((finding) => ({
          ruleId: finding.category,
          ruleIndex: ruleIds.indexOf(finding.category),
          level: LEVELS[finding.severity],
          message: { text: `${finding.description}: ${finding.text}. ${finding.advice}.` },
          partialFingerprints: { "ralphFindingId/v1": finding.id },
          properties: { severity: finding.severity },
          ...(finding.file === null ? {} : { locations: [locationOf(finding.file, finding.line)] }),
          ...(finding.acknowledged ? { suppressions: [{ kind: "external" }] } : {}),
        })),
      }],
    },
    null,
    2,
  );
}

/** Locates a file of the project relative to the root, and any other file by its absolute path. */
function locationOf(file: string, line: number | null): Record<string, unknown> {
  const encoded = file.split("/").map(encodeURIComponent).join("/");
  const artifactLocation = file.startsWith("/")
    ? { uri: `file://${encoded}` }
    : { uri: encoded, uriBaseId: "%SRCROOT%" };
  return {
    physicalLocation: {
      artifactLocation,
      ...(line === null ? {} : { region: { startLine: line } }),
    },
  };
}

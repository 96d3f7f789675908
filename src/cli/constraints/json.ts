/** The scan for programs: names in snake case, times in ISO 8601, as everywhere else. Pure. */
import type { ProjectScan, ScannedFinding } from "../../constraints/scan.ts";
import { renderExactInstant } from "../../text/instant.ts";

/** Version of the shape; version 1 named some fields in camel case and counted busywork as findings. */
const SCHEMA_VERSION = 2;

/** Makes one JSON document of a scan: its facts, then its findings. */
export function scanDocument(project: string, scan: ProjectScan): Record<string, unknown> {
  return { ...scanFields(project, scan), findings: scan.findings.map(findingFields) };
}

/**
 * Renders one line of JSON for the scan and one for each finding, as the predecessor's `--ndjson`.
 */
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

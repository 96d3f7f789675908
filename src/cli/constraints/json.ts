/**
 * The scan as JSON: names in snake case, times in ISO 8601, as everywhere else. Pure.
 *
 * @module
 */
import type { ProjectScan, ScannedFinding } from "../../constraints/scan.ts";
import { renderExactInstant } from "../../text/instant.ts";

/** Version of the shape; version 1 named some fields in camel case and counted busywork as findings. */
export const CONSTRAINTS_SCHEMA_VERSION = 2;

/**
 * What is known of a scan, without its findings.
 *
 * @param project the project's root
 * @param scan the scan
 */
export function scanFields(project: string, scan: ProjectScan): Record<string, unknown> {
  const { total, read, large, binary, unreadable, isCut } = scan.files;
  return {
    project,
    scanned_at: renderExactInstant(scan.scannedAtMs),
    source: scan.source,
    files: { total, read, large, binary, unreadable, is_cut: isCut },
    problems: scan.problems,
  };
}

/** One finding. */
export function findingFields({ isNew, ...finding }: ScannedFinding): Record<string, unknown> {
  return { ...finding, is_new: isNew };
}

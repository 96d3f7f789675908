/** The findings in SARIF 2.1.0, the format that code hosts read. Pure. */
import { CATEGORIES, type Category, type Severity } from "../../constraints/finding.ts";
import type { ScannedFinding } from "../../constraints/scan.ts";

const LEVELS: Record<Severity, "error" | "warning" | "note"> = {
  critical: "error",
  high: "error",
  medium: "warning",
  low: "note",
};

/**
 * Renders findings as one SARIF document; acknowledged findings are suppressed in it.
 *
 * @param findings The findings, in the order of the results.
 */
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
            rules: ruleIds.map((id) => ({ id, shortDescription: { text: CATEGORIES[id] } })),
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

/** Locates a file of the project relative to its root, any other file by its absolute path. */
function locationOf(file: string, line: number | null): Record<string, unknown> {
  const isAbsolute = /^(?:\/|[A-Za-z]:[\\/])/.test(file);
  const encoded = file.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
  const drive = encoded.replace(/^\/?([A-Za-z])%3A/, "/$1:");
  const artifactLocation = isAbsolute
    ? { uri: `file://${drive}` }
    : { uri: encoded, uriBaseId: "%SRCROOT%" };
  return {
    physicalLocation: {
      artifactLocation,
      ...(line === null ? {} : { region: { startLine: line } }),
    },
  };
}

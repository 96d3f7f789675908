/** Scans the project when a loop starts, and refuses the start with `--strict`. Not for hooks. */
import { fitList } from "../../text/shorten.ts";
import { failuresOf, messageOf, StateError } from "../../error.ts";
import { writeLastScan } from "../../ideas/tree/last_scan.ts";
import { countBySeverity, SEVERITIES } from "./finding.ts";
import { type ProjectScan, scanProject, type ScanRequest } from "./scan.ts";

/** Maximum number of critical findings that are listed. */
const MAX_NAMED = 5;

/**
 * Skips the scan (`--skip-constraint-scan`): later scans of the loop look for opportunities only.
 *
 * @returns The lines to show.
 */
export function skipScanAtStart(
  { places, project, isDryRun }: Omit<ScanRequest, "rules" | "nowMs">,
): string[] {
  const empty = { findings: null, forbids: [], opportunities: [], cut: 0, problems: [] };
  const problems = isDryRun ? [] : failuresOf([
    () => writeLastScan(places, { project, beganAtMs: 0, isComplete: false, ...empty }),
  ]);
  return [
    "Constraints: not scanned",
    ...problems.map((why) => `Warning: cannot replace the last constraint scan: ${why}`),
  ];
}

/**
 * Scans the project; the continuations of the loop build on the result.
 *
 * @param isStrict True if critical findings refuse the start (`--strict`).
 * @returns The counts as lines to show; a failed scan is only a warning.
 * @throws {StateError} Critical findings were found, and `isStrict` is set.
 */
export async function scanAtStart(request: ScanRequest, isStrict: boolean): Promise<string[]> {
  const scan = await scanProject(request).catch(messageOf);
  return typeof scan === "string"
    ? [`Warning: the constraint scan failed: ${scan}`]
    : describe(scan, isStrict);
}

function describe({ findings, problems }: ProjectScan, isStrict: boolean): string[] {
  const open = findings.filter(({ acknowledged }) => !acknowledged);
  const counts = countBySeverity(open);
  const critical = open.filter(({ severity }) => severity === "critical");
  const list = fitList(critical, MAX_NAMED, ({ description, id }) => `${description} (${id})`)
    .map((line) => `  ${line}`);
  if (isStrict && critical.length > 0) {
    throw new StateError(
      `Critical constraints were found, and --strict is set\n${list.join("\n")}`,
      { hint: "Fix them, or acknowledge them with 'ralph constraints ack ID'." },
    );
  }
  const found = SEVERITIES.filter((name) => counts[name] > 0);
  const summary = `Constraints: ${found.map((name) => `${counts[name]} ${name}`).join(", ")}`;
  return [
    // What is critical needs a look before the loop works on it.
    ...open.length === 0 ? [] : [critical.length === 0 ? summary : `Warning: ${summary}`],
    ...list,
    ...problems.map((each) => `Warning: ${each}`),
  ];
}

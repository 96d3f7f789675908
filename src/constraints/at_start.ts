/**
 * The scan when a loop begins: counts by severity, and, where it was asked for, a refusal. Not
 * for hooks.
 *
 * @module
 */
import { messageOf, StateError } from "../error.ts";
import { removeFile } from "../store/files/presence.ts";
import { countBySeverity, SEVERITIES, type Severity } from "./finding.ts";
import { scanMemory } from "./memory.ts";
import { type ProjectScan, scanProject, type ScanRequest } from "./scan.ts";

/** What `start` says of the constraints. */
export interface ConstraintsAtStart {
  /** Without what was acknowledged; null where the scan failed. */
  readonly counts: Readonly<Record<Severity, number>> | null;
  /** What has to be said, one sentence a line. */
  readonly lines: readonly string[];
}

/** Critical findings that are named. */
const MAX_NAMED = 5;

/**
 * Leaves out the scan (`--skip-constraint-scan`), and what an earlier loop's scan found.
 *
 * @param request Whose constraints.
 * @returns What `start` says.
 */
export function skipScanAtStart(
  { places, project, isDryRun }: Omit<ScanRequest, "rules" | "nowMs">,
): ConstraintsAtStart {
  const gone = isDryRun ? null : removeFile(scanMemory(places, project).headFile);
  const problem = gone?.kind === "failed"
    ? [`Warning: the last constraint scan could not be forgotten: ${gone.why}`]
    : [];
  return { counts: null, lines: ["Constraints: not scanned", ...problem] };
}

/**
 * Scans the project, which is also what the continuations of the loop build on.
 *
 * @param request Whose constraints.
 * @param isStrict Whether critical findings refuse the start (`--strict`).
 * @returns The counts, and lines to show; a scan that fails costs a line, never the start.
 * @throws {StateError} Where there are critical findings, and they refuse the start.
 */
export async function scanAtStart(
  request: ScanRequest,
  isStrict: boolean,
): Promise<ConstraintsAtStart> {
  const scan = await scanProject(request).catch(messageOf);
  if (typeof scan === "string") {
    return { counts: null, lines: [`Warning: the constraint scan failed: ${scan}`] };
  }
  return describe(scan, isStrict);
}

function describe({ findings, problems }: ProjectScan, isStrict: boolean): ConstraintsAtStart {
  // Kinds of work that are in every project are not findings of this one.
  const open = findings.filter(({ acknowledged, category }) =>
    !acknowledged && category !== "busywork"
  );
  const counts = countBySeverity(open);
  const critical = open.filter(({ severity }) => severity === "critical");
  const list = critical.slice(0, MAX_NAMED).map(({ description, id }) =>
    `  ${description} (${id})`
  );
  if (critical.length > MAX_NAMED) list.push(`  … and ${critical.length - MAX_NAMED} more`);
  if (isStrict && critical.length > 0) {
    throw new StateError(
      `Critical constraints were found, and --strict was asked for\n${list.join("\n")}`,
      { hint: "Correct them, or acknowledge them with 'ralph constraints ack ID'." },
    );
  }
  const summary = open.length === 0
    ? "Constraints: none found"
    : `Constraints: ${SEVERITIES.map((name) => `${counts[name]} ${name}`).join(", ")}` +
      " ('ralph constraints' lists them)";
  return { counts, lines: [summary, ...list, ...problems.map((each) => `Warning: ${each}`)] };
}

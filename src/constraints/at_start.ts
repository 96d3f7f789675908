/**
 * The scan when a loop begins: counts by severity, and, where it was asked for, a refusal. Not
 * for hooks.
 *
 * @module
 */
import { messageOf, StateError } from "../error.ts";
import { countBySeverity, SEVERITIES, type Severity } from "./finding.ts";
import { type ScannedFinding, scanProject, type ScanRequest } from "./scan.ts";
import { removeFile } from "../store/files/presence.ts";
import { scanMemory } from "./memory.ts";

/** What `start` says of the constraints. */
export interface ConstraintsAtStart {
  /** Without what was acknowledged; null where the scan failed. */
  readonly counts: Readonly<Record<Severity, number>> | null;
  /** What has to be said, one sentence a line. */
  readonly lines: readonly string[];
}

/**
 * `--skip-constraint-scan`: no scan now, and none of an earlier loop's in the continuations.
 *
 * @param request whose constraints
 * @returns what `start` says
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

/** Critical findings that are named. */
const MOST_NAMED = 5;

/**
 * Scans the project, which is also what the continuations of the loop build on.
 *
 * @param request whose constraints
 * @param isStrict `--strict`: critical findings refuse the start
 * @returns the counts, and lines to show; a scan that fails costs a line, never the start
 * @throws {StateError} with `--strict`, where there are critical findings
 */
export async function scanAtStart(
  request: ScanRequest,
  isStrict: boolean,
): Promise<ConstraintsAtStart> {
  let findings: readonly ScannedFinding[];
  let problems: readonly string[];
  try {
    ({ findings, problems } = await scanProject(request));
  } catch (error) {
    return { counts: null, lines: [`Warning: the constraint scan failed: ${messageOf(error)}`] };
  }
  // Kinds of work that stand in every project are no findings of this one.
  const open = findings.filter(({ acknowledged, category }) =>
    !acknowledged && category !== "busywork"
  );
  const counts = countBySeverity(open);
  const critical = open.filter(({ severity }) => severity === "critical");
  const named = critical.slice(0, MOST_NAMED).map(({ description, id }) =>
    `  ${description} (${id})`
  );
  const more = critical.length - named.length;
  const list = [...named, ...(more > 0 ? [`  … and ${more} more`] : [])];
  if (isStrict && critical.length > 0) {
    throw new StateError(
      `Critical constraints were found, and --strict was asked for\n${list.join("\n")}`,
      { hint: "Correct them, or acknowledge them with 'ralph constraints ack ID'." },
    );
  }
  return {
    counts,
    lines: [
      open.length > 0
        ? `Constraints: ${SEVERITIES.map((name) => `${counts[name]} ${name}`).join(", ")}` +
          " ('ralph constraints' lists them)"
        : "Constraints: none found",
      ...list,
      ...problems.map((problem) => `Warning: ${problem}`),
    ],
  };
}

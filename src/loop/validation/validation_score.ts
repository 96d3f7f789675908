/** The rounds of a validation, the score of a cycle, and the findings that it leaves open. */
import type { LoopRecord, ValidationState } from "../../store/records/loop_record.ts";

/** The number of the round that looks for critical issues. */
export const CRITICAL_ROUND = 1;
/** Round 2: whether the fixes work. */
export const FIXES_ROUND = 2;
/** Round 3: documentation and coverage; 4, adversarial probing, and 5, robustness, are optional. */
const DOCUMENTATION_ROUND = 3;

/** Coverage findings that cost no points. */
const COVERAGE_GAPS_ALLOWED = 2;

type Kind = "critical" | "medium" | "low" | "documentation" | "coverage";

/** The kind of each severity; any other severity counts as medium. */
const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["critical", "critical"],
  ["blocker", "critical"],
  ["high", "critical"],
  ["severe", "critical"],
  ["fatal", "critical"],
  ["major", "medium"],
  ["medium", "medium"],
  ["moderate", "medium"],
  ["low", "low"],
  ["minor", "low"],
  ["nit", "low"],
  ["trivial", "low"],
  ["cosmetic", "low"],
  ["info", "low"],
  ["documentation", "documentation"],
  ["docs", "documentation"],
  ["doc", "documentation"],
  ["coverage", "coverage"],
  ["test", "coverage"],
  ["tests", "coverage"],
]);

/** Whether a word names a severity. */
export function isKnownSeverity(word: string): boolean {
  return KINDS.has(word);
}

/**
 * Computes the score of a cycle, 0 to 1: 0.5 without critical findings, 0.3 without medium ones, and
 * 0.1 each for documentation and coverage.
 */
export function scoreOf(
  { findings, closed }: Pick<ValidationState, "findings" | "closed">,
): number {
  const isDone = (round: number) =>
    closed.some((other) => other.round === round && other.how === "validated");
  const count = (kind: Kind) =>
    findings.filter(({ severity }) => (KINDS.get(severity) ?? "medium") === kind).length;
  const tenths = (isDone(CRITICAL_ROUND) && count("critical") === 0 ? 5 : 0) +
    (isDone(FIXES_ROUND) && count("medium") === 0 ? 3 : 0) +
    (isDone(DOCUMENTATION_ROUND) && count("documentation") === 0 ? 1 : 0) +
    (isDone(DOCUMENTATION_ROUND) && count("coverage") <= COVERAGE_GAPS_ALLOWED ? 1 : 0);
  return tenths / 10;
}

type OpenFinding = ValidationState["findings"][number];

/**
 * Lists the open findings: those of this cycle and, until it has ended, those that the previous
 * cycle left open.
 *
 * @example A finding that is reported again is listed once
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const carried = [{ round: 1, severity: "low", text: "a typo" }];
 * const findings = [{ round: 2, severity: "low", text: "a typo" }];
 * assertEquals(openFindings({ carried, findings, ended: null }), findings);
 * ```
 */
export function openFindings(
  { carried = [], ended, findings }: Pick<ValidationState, "carried" | "ended" | "findings">,
): OpenFinding[] {
  if (ended !== null) return [...findings];
  const isReported = ({ severity, text }: OpenFinding) =>
    findings.some((finding) => finding.severity === severity && finding.text === text);
  return [...carried.filter((finding) => !isReported(finding)), ...findings];
}

/** Lists what an ended loop left open: findings of its validation, and of the reviews of a run. */
export function findingsLeftOpen(
  { validation, reviews = [] }: Pick<LoopRecord, "validation" | "reviews">,
): (Omit<OpenFinding, "round"> & Partial<Pick<OpenFinding, "round">>)[] {
  return [...openFindings(validation), ...reviews.flatMap(({ open }) => open)];
}

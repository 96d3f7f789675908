/**
 * What the rounds of a validation are about, what a cycle of them is worth, and what it leaves open.
 *
 * @module
 */
import type { ValidationState } from "../../store/records/loop_record.ts";

/** Round 1: critical issues. */
export const CRITICAL_ROUND = 1;
/** Round 2: whether the fixes hold. */
export const FIXES_ROUND = 2;
/** Round 3: documentation and coverage; 4, adversarial probing, and 5, robustness, are optional. */
export const DOCUMENTATION_ROUND = 3;
/** The last round there is. */
export const LAST_ROUND = 5;

/** So many gaps in coverage cost no points. */
const COVERAGE_GAPS_ALLOWED = 2;

/** What a finding counts as. */
type Kind = "critical" | "medium" | "low" | "documentation" | "coverage";

/** What a severity counts as; one that is not named here counts as medium. */
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
 * The score of a pass, 0 to 1: half for no critical finding, 0.3 for no medium one, 0.1 each for
 * documentation and coverage.
 */
export function scoreOf(
  { findings, closed }: Pick<ValidationState, "findings" | "closed">,
): number {
  const isDone = (round: number) =>
    closed.some((one) => one.round === round && one.how === "validated");
  const count = (kind: Kind) =>
    findings.filter(({ severity }) => (KINDS.get(severity) ?? "medium") === kind).length;
  const tenths = (isDone(CRITICAL_ROUND) && count("critical") === 0 ? 5 : 0) +
    (isDone(FIXES_ROUND) && count("medium") === 0 ? 3 : 0) +
    (isDone(DOCUMENTATION_ROUND) && count("documentation") === 0 ? 1 : 0) +
    (isDone(DOCUMENTATION_ROUND) && count("coverage") <= COVERAGE_GAPS_ALLOWED ? 1 : 0);
  return tenths / 10;
}

/** One finding as the record keeps it. */
export type OpenFinding = ValidationState["findings"][number];

/**
 * Lists what is still open: what this cycle reported, and what the cycle before left behind as long
 * as this one has not judged everything again.
 *
 * @param validation The validation of a loop, at any moment.
 *
 * @example What is reported again is listed once
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
    findings.some((one) => one.severity === severity && one.text === text);
  return [...carried.filter((one) => !isReported(one)), ...findings];
}

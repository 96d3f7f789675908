/**
 * What the rounds of a validation are about, and what a pass over them is worth (weights of the
 * predecessor, `knowledge/original-plugin.md` §1.8).
 *
 * @module
 */
import type { ValidationState } from "../store/loop_record.ts";

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

/** What a severity counts as; what is not named here is `low` and costs nothing. */
const KINDS: Readonly<Record<string, "critical" | "medium" | "documentation" | "coverage">> = {
  critical: "critical",
  blocker: "critical",
  high: "critical",
  major: "medium",
  medium: "medium",
  documentation: "documentation",
  docs: "documentation",
  doc: "documentation",
  coverage: "coverage",
};

/**
 * The score of a pass, 0 to 1: half for no critical finding, 0.3 for no medium one, 0.1 each for
 * documentation and coverage.
 */
export function scoreOf(
  { findings, closed }: Pick<ValidationState, "findings" | "closed">,
): number {
  const isDone = (round: number) =>
    closed.some((one) => one.round === round && one.how === "validated");
  const count = (kind: string) =>
    findings.filter(({ severity }) => KINDS[severity] === kind).length;
  const tenths = (isDone(CRITICAL_ROUND) && count("critical") === 0 ? 5 : 0) +
    (isDone(FIXES_ROUND) && count("medium") === 0 ? 3 : 0) +
    (isDone(DOCUMENTATION_ROUND) && count("documentation") === 0 ? 1 : 0) +
    (isDone(DOCUMENTATION_ROUND) && count("coverage") <= COVERAGE_GAPS_ALLOWED ? 1 : 0);
  return tenths / 10;
}

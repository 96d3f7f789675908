/** The rounds of a validation, the score of a cycle, and its open findings. */
import type { DecisionInputs } from "../../store/records/decision_inputs.ts";
import type { LoopRecord, ValidationState } from "../../store/records/loop_record.ts";

/** The number of the round that looks for critical issues. */
export const CRITICAL_ROUND = 1;
/** Round 2: checks that the fixes work. */
export const FIXES_ROUND = 2;
/** Round 3: documentation and coverage. Rounds 4 (adversarial probing) and 5 (robustness) are optional. */
const DOCUMENTATION_ROUND = 3;

/** Coverage findings that cost no points. */
const COVERAGE_GAPS_ALLOWED = 2;

/** The words for each severity. Any other word counts as medium. */
const WORDS = {
  critical: "critical blocker high severe fatal",
  medium: "major medium moderate",
  low: "low minor nit trivial cosmetic info",
  documentation: "documentation docs doc",
  coverage: "coverage test tests",
} as const;

type SeverityKind = keyof typeof WORDS;

const KINDS: ReadonlyMap<string, SeverityKind> = new Map(
  (Object.keys(WORDS) as SeverityKind[]).flatMap((kind) =>
    WORDS[kind].split(" ").map((word) => [word, kind])
  ),
);

/** Checks whether a word names a severity. */
export function isKnownSeverity(word: string): boolean {
  return KINDS.has(word);
}

/**
 * Computes the score of a cycle, 0 to 1: 0.5 for no critical findings, 0.3 for no medium ones, and 0.1 each
 * for documentation and coverage.
 */
export function scoreOf(
  { findings, closed }: Pick<ValidationState, "findings" | "closed">,
): number {
  const isDone = (round: number) =>
    closed.some((other) => other.round === round && other.how === "validated");
  const count = (kind: SeverityKind) =>
    findings.filter(({ severity }) => kindOf(severity) === kind).length;
  const tenths = (isDone(CRITICAL_ROUND) && count("critical") === 0 ? 5 : 0) +
    (isDone(FIXES_ROUND) && count("medium") === 0 ? 3 : 0) +
    (isDone(DOCUMENTATION_ROUND) && count("documentation") === 0 ? 1 : 0) +
    (isDone(DOCUMENTATION_ROUND) && count("coverage") <= COVERAGE_GAPS_ALLOWED ? 1 : 0);
  return tenths / 10;
}

/** Ranks of severities; higher is worse. */
const RANKS: Readonly<Record<SeverityKind, number>> = {
  critical: 2,
  medium: 1,
  low: 0,
  documentation: 0,
  coverage: 0,
};

function kindOf(severity: string): SeverityKind {
  return KINDS.get(severity) ?? "medium";
}

/**
 * Keeps each text once, since a finding that several rounds report is a single finding. It has its worst
 * severity, and its latest wording.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const critical = { severity: "critical", text: "data is lost" };
 * assertEquals(onceEach([critical, { severity: "low", text: "data  is lost" }]), [critical]);
 * ```
 */
export function onceEach<Found extends Pick<OpenFinding, "severity" | "text">>(
  findings: readonly Found[],
): Found[] {
  const kept = new Map<string, Found>();
  for (const finding of findings) {
    const key = finding.text.replace(/\s+/g, " ");
    const known = kept.get(key);
    const isWorse = known === undefined ||
      RANKS[kindOf(finding.severity)] >= RANKS[kindOf(known.severity)];
    if (isWorse) kept.set(key, finding);
  }
  return [...kept.values()];
}

type OpenFinding = ValidationState["findings"][number];

/**
 * Lists the open findings of this cycle and, until it has ended, those that the previous cycle left open.
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
  { carried = [], ended, findings }: Pick<
    DecisionInputs["record"]["validation"],
    "carried" | "ended" | "findings"
  >,
): OpenFinding[] {
  if (ended !== null) return [...findings];
  return onceEach([...carried, ...findings]);
}

/** Lists the findings that an ended loop left open, of its validation and of the reviews of a run. */
export function findingsLeftOpen(
  { validation, reviews = [] }: Pick<LoopRecord, "validation" | "reviews">,
): (Omit<OpenFinding, "round"> & Partial<Pick<OpenFinding, "round">>)[] {
  return onceEach([...openFindings(validation), ...reviews.flatMap(({ open }) => open)]);
}

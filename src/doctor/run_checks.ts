/**
 * Runs the checks side by side, each for a bounded time. A check that fails or hangs is unknown, and
 * the others still run. Carries out repairs, and checks again until nothing is left that it may do.
 */
import { SECOND_MS } from "../text/time.ts";
import { messageOf, RalphError } from "../error.ts";
import { type Check, type DoctorContext, groupOf, type OpenFinding } from "./check.ts";

const DEADLINE_MS = 1_800;

/**
 * Runs checks.
 *
 * @param deadlineMs Longest time of one check, in milliseconds.
 * @param checks The checks; the findings are in their order.
 */
export async function runChecks(
  checks: readonly Check[],
  context: DoctorContext,
  deadlineMs = DEADLINE_MS,
): Promise<OpenFinding[]> {
  const results = await Promise.all(checks.map((check) => runOne(check, context, deadlineMs)));
  return results.flat();
}

async function runOne(
  check: Check,
  context: DoctorContext,
  deadlineMs: number,
): Promise<readonly OpenFinding[]> {
  const late = Promise.withResolvers<readonly OpenFinding[]>();
  const why = `it took longer than ${deadlineMs / SECOND_MS} s`;
  const timer = setTimeout(() => late.resolve([unknown(check, why)]), deadlineMs);
  try {
    return await Promise.race([check.run(context), late.promise]);
  } catch (error) {
    return [unknown(check, messageOf(error))];
  } finally {
    clearTimeout(timer);
  }
}

function unknown({ id, subject }: Check, why: string): OpenFinding {
  return {
    id: `${id}.unknown`,
    group: groupOf(id),
    status: "unknown",
    title: `Could not check ${subject}`,
    detail: [why],
    repair: null,
  };
}

type Repairable = OpenFinding & { readonly repair: NonNullable<OpenFinding["repair"]> };

/** What became of a repair; `needs-consent` where nobody could be asked. */
export interface Repaired {
  readonly id: string;
  readonly title: string;
  readonly outcome: "done" | "declined" | "needs-consent" | "failed";
  /** What was done, or why it failed. */
  readonly lines: readonly string[];
}

/** The answer of a person who is asked for a repair; null where nobody can be asked. */
type Consent = "yes" | "no" | null;

/** One repair may uncover the next: a moved record leaves marks behind. */
const MOST_ROUNDS = 4;

/** Repairs what can be repaired. */
export async function fixFindings(
  checks: readonly Check[],
  context: DoctorContext,
  ask: (finding: Repairable) => Consent,
): Promise<{ readonly repairs: readonly Repaired[]; readonly findings: readonly OpenFinding[] }> {
  const repairs: Repaired[] = [];
  const tried = new Set<string>();
  for (let round = 1;; round++) {
    const findings = await runChecks(checks, context);
    const open = findings.filter(isRepairable)
      .filter(({ id, repair }) => !tried.has(`${id} ${repair.title}`));
    if (open.length === 0 || round > MOST_ROUNDS) return { repairs, findings };
    for (const finding of open) {
      tried.add(`${finding.id} ${finding.repair.title}`);
      repairs.push(await repairOne(finding, ask));
    }
  }
}

function isRepairable(finding: OpenFinding): finding is Repairable {
  return finding.repair !== null;
}

async function repairOne(
  finding: Repairable,
  ask: (finding: Repairable) => Consent,
): Promise<Repaired> {
  const { id, repair: { title, needsConsent, apply } } = finding;
  const consent = needsConsent ? ask(finding) : "yes";
  if (consent !== "yes") {
    return { id, title, outcome: consent === null ? "needs-consent" : "declined", lines: [] };
  }
  try {
    return { id, title, outcome: "done", lines: await apply() };
  } catch (error) {
    const hint = error instanceof RalphError && error.hint !== "" ? [error.hint] : [];
    return { id, title, outcome: "failed", lines: [messageOf(error), ...hint] };
  }
}

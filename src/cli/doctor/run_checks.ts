/**
 * Runs the checks concurrently, each for a bounded time. A check that fails or hangs becomes unknown,
 * and the others still run. Applies fixes, and checks again until no permitted fix is left.
 */
import { messageOf, RalphError } from "../../error.ts";
import { SECOND_MS } from "../../text/time.ts";
import { findHomeProblem } from "./home_problem.ts";
import type { Check, Checkup, DoctorFinding, Fix } from "./check.ts";

const DEADLINE_MS = 6_000;

/** Runs checks, and returns the findings in the order of the checks. */
export async function runChecks(
  checks: readonly Check[],
  checkup: Checkup,
  deadlineMs = DEADLINE_MS,
): Promise<DoctorFinding[]> {
  const cause = findHomeProblem(checkup.places.claudeDir);
  const results = await Promise.all(
    checks.map((check) =>
      cause !== null && check.isWithoutHome !== true
        ? [unknownOf(check, [])]
        : runOne(check, checkup, deadlineMs)
    ),
  );
  return [...cause === null ? [] : [cause], ...results.flat()];
}

async function runOne(
  check: Check,
  checkup: Checkup,
  deadlineMs: number,
): Promise<DoctorFinding[]> {
  const unknown = (why: string) => [unknownOf(check, [why])];
  const late = Promise.withResolvers<DoctorFinding[]>();
  const why = `it took longer than ${deadlineMs / SECOND_MS} s`;
  const timer = setTimeout(() => late.resolve(unknown(why)), deadlineMs);
  try {
    return await Promise.race([collect(check, checkup), late.promise]);
  } catch (error) {
    return unknown(messageOf(error));
  } finally {
    clearTimeout(timer);
  }
}

function unknownOf({ id, subject }: Check, detail: readonly string[]): DoctorFinding {
  return { id: `${id}.unknown`, status: "unknown", title: `Could not check ${subject}`, detail };
}

async function collect({ id, find }: Check, checkup: Checkup): Promise<DoctorFinding[]> {
  const found: DoctorFinding[] = [];
  const findings = find(checkup);
  for (;;) {
    const next = await findings.next();
    if (next.done !== true) found.push(next.value);
    else return found.length > 0 ? found : [{ id, status: "pass", title: next.value }];
  }
}

type Fixable = DoctorFinding & { readonly fix: Fix };

/** The outcome of a fix; `needs-consent` if there was no terminal to ask on. */
export interface Fixed {
  readonly id: string;
  readonly title: string;
  readonly outcome: "done" | "declined" | "needs-consent" | "failed";
  /** The changes, or why the fix failed. */
  readonly lines: readonly string[];
}

/** A person's answer to the offer of a fix; null without a terminal to ask on. */
type Consent = "yes" | "no" | null;

/** The maximum number of rounds. One fix may uncover the next: a moved record leaves marks behind. */
const MOST_ROUNDS = 4;

/** Applies the fixes of findings, and checks again after each round. */
export async function fixFindings(
  checks: readonly Check[],
  checkup: Checkup,
  ask: (finding: Fixable) => Consent,
): Promise<{ readonly fixed: readonly Fixed[]; readonly findings: readonly DoctorFinding[] }> {
  const fixed: Fixed[] = [];
  const tried = new Set<string>();
  for (let round = 1;; round++) {
    const findings = await runChecks(checks, checkup);
    const open = findings.filter(isFixable)
      .filter(({ id, fix }) => !tried.has(`${id} ${fix.title}`));
    if (open.length === 0 || round > MOST_ROUNDS) return { fixed, findings };
    for (const finding of open) {
      tried.add(`${finding.id} ${finding.fix.title}`);
      fixed.push(await fixOne(finding, ask));
    }
  }
}

function isFixable(finding: DoctorFinding): finding is Fixable {
  return finding.fix !== undefined;
}

async function fixOne(finding: Fixable, ask: (finding: Fixable) => Consent): Promise<Fixed> {
  const { id, fix: { title, needsConsent = false, apply } } = finding;
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

/**
 * Runs the checks side by side, each for a bounded time. A check that fails or hangs is unknown, and
 * the others still run.
 */
import { SECOND_MS } from "../text/time.ts";
import { messageOf } from "../error.ts";
import { type Check, type DoctorContext, groupOf, type OpenFinding } from "./check.ts";

const DEADLINE_MS = 1_800;

/** Runs checks. @param deadlineMs Longest time of one check, in milliseconds. */
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

/**
 * The findings of the validation that nobody has fixed yet.
 *
 * @module
 */
import type { ValidationState } from "../../store/records/loop_record.ts";

/** One finding as the record keeps it. */
export type OpenFinding = ValidationState["findings"][number];

/**
 * Lists what is still open: what this cycle reported, and what the cycle before left behind as long
 * as this one has not judged everything again.
 *
 * @param validation The validation of a loop, at any moment.
 */
export function openFindings(
  { carried = [], ended, findings }: Pick<ValidationState, "carried" | "ended" | "findings">,
): OpenFinding[] {
  if (ended !== null) return [...findings];
  const isReported = ({ severity, text }: OpenFinding) =>
    findings.some((one) => one.severity === severity && one.text === text);
  return [...carried.filter((one) => !isReported(one)), ...findings];
}

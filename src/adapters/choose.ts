/** Chooses the adapter of a project when a loop starts. */
import type { AdapterState } from "../store/records/loop_record.ts";
import { type AdapterContext, detectCandidates, listCandidates } from "./registry.ts";

/** The chosen adapter of a project. */
export interface Chosen {
  readonly name: string;
  readonly evidence: readonly string[];
  /** For the loop's record; null for the universal adapter. */
  readonly state: AdapterState | null;
  /** Adapters that were skipped, and why, one sentence each. */
  readonly problems: readonly string[];
}

/**
 * Chooses the adapter of a project. Only trusted programs are asked, so ask for trust
 * (`listAdapterNeeds`) first.
 *
 * @returns The first adapter that fits; the universal adapter always does.
 */
export async function chooseAdapter(context: AdapterContext): Promise<Chosen> {
  const detected = await detectCandidates(await listCandidates(context));
  const { name, kind, detection } = detected.at(-1)!;
  return {
    name,
    evidence: detection.evidence,
    state: kind === "universal" ? null : {
      name,
      kind,
      shouldContinue: true,
      confidence: 0,
      reason: "Not asked yet",
      metrics: 0,
      converged: false,
    },
    problems: detected.filter(({ skipped }) => skipped !== null)
      .map(({ name, skipped }) => `Adapter ${name} was skipped: ${skipped}`),
  };
}

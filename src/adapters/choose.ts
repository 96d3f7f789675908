/** Chooses the adapter of a project when a loop starts. */
import { messageOf } from "../error.ts";
import type { AdapterState } from "../store/records/loop_record.ts";
import { oneLine } from "../text/shorten.ts";
import type { AdapterKind } from "./protocol.ts";
import { type AdapterContext, detectCandidates, listCandidates, UNIVERSAL } from "./registry.ts";

/** The chosen adapter of a project. */
export interface Chosen {
  readonly name: string;
  readonly kind: AdapterKind;
  readonly evidence: readonly string[];
  readonly sessionMode: string;
  /** For the loop's record; null for the universal adapter. */
  readonly state: AdapterState | null;
  /** Adapters that were skipped, and why, one sentence each. */
  readonly problems: readonly string[];
}

/**
 * Chooses the adapter of a project. Only trusted programs are asked, so ask for trust
 * (`listAdapterNeeds`) first. Never throws.
 *
 * @returns The first adapter that fits; the universal adapter always does.
 */
export async function chooseAdapter(context: AdapterContext): Promise<Chosen> {
  try {
    const detected = await detectCandidates(await listCandidates(context));
    const { name, kind, detection, adapter } = detected.at(-1)!;
    return {
      name,
      kind,
      evidence: detection.evidence,
      sessionMode: adapter?.sessionMode ?? name,
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
  } catch (error) {
    return {
      name: UNIVERSAL,
      kind: "universal",
      evidence: [],
      sessionMode: UNIVERSAL,
      state: null,
      problems: [`No adapter could be chosen: ${oneLine(messageOf(error))}`],
    };
  }
}

/**
 * Chooses the adapter of a project at a loop's start.
 *
 * @module
 */
import { messageOf } from "../error.ts";
import type { AdapterState } from "../store/records/loop_record.ts";
import type { AdapterKind } from "./protocol.ts";
import { type AdapterScene, detectCandidates, listCandidates } from "./registry.ts";
import { UNIVERSAL } from "./universal.ts";
import { oneLine } from "../text/shorten.ts";

/** The adapter that speaks for a project. */
export interface Chosen {
  readonly name: string;
  readonly kind: AdapterKind;
  /** Why it is the one. */
  readonly evidence: readonly string[];
  readonly sessionMode: string;
  /** What the loop's record keeps; null for the universal one. */
  readonly state: AdapterState | null;
  /** Adapters that were skipped, and why, one sentence each. */
  readonly problems: readonly string[];
}

/**
 * Chooses. Programs of the user's are asked only where they were agreed to, so ask for consent
 * (`listAdapterNeeds`) before.
 *
 * @param scene where and when
 * @returns the first adapter that fits; never throws: the universal one always fits
 */
export async function chooseAdapter(scene: AdapterScene): Promise<Chosen> {
  try {
    const detected = await detectCandidates(await listCandidates(scene));
    const problems = detected.flatMap(({ name, skipped }) =>
      skipped === null ? [] : [`Adapter ${name} was skipped: ${skipped}`]
    );
    const { name, kind, detection, adapter } = detected.at(-1)!;
    return {
      name,
      kind,
      evidence: detection.evidence,
      sessionMode: adapter?.sessionMode ?? name,
      state: kind === "universal" ? null : _stateOf(name, kind),
      problems,
    };
  } catch (error) {
    const problems = [`No adapter could be chosen: ${oneLine(messageOf(error))}`];
    return {
      name: UNIVERSAL,
      kind: "universal",
      evidence: [],
      sessionMode: UNIVERSAL,
      state: null,
      problems,
    };
  }
}

function _stateOf(name: string, kind: Exclude<AdapterKind, "universal">): AdapterState {
  return {
    name,
    kind,
    should_continue: true,
    confidence: 0,
    reason: "Not asked yet",
    metrics: 0,
    converged: false,
  };
}

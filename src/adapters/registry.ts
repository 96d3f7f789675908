/**
 * Lists the adapters of a project in the order in which they are asked: the user's programs, sorted by
 * file name, Alpha Forge, and the universal adapter. The first that matches is used.
 */
import { messageOf } from "../error.ts";
import { oneLine } from "../text/shorten.ts";
import { alphaForge } from "./alpha_forge/adapter.ts";
import { externalAdapter } from "./external/adapter.ts";
import { listPrograms } from "./external/trust.ts";
import {
  type Adapter,
  type AdapterContext,
  type Detection,
  NO_JUDGEMENT,
  noOpinion,
} from "./protocol.ts";

/** An adapter and the result of its detection. */
export interface DetectedAdapter extends Adapter {
  readonly detection: Detection;
  /** Why it was not asked; null if it was. */
  readonly skipped: string | null;
}

/** The adapter of projects that no other adapter matches. It has no metrics, no opinion, and no cost. */
const universal: Adapter = {
  name: "universal",
  kind: "universal",
  file: null,
  fault: null,
  detect: () => ({ isMatch: true, evidence: ["It matches every project"] }),
  judge: () => ({ ...NO_JUDGEMENT, convergence: noOpinion("Defers to completion detection") }),
};

/** Lists all adapters in their order, without running a program. */
export function listAdapters(context: AdapterContext): Adapter[] {
  const programs = listPrograms(context.project);
  return [
    ...programs.map((program) => externalAdapter(context, program)),
    alphaForge(context),
    universal,
  ];
}

/** Asks adapters whether they match: until one does, or all of them if `isExhaustive`. */
export async function detectAdapters(
  adapters: readonly Adapter[],
  isExhaustive = false,
): Promise<DetectedAdapter[]> {
  const detected: DetectedAdapter[] = [];
  for (const adapter of adapters) {
    detected.push({ ...adapter, ...await detect(adapter) });
    if (detected.at(-1)!.detection.isMatch && !isExhaustive) break;
  }
  return detected;
}

async function detect(
  adapter: Adapter,
): Promise<Pick<DetectedAdapter, "detection" | "skipped">> {
  try {
    return { detection: await adapter.detect(), skipped: null };
  } catch (error) {
    const skipped = adapter.fault ?? oneLine(messageOf(error));
    return { detection: { isMatch: false, evidence: [] }, skipped };
  }
}

/** The chosen adapter of a project. */
export type ChosenAdapter = Awaited<ReturnType<typeof chooseAdapter>>;

/**
 * Chooses the adapter of a project when a loop starts: the first that matches. Only trusted programs
 * are asked, so ask for trust (`listAdapterNeeds`) first.
 */
export async function chooseAdapter(context: AdapterContext) {
  const detected = await detectAdapters(listAdapters(context));
  const { name, kind, detection } = detected.at(-1)!;
  return {
    name,
    evidence: detection.evidence,
    /** For the loop's record; null for the universal adapter. */
    state: kind === "universal" ? null : {
      name,
      kind,
      shouldContinue: true,
      confidence: 0,
      reason: "Not asked yet",
      metrics: 0,
      converged: false,
    },
    /** Adapters that were skipped, and why, one sentence each. */
    problems: detected.filter(({ skipped }) => skipped !== null)
      .map(({ name, skipped }) => `Adapter ${name} was skipped: ${skipped}`),
  };
}

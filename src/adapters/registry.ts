/**
 * All adapters of a project, in the order in which they are asked: the user's programs, sorted by file
 * name, Alpha Forge, and the universal adapter. The first that fits is used.
 */
import { messageOf } from "../error.ts";
import type { AdapterState } from "../store/records/loop_record.ts";
import { oneLine } from "../text/shorten.ts";
import { alphaForge } from "./alpha_forge/adapter.ts";
import { externalAdapter } from "./external/adapter.ts";
import { type AdapterProgram, listPrograms } from "./external/trust.ts";
import {
  type Adapter,
  type AdapterContext,
  type AdapterKind,
  type Detection,
  NO_JUDGEMENT,
  noOpinion,
} from "./protocol.ts";

/** An adapter that may fit a project. */
export interface Candidate {
  readonly name: string;
  readonly kind: AdapterKind;
  /** The user's file, from the project's root; null for a built-in adapter. */
  readonly file: string | null;
  /** The adapter; null where the user's file cannot be used. */
  readonly adapter: Adapter | null;
  /** Why it cannot be used; null where it can. */
  readonly problem: string | null;
}

/** A candidate and the result of its detection. */
export interface DetectedCandidate extends Candidate {
  readonly detection: Detection;
  /** Why it was not asked; null where it was. */
  readonly skipped: string | null;
}

/** The chosen adapter of a project. */
export interface ChosenAdapter {
  readonly name: string;
  readonly evidence: readonly string[];
  /** For the loop's record; null for the universal adapter. */
  readonly state: AdapterState | null;
  /** Adapters that were skipped, and why, one sentence each. */
  readonly problems: readonly string[];
}

/** The adapter of projects that no other adapter fits: no metrics, no opinion, no cost. */
const universal: Adapter = {
  name: "universal",
  kind: "universal",
  detect: () => ({ isMatch: true, evidence: ["It fits every project"] }),
  judge: () => ({ ...NO_JUDGEMENT, convergence: noOpinion("Defers to completion detection") }),
};

/** Lists all adapters, in their order; runs no program. */
export function listCandidates(context: AdapterContext): Candidate[] {
  return [
    ...listPrograms(context.project).map((each) => openProgram(context, each)),
    ...[alphaForge(context), universal].map((adapter) => ({
      name: adapter.name,
      kind: adapter.kind,
      file: null,
      adapter,
      problem: null,
    })),
  ];
}

/** Asks adapters whether they fit: until one does, or all of them for a list. */
export async function detectCandidates(
  candidates: readonly Candidate[],
  isExhaustive = false,
): Promise<DetectedCandidate[]> {
  const detected: DetectedCandidate[] = [];
  for (const candidate of candidates) {
    const result = await detect(candidate);
    detected.push({ ...candidate, ...result });
    if (result.detection.isMatch && !isExhaustive) break;
  }
  return detected;
}

async function detect(
  { adapter, problem }: Candidate,
): Promise<Pick<DetectedCandidate, "detection" | "skipped">> {
  const detection = { isMatch: false, evidence: [] };
  if (adapter === null) return { detection, skipped: problem };
  try {
    return { detection: await adapter.detect(), skipped: null };
  } catch (error) {
    return { detection, skipped: oneLine(messageOf(error)) };
  }
}

/**
 * Chooses the adapter of a project when a loop starts: the first that fits. Only trusted programs are
 * asked, so ask for trust (`listAdapterNeeds`) first.
 */
export async function chooseAdapter(context: AdapterContext): Promise<ChosenAdapter> {
  const detected = await detectCandidates(listCandidates(context));
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

/**
 * Opens a program of the user's, or Alpha Forge.
 *
 * @returns The adapter; a sentence where its file is missing or cannot be used.
 */
export function openAdapter(
  context: AdapterContext,
  name: string,
  kind: AdapterState["kind"],
): Adapter | string {
  if (kind === "alpha-forge") return alphaForge(context);
  const program = listPrograms(context.project).find((each) => each.name === name);
  if (program === undefined) return "its file is gone";
  const { adapter, problem } = openProgram(context, program);
  return adapter ?? problem ?? "";
}

function openProgram(context: AdapterContext, program: AdapterProgram): Candidate {
  const adapter = program.problem === null ? externalAdapter(context, program) : null;
  return { ...program, kind: "external", adapter };
}

/**
 * All adapters of a project, in the order in which they are asked: the user's programs, sorted by file
 * name, Alpha Forge, and the universal adapter. The first that fits is used.
 */
import { messageOf } from "../error.ts";
import type { Places } from "../store/places.ts";
import type { AdapterState } from "../store/records/loop_record.ts";
import { oneLine } from "../text/shorten.ts";
import type { AdapterProgram } from "./external/trust.ts";
import {
  type Adapter,
  type AdapterKind,
  type Detection,
  NO_JUDGEMENT,
  noOpinion,
} from "./protocol.ts";

/** The context of an adapter. */
export interface AdapterContext {
  readonly project: string;
  readonly places: Places;
  readonly nowMs: number;
}

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
  promptAdditions: () => null,
};

/** Lists all adapters, in their order; runs no program. */
export async function listCandidates(context: AdapterContext): Promise<Candidate[]> {
  const { listPrograms } = await import("./external/trust.ts");
  const builtIn = [await openAlphaForge(context), universal];
  return [
    ...await Promise.all(listPrograms(context.project).map((each) => openProgram(context, each))),
    ...builtIn.map((adapter) => ({
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

/**
 * Opens a program of the user's, or Alpha Forge.
 *
 * @returns The adapter; a sentence where its file is missing or cannot be used.
 */
export async function openAdapter(
  context: AdapterContext,
  name: string,
  kind: Exclude<AdapterKind, "universal">,
): Promise<Adapter | string> {
  if (kind === "alpha-forge") return await openAlphaForge(context);
  const { listPrograms } = await import("./external/trust.ts");
  const program = listPrograms(context.project).find((each) => each.name === name);
  if (program === undefined) return "its file is gone";
  const { adapter, problem } = await openProgram(context, program);
  return adapter ?? problem ?? "";
}

async function openAlphaForge({ project }: AdapterContext): Promise<Adapter> {
  const { alphaForge } = await import("./alpha_forge/adapter.ts");
  return alphaForge(project);
}

async function openProgram(context: AdapterContext, program: AdapterProgram): Promise<Candidate> {
  const { ExternalAdapter } = await import("./external/adapter.ts");
  const adapter = program.problem === null ? new ExternalAdapter(context, program) : null;
  return { ...program, kind: "external", adapter };
}

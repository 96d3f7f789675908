/**
 * All adapters of a project, in the order in which they are asked: the user's own by the names of
 * their files, Alpha Forge, and the universal one. The first that fits speaks for the project.
 *
 * @module
 */
import { messageOf } from "../error.ts";
import type { Places } from "../store/places.ts";
import type { Adapter, AdapterKind, Detection } from "./protocol.ts";
import { universal } from "./universal.ts";
import type { UserAdapterFile } from "./form/user_files.ts";
import { oneLine } from "../text/shorten.ts";

/** Where and when. */
export interface AdapterScene {
  /** The resolved path of the project's root. */
  readonly project: string;
  readonly places: Places;
  /** Unix milliseconds. */
  readonly nowMs: number;
}

/** One adapter there is. */
export interface Candidate {
  readonly name: string;
  readonly kind: AdapterKind;
  /** The user's file, from the project's root; null for a built-in one. */
  readonly file: string | null;
  /** Null where the user's file cannot be used. */
  readonly adapter: Adapter | null;
  /** What is wrong with the file. */
  readonly problems: readonly string[];
}

/** A candidate and what its detection said. */
export interface DetectedCandidate extends Candidate {
  readonly detection: Detection;
  /** Why it could not be asked; null where it was. */
  readonly skipped: string | null;
}

/**
 * All adapters, in their order. Nothing of them runs.
 *
 * @param scene where and when
 */
export async function listCandidates(scene: AdapterScene): Promise<Candidate[]> {
  const { project, places, nowMs } = scene;
  const { ALPHA_FORGE, alphaForge } = await import("./alpha_forge/adapter.ts");
  const { listUserAdapters } = await import("./form/user_files.ts");
  const own = await listUserAdapters(project, places);
  const builtIn = { file: null, problems: [] };
  return [
    ...await Promise.all(own.map((file) => _candidateOf(scene, file))),
    {
      ...builtIn,
      name: ALPHA_FORGE,
      kind: "alpha-forge",
      adapter: alphaForge(project, places, nowMs),
    },
    { ...builtIn, name: universal.name, kind: "universal", adapter: universal },
  ];
}

/**
 * Asks all adapters whether they fit, until one does.
 *
 * @param candidates the adapters, in their order
 * @param isExhaustive whether those behind the first that fits are asked too, for lists
 * @returns what each said; a faulty one is skipped with a reason
 */
export async function detectCandidates(
  candidates: readonly Candidate[],
  isExhaustive = false,
): Promise<DetectedCandidate[]> {
  const detected: DetectedCandidate[] = [];
  for (const candidate of candidates) {
    const one = await _detect(candidate);
    detected.push(one);
    if (one.detection.isMatch && !isExhaustive) break;
  }
  return detected;
}

/**
 * One adapter of the user's, or a built-in one, by its name and kind.
 *
 * @param scene where and when
 * @param name its name
 * @param kind its kind
 * @returns the adapter; a sentence where it is gone or broken
 */
export async function openAdapter(
  scene: AdapterScene,
  name: string,
  kind: Exclude<AdapterKind, "universal">,
): Promise<Adapter | string> {
  if (kind === "alpha-forge") {
    const { alphaForge } = await import("./alpha_forge/adapter.ts");
    return alphaForge(scene.project, scene.places, scene.nowMs);
  }
  const { listUserAdapters } = await import("./form/user_files.ts");
  const files = await listUserAdapters(scene.project, scene.places);
  const file = files.find((one) => one.name === name && one.form !== null) ??
    files.find((one) => one.name === name);
  if (file === undefined) return "its file is gone";
  const { adapter, problems } = await _candidateOf(scene, file);
  return adapter ?? problems[0] ?? "its file cannot be read";
}

async function _candidateOf(
  { project, places, nowMs }: AdapterScene,
  { file, name, form, problems }: UserAdapterFile,
): Promise<Candidate> {
  const program = form?.program ?? null;
  if (form === null) return { name, kind: "declarative", file, adapter: null, problems };
  if (program === null) {
    const { declarative } = await import("./form/declarative.ts");
    const adapter = declarative(project, places, form, nowMs);
    return { name, kind: "declarative", file, adapter, problems };
  }
  const { ExternalAdapter } = await import("./external/adapter.ts");
  const adapter = new ExternalAdapter(project, places, { ...form, program }, nowMs);
  return { name, kind: "external", file, adapter, problems };
}

async function _detect(candidate: Candidate): Promise<DetectedCandidate> {
  const none: Detection = { isMatch: false, evidence: [] };
  if (candidate.adapter === null) {
    return { ...candidate, detection: none, skipped: candidate.problems[0] ?? "it is broken" };
  }
  try {
    return { ...candidate, detection: await candidate.adapter.detect(), skipped: null };
  } catch (error) {
    return { ...candidate, detection: none, skipped: oneLine(messageOf(error)) };
  }
}

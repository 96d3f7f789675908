/**
 * All adapters of a project, in the order in which they are asked: the user's, sorted by file name,
 * Alpha Forge, and the universal adapter. The first that fits is used.
 */
import { messageOf } from "../error.ts";
import type { Places } from "../store/places.ts";
import { oneLine } from "../text/shorten.ts";
import type { UserAdapterFile } from "./form/user_files.ts";
import {
  type Adapter,
  type AdapterKind,
  type Detection,
  NO_JUDGEMENT,
  noOpinion,
} from "./protocol.ts";

/** The context of an adapter. */
export interface AdapterContext {
  /** The resolved path of the project's root. */
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
  readonly problems: readonly string[];
}

/** A candidate and the result of its detection. */
export interface DetectedCandidate extends Candidate {
  readonly detection: Detection;
  /** Why it was not asked; null where it was. */
  readonly skipped: string | null;
}

/** The adapter of projects that no other adapter fits: no metrics, no opinion, no cost. */
const universal: Adapter = {
  name: "universal",
  kind: "universal",
  sessionMode: "universal",
  detect: () => ({ isMatch: true, evidence: ["It fits every project"] }),
  judge: () => ({ ...NO_JUDGEMENT, convergence: noOpinion("Defers to completion detection") }),
  promptAdditions: () => null,
};

/** Lists all adapters, in their order; runs no program. */
export async function listCandidates(context: AdapterContext): Promise<Candidate[]> {
  const { listUserAdapters } = await import("./form/user_files.ts");
  const userFiles = await listUserAdapters(context.project, context.places);
  const builtIn = [await openAlphaForge(context), universal];
  return [
    ...await Promise.all(userFiles.map((file) => openFile(context, file))),
    ...builtIn.map((adapter) => ({
      name: adapter.name,
      kind: adapter.kind,
      file: null,
      adapter,
      problems: [],
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
  { adapter, problems }: Candidate,
): Promise<Pick<DetectedCandidate, "detection" | "skipped">> {
  const detection = { isMatch: false, evidence: [] };
  if (adapter === null) return { detection, skipped: problems[0] ?? "it is broken" };
  try {
    return { detection: await adapter.detect(), skipped: null };
  } catch (error) {
    return { detection, skipped: oneLine(messageOf(error)) };
  }
}

/**
 * Opens an adapter of the user's, or Alpha Forge.
 *
 * @returns The adapter; a sentence where its file is missing or broken.
 */
export async function openAdapter(
  context: AdapterContext,
  name: string,
  kind: Exclude<AdapterKind, "universal">,
): Promise<Adapter | string> {
  if (kind === "alpha-forge") return await openAlphaForge(context);
  const { listUserAdapters } = await import("./form/user_files.ts");
  const files = (await listUserAdapters(context.project, context.places))
    .filter((file) => file.name === name);
  const file = files.find(({ form }) => form !== null) ?? files[0];
  if (file === undefined) return "its file is gone";
  const { adapter, problems } = await openFile(context, file);
  return adapter ?? problems[0] ?? "its file cannot be read";
}

async function openAlphaForge({ project, places, nowMs }: AdapterContext): Promise<Adapter> {
  const { alphaForge } = await import("./alpha_forge/adapter.ts");
  return alphaForge(project, places, nowMs);
}

async function openFile(
  { project, places, nowMs }: AdapterContext,
  { file, name, form, problems }: UserAdapterFile,
): Promise<Candidate> {
  if (form === null) return { name, kind: "declarative", file, adapter: null, problems };
  const { program } = form;
  if (program === null) {
    const { declarative } = await import("./form/declarative.ts");
    const adapter = declarative(project, places, form, nowMs);
    return { name, kind: "declarative", file, adapter, problems };
  }
  const { ExternalAdapter } = await import("./external/adapter.ts");
  const adapter = new ExternalAdapter(project, places, { ...form, program }, nowMs);
  return { name, kind: "external", file, adapter, problems };
}

/**
 * Finds the focus file: seed 002's cascade, first hit wins.
 *
 * @module
 */
import { findAdr, findSpec } from "./_documents.ts";
import { findExplicit } from "./_explicit.ts";
import { findGlobalPlan, findLocalPlan } from "./_plans.ts";
import { findInTranscript } from "./_transcript.ts";
import type { Discovery, DiscoveryInput, Files } from "./discovery.ts";

/** Tells whether the file at a path is complete already; judging is not discovery's work. */
export type IsComplete = (path: string) => Promise<boolean>;

/** A step of the cascade: what it found, or null for the next one. */
type Step = (input: DiscoveryInput, files: Files) => Discovery | null | Promise<Discovery | null>;

/** What the session itself works on; with a task given as text nothing else is looked for. */
const SESSION_STEPS: readonly Step[] = [findInTranscript];
const PROJECT_STEPS: readonly Step[] = [findSpec, findAdr, findLocalPlan, findGlobalPlan];

/**
 * Finds the focus file.
 *
 * @param input Where to look, and what the user said.
 * @param files The disk; see `real_files.ts` for the real one.
 * @param isComplete Whether a found file is complete already: such a one is doubtful, unless the
 * user named it.
 * @returns What was found and how; never throws for what stands on the disk.
 */
export async function discoverFocus(
  input: DiscoveryInput,
  files: Files,
  isComplete: IsComplete,
): Promise<Discovery> {
  if (input.noFocus) return { kind: "none", method: "no_focus" };
  if (input.explicit !== null) return findExplicit(input.explicit, input, files);

  const steps = input.task === null ? [...SESSION_STEPS, ...PROJECT_STEPS] : SESSION_STEPS;
  for (const step of steps) {
    const found = await step(input, files);
    if (found?.kind === "found" && await isComplete(found.path)) {
      return { ...found, kind: "doubtful", why: "complete-already" };
    }
    if (found) return found;
  }
  return { kind: "none", method: input.task === null ? "none" : "task" };
}

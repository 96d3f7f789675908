/**
 * Finds the focus file: a cascade, first hit wins.
 *
 * @module
 */
import { findAdr, findSpec } from "./_documents.ts";
import { findExplicit } from "./_explicit.ts";
import { findGlobalPlan, findLocalPlan } from "./_plans.ts";
import { findProjectPlan } from "./_project_plan.ts";
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
  let doubtful: Discovery | null = null;
  for (const step of steps) {
    const found = await step(input, files);
    doubtful = found && await doubt(found, isComplete);
    if (doubtful !== null) break;
    if (found) return found;
  }
  if (input.task !== null) return doubtful ?? { kind: "none", method: "task" };
  // A plan with open items is better than one that would have to be asked about.
  const own = await findProjectPlan(input, files);
  const isOpen = own?.kind === "found" || own?.kind === "ambiguous";
  return isOpen ? own : doubtful ?? own ?? { kind: "none", method: "none" };
}

/** What was found, where it is not to be taken without asking; else null. */
async function doubt(found: Discovery, isComplete: IsComplete): Promise<Discovery | null> {
  if (found.kind === "doubtful") return found;
  if (found.kind !== "found" || !await isComplete(found.path)) return null;
  return { ...found, kind: "doubtful", why: "complete-already" };
}

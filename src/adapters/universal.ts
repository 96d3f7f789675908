/**
 * The adapter of every project that has none: no metrics, no opinion, no cost.
 *
 * @module
 */
import { type Adapter, noOpinion } from "./protocol.ts";

/** Its name, in lists; in a loop's record it stands as null. */
export const UNIVERSAL = "universal";

/** The universal adapter. */
export const universal: Adapter = {
  name: UNIVERSAL,
  kind: "universal",
  sessionMode: UNIVERSAL,
  detect: () => Promise.resolve({ isMatch: true, evidence: ["It fits every project"] }),
  readMetrics: () => Promise.resolve({ entries: [], isConverged: false, problems: [] }),
  judgeConvergence: () =>
    Promise.resolve({
      convergence: noOpinion("Defers to completion detection"),
      rules: [],
      problem: null,
    }),
  promptAdditions: () => null,
};

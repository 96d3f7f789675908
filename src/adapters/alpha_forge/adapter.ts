/** The adapter of Alpha Forge, a research project that leaves a folder for each of its runs. */
import { join } from "../../path/path.ts";
import type { Places } from "../../store/places.ts";
import { detectAlphaForge, RUNS_FOLDER } from "./detect.ts";
import { promptOfAlphaForge } from "./prompt.ts";
import { isResearchConverged } from "./research.ts";
import { ALPHA_FORGE_METRICS, ALPHA_FORGE_RULES, ALPHA_FORGE_WORDS } from "./rules.ts";
import { memoryPlace } from "../memory.ts";
import { type Adapter, isKnown } from "../protocol.ts";
import { readMetricFiles } from "../metrics/read_metrics.ts";
import { judgeRules } from "../metrics/rules.ts";
import { isThere } from "../../store/files/presence.ts";

const ALPHA_FORGE = "alpha-forge";

/** Makes the Alpha Forge adapter of a project. */
export function alphaForge(project: string, places: Places, nowMs: number): Adapter {
  return {
    name: ALPHA_FORGE,
    kind: "alpha-forge",
    sessionMode: "alpha-forge-research",
    detect: () => detectAlphaForge(project),
    judge: (sinceMs) => {
      const root = rootOfRuns(project);
      const memory = memoryPlace(places, project, ALPHA_FORGE);
      const read = readMetricFiles({ root, spec: ALPHA_FORGE_METRICS, sinceMs, nowMs, memory });
      const { entries } = read;
      const verdict = judgeRules(ALPHA_FORGE_RULES, entries, "higher", ALPHA_FORGE_WORDS);
      // A session before the first run of this loop belongs to an earlier loop.
      const converged = entries.some(isKnown) && isResearchConverged(root);
      const convergence = { ...verdict.convergence, converged };
      return { ...read, convergence, rules: verdict.outcomes, problem: null };
    },
    promptAdditions: promptOfAlphaForge,
  };
}

/** The runs of a subfolder are in the project above it. */
function rootOfRuns(project: string): string {
  return isThere(join(project, RUNS_FOLDER)) ? project : detectAlphaForge(project).root;
}

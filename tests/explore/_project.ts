/** A project to explore. */
import {
  type ExplorationRequest,
  exploreForContinuation,
} from "../../src/explore/at_continuation.ts";
import { scanWhole } from "../../src/explore/scan_whole.ts";
import { scanTree } from "../../src/explore/scan_tree.ts";
import { pass, Project } from "../constraints/_project.ts";

export { pass };

/** A throw-away project that can be explored. */
export class Explored extends Project {
  /** The texts of all opportunities of the checks whose name contains a text. */
  async textsOf(check = ""): Promise<string[]> {
    const { opportunities } = await scanWhole(this.places, this.project, Date.now());
    return opportunities.filter((opportunity) => opportunity.check.includes(check)).map((
      { text },
    ) => text);
  }

  /** A scan as in a hook. */
  scanTree(turn = 0, deadline = Infinity) {
    const { places, project } = this;
    return scanTree({ places, project, nowMs: Date.now(), turn, deadline, isWhole: false });
  }

  /** A continuation of a loop. */
  explore(more: Partial<ExplorationRequest> = {}) {
    return exploreForContinuation({
      places: this.places,
      project: this.project,
      loopId: "loop 1",
      iteration: 1,
      nowMs: Date.now(),
      budgetMs: 60_000,
      guidance: { encouraged: [], forbidden: [] },
      tasks: null,
      hasMoved: false,
      isBusyworkOut: false,
      ...more,
    });
  }
}

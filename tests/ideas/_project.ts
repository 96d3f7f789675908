/** A project to explore. */
import {
  type ExplorationRequest,
  exploreForContinuation,
} from "../../src/ideas/at_continuation.ts";
import { Project } from "../guidance/constraints/_project.ts";

/** A throw-away project that can be explored. */
export class Explored extends Project {
  /** The texts of all opportunities of the checks whose name contains a text. */
  async textsOf(check = ""): Promise<string[]> {
    const { opportunities } = await this.scan();
    return opportunities.filter((opportunity) => opportunity.check.includes(check))
      .map(({ text }) => text);
  }

  /** A continuation of a loop, from the last scan. */
  explore(more: Partial<ExplorationRequest> = {}) {
    return exploreForContinuation({
      places: this.places,
      project: this.project,
      loopId: "loop 1",
      iteration: 1,
      nowMs: Date.now(),
      guidance: { encouraged: [], forbidden: [] },
      tasks: null,
      hasChangedSince: () => Promise.resolve(false),
      ownFiles: [],
      isBusyworkOut: false,
      ...more,
    });
  }
}

/** A project to explore, in a throw-away folder. */
import {
  type ExplorationRequest,
  exploreForContinuation,
} from "../../src/explore/at_continuation.ts";
import { scanWhole } from "../../src/explore/scan_whole.ts";
import { scanTree } from "../../src/explore/scan_tree.ts";
import { pass, Project } from "../constraints/_project.ts";

export { pass };

/** A throw-away project. */
export class Explored extends Project {
  /** All opportunities, as `check: text`. */
  async found(check = ""): Promise<string[]> {
    const { opportunities } = await scanWhole(this.places, this.root, Date.now());
    return opportunities.filter((one) => one.check.includes(check)).map(({ text }) => text);
  }

  /** A look as in a hook. */
  look(turn = 0, deadline = Infinity) {
    const { places, root } = this;
    return scanTree({ places, project: root, nowMs: Date.now(), turn, deadline, isWhole: false });
  }

  /** A continuation of a loop. */
  explore(more: Partial<ExplorationRequest> = {}) {
    return exploreForContinuation({
      places: this.places,
      project: this.root,
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

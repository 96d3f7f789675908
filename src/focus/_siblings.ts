/**
 * Which plain entries of a numbered list stand behind ticked ones: whoever wrote them numbered the
 * work on, without boxes.
 *
 * @module
 */
import type { Block } from "../markdown/block.ts";
import type { TaskState } from "./document.ts";

type Item = Extract<Block, { kind: "item" }>;

/** Follows the numbered lists of a page, one a depth. */
export class Siblings {
  /** For each depth, whether its present list is numbered and its last entry was ticked. */
  readonly #behindTicked: boolean[] = [];

  /** Ends the lists from a depth on. */
  endLists(depth: number): void {
    this.#behindTicked.length = Math.min(this.#behindTicked.length, depth);
  }

  /** Notes a task. */
  addTask({ depth, ordered }: Item, state: TaskState): void {
    this.endLists(depth + 1);
    this.#behindTicked[depth] = ordered && state === "done";
  }

  /** Notes an entry without a box; whether it stands right behind a ticked one, or behind such. */
  addPlain({ depth, ordered }: Item): boolean {
    this.endLists(depth + 1);
    const follows = ordered && this.#behindTicked[depth] === true;
    this.#behindTicked[depth] = follows;
    return follows;
  }
}

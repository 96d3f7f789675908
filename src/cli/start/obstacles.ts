/**
 * What stands in the way of a start: it ends the command, or with `--dry-run` is collected, so that
 * the rest is shown all the same.
 *
 * @module
 */
import { messageOf, RalphError } from "../../error.ts";

/** Meets obstacles, one after the other. */
export class Obstacles {
  readonly #found: string[] = [];

  /** @param isCollecting Whether they are collected, not thrown. */
  constructor(readonly isCollecting: boolean) {}

  /** What was collected, one sentence each, with what to do. */
  get problems(): readonly string[] {
    return this.#found;
  }

  /**
   * Does something that may be refused.
   *
   * @param work What is done.
   * @param fallback What stands for its result where it is refused.
   */
  meet<T>(work: () => T, fallback: T): T {
    try {
      return work();
    } catch (error) {
      this.#note(error);
      return fallback;
    }
  }

  /** As {@linkcode meet}, for work that takes time. */
  async meetLater<T>(work: () => Promise<T>, fallback: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.#note(error);
      return await fallback();
    }
  }

  #note(error: unknown): void {
    if (!this.isCollecting || !(error instanceof RalphError)) throw error;
    const sentence = `${messageOf(error)}${error.hint === "" ? "" : `. ${error.hint}`}`;
    if (!this.#found.includes(sentence)) this.#found.push(sentence);
  }
}

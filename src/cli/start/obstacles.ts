/**
 * What prevents a start: it ends the command, or with `--dry-run` it is collected, so that the rest
 * is shown all the same.
 *
 * @module
 */
import { messageOf, RalphError } from "../../error.ts";

/** Meets obstacles, one after the other. */
export class Obstacles {
  readonly #problems: string[] = [];

  /** @param isCollecting Whether obstacles are collected instead of thrown. */
  constructor(readonly isCollecting: boolean) {}

  /** What was collected, one sentence each, with what to do. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /**
   * Does something that may be refused.
   *
   * @param work What is done.
   * @param fallback Its result where it is refused.
   */
  meet<T>(work: () => T, fallback: T): T {
    try {
      return work();
    } catch (error) {
      this.#collect(error);
      return fallback;
    }
  }

  /** Does the same as {@linkcode meet} for work that takes time. */
  async meetLater<T>(work: () => Promise<T>, fallback: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.#collect(error);
      return await fallback();
    }
  }

  #collect(error: unknown): void {
    if (!this.isCollecting || !(error instanceof RalphError)) throw error;
    const sentence = `${messageOf(error)}${error.hint === "" ? "" : `. ${error.hint}`}`;
    if (!this.#problems.includes(sentence)) this.#problems.push(sentence);
  }
}

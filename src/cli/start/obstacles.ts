/**
 * What prevents a start. It ends the command; with `--dry-run` it is collected, so that the rest is
 * shown too.
 */
import { messageOf, RalphError } from "../../error.ts";

/** Throws or collects the errors of each step of a start. */
export class Obstacles {
  /** The collected errors, one sentence each, with the hint. */
  readonly problems: string[] = [];

  constructor(private readonly isCollecting: boolean) {}

  meet<T>(work: () => T, fallback: T): T {
    try {
      return work();
    } catch (error) {
      this.#collect(error);
      return fallback;
    }
  }

  /** The asynchronous {@linkcode meet}. */
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
    if (!this.problems.includes(sentence)) this.problems.push(sentence);
  }
}

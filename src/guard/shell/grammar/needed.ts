/**
 * A part of the guard that is loaded only where a line asks for it.
 *
 * The judgement of a line waits for nothing, so a part that is missing ends it; `judge.ts` then loads
 * the part and judges the line anew.
 *
 * @module
 */

/** Ends a judgement that lacks a part. */
export class Needed extends Error {
  /** Loads the part. */
  readonly load: () => Promise<void>;

  /** @param what the part, for the message @param load loads it */
  constructor(what: string, load: () => Promise<void>) {
    super(`The guard's ${what} is not loaded`);
    this.load = load;
  }
}

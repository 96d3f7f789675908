/**
 * How long to wait after an agent that died at once, so that a broken one does not spin. Pure.
 *
 * @module
 */

/** An agent that lived so long was at work: milliseconds. */
export const YOUNG_MS = 5_000;
const FIRST_MS = 500;
const LONGEST_MS = 60_000;

/**
 * The pause before the next iteration.
 *
 * @param deathsInARow How many agents in a row died young and without progress, this one included.
 * @returns Milliseconds: 0.5, 1, 2, 4 … 60 s; 0 after an agent that did not.
 */
export function backOffMs(deathsInARow: number): number {
  return deathsInARow <= 0 ? 0 : Math.min(LONGEST_MS, FIRST_MS * 2 ** (deathsInARow - 1));
}

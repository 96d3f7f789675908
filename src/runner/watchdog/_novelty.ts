/**
 * Tells new output from the same again: a spinner moves, but says nothing.
 *
 * @module
 */
import { plainText } from "../terminal/plain_text.ts";

/** How many texts are remembered. */
const REMEMBERED = 32;
/** Characters compared of a text. */
const COMPARED = 400;
/** What changes in a text that stands still: times, counters, bars, spinners. */
const MOVING = /[\d\s.,:;|/\\()[\]<>=#*·•…%✓✔-]|[^\p{L}\p{N}\p{P}]/gu;

/** Remembers what was said lately. */
export class Novelty {
  readonly #seen = new Set<string>();

  /**
   * Whether a text says something new.
   *
   * @param text A piece of output; its last line that says anything is what counts.
   */
  isNew(text: string): boolean {
    const lines = text.slice(-4 * COMPARED).split(/[\r\n]+/);
    const last = lines.findLast((line) => plainText(line).trim() !== "");
    const words = plainText(last ?? "").replace(MOVING, "").slice(-COMPARED);
    if (words === "") return false;
    const isKnown = this.#seen.delete(words);
    this.#seen.add(words);
    const oldest = this.#seen.values().next().value;
    if (this.#seen.size > REMEMBERED && oldest !== undefined) this.#seen.delete(oldest);
    return !isKnown;
  }
}

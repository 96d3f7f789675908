/**
 * Lines of a text by offset. Pure.
 *
 * @module
 */

/** Finds the lines of matches: counts lines once, however many matches ask. */
export class LineCounter {
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The line of an offset, counted from 1; offsets must not go back. */
  lineOf(offset: number): number {
    for (;;) {
      const next = this.#text.indexOf("\n", this.#at);
      if (next < 0 || next >= offset) return this.#line;
      this.#at = next + 1;
      this.#line++;
    }
  }
}

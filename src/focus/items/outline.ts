/**
 * Which heading a line stands under, and which sections hold boxes, in a page of any length.
 *
 * @module
 */
import type { Document, Heading } from "./document.ts";

/** The sections of a page. */
export class Outline {
  /** Lines of the headings, of the ends of their sections, and of the items. */
  readonly #starts: readonly number[];
  readonly #ends: readonly number[];
  readonly #parents: readonly number[];
  readonly #items: readonly number[];

  /** @param document The page. */
  constructor({ headings, items }: Pick<Document, "headings" | "items">) {
    this.#starts = headings.map(({ line }) => line);
    const { ends, parents } = nest(headings);
    this.#ends = ends;
    this.#parents = parents;
    this.#items = items.map(({ line }) => line).sort((left, right) => left - right);
  }

  /** The place of the heading right above a line; -1 for none. */
  sectionAt(line: number): number {
    return countBelow(this.#starts, line) - 1;
  }

  /** Whether boxes stand right under a heading, before the next one of any depth. */
  holdsBoxes(index: number): boolean {
    return this.#hasItem(this.#starts[index] ?? 0, this.#starts[index + 1] ?? Infinity);
  }

  /** Whether boxes stand under a heading or under those below it. */
  holdsBoxesWithin(index: number): boolean {
    return this.#hasItem(this.#starts[index] ?? 0, this.#ends[index] ?? Infinity);
  }

  /** The headings that a section stands under, the innermost first, its own included. */
  *above(index: number): Generator<number> {
    for (let at = index; at >= 0; at = this.#parents[at]!) yield at;
  }

  #hasItem(from: number, to: number): boolean {
    return countBelow(this.#items, from) < countBelow(this.#items, to);
  }
}

/** For each heading the line of the next one that is not deeper, and the one it stands under or -1. */
function nest(headings: readonly Heading[]): { ends: number[]; parents: number[] } {
  const ends: number[] = headings.map(() => Infinity);
  const open: number[] = [];
  const parents = headings.map(({ depth, line }, index) => {
    while (open.length > 0 && headings[open.at(-1)!]!.depth >= depth) ends[open.pop()!] = line;
    const parent = open.at(-1) ?? -1;
    open.push(index);
    return parent;
  });
  return { ends, parents };
}

/** How many of the sorted numbers are less than one. */
function countBelow(sorted: readonly number[], limit: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle]! < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}

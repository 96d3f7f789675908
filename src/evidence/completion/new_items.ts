/** The new items of a plan, among which a missing item may be found with other words. Pure. */

/** The share of the words of two titles that must be equal for the same item reworded. */
const MIN_ALIKE = 0.5;
const FILLERS = new Set(
  "a an and are as at be by for from in is it of on or that the to with".split(" "),
);

/**
 * The items that are new in a plan. Their words are indexed, since an agent may rewrite a plan of thousands
 * of items in one turn.
 */
export class NewItems<T extends { readonly title: string }> {
  readonly #left = new Map<number, T>();
  readonly #words: readonly ReadonlySet<string>[];
  readonly #byWord = new Map<string, number[]>();

  constructor(items: readonly T[]) {
    this.#words = items.map(({ title }) => wordsOf(title));
    for (const [index, item] of items.entries()) {
      this.#left.set(index, item);
      for (const word of this.#words[index]!) {
        const indexes = this.#byWord.get(word) ?? [];
        this.#byWord.set(word, indexes);
        indexes.push(index);
      }
    }
  }

  /** The items that did not replace a missing one. */
  get left(): T[] {
    return [...this.#left.values()];
  }

  /**
   * Removes the first item that replaces a missing one: its title continues the missing title, or has most
   * of the same words.
   *
   * @returns True if there is one.
   */
  take(missing: string): boolean {
    const alike = this.#findAlike(missing);
    for (const [index, { title }] of this.#left) {
      if (index !== alike && !continuesTitle(title, missing)) continue;
      return this.#left.delete(index);
    }
    return false;
  }

  #findAlike(missing: string): number {
    const words = wordsOf(missing);
    const shared = new Uint16Array(this.#words.length);
    for (const word of words) {
      for (const index of this.#byWord.get(word) ?? []) shared[index]!++;
    }
    return shared.findIndex((count, index) =>
      count > 0 && this.#left.has(index) &&
      count / (words.size + this.#words[index]!.size - count) > MIN_ALIKE
    );
  }
}

/** Checks whether a title continues an earlier one, such as with the reason why its item was skipped. */
export function continuesTitle(title: string, before: string): boolean {
  return title.startsWith(before) && /^[^\p{L}\p{N}]/u.test(title.slice(before.length));
}

function wordsOf(title: string): Set<string> {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !FILLERS.has(word)));
}

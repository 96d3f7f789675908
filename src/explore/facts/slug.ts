/**
 * The anchors that GitHub gives to headings. Pure.
 *
 * @module
 */

/** GitHub keeps letters, marks, decimal digits, `_`, `-` and spaces (github-slugger). */
const DROPPED = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu;
const DROPPED_ASCII = /[^a-z0-9_\- ]/g;

/**
 * A heading's anchor, before duplicates are told apart.
 *
 * @param heading the heading's text as it is read: without marks for code, emphasis or links
 * @returns the anchor; empty where nothing of the text is kept
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(slugOf("What's new in 2.0?"), "whats-new-in-20");
 * ```
 */
export function slugOf(heading: string): string {
  const lower = heading.toLowerCase();
  // deno-lint-ignore no-control-regex -- the ASCII range is meant
  const dropped = /^[\u0000-\u007f]*$/.test(lower) ? DROPPED_ASCII : DROPPED;
  return lower.replace(dropped, "").replaceAll(" ", "-");
}

/** Tells the headings of one document apart, as GitHub does: `a`, `a-1`, `a-2`. */
export class Slugs {
  readonly #counts = new Map<string, number>();

  /**
   * The anchor of the next heading.
   *
   * @param slug from {@linkcode slugOf}
   * @returns the anchor; never one that was given before
   */
  next(slug: string): string {
    let own = slug;
    while (this.#counts.has(own)) {
      const count = (this.#counts.get(slug) ?? 0) + 1;
      this.#counts.set(slug, count);
      own = `${slug}-${count}`;
    }
    this.#counts.set(own, 0);
    return own;
  }
}

/**
 * A heading's text as it is read.
 *
 * @param markdown the heading without its `#` signs
 * @returns the text without marks for code, emphasis, images, links and HTML
 */
export function plainHeading(markdown: string): string {
  const code: string[] = [];
  return markdown
    .replace(/(`+)(.+?)\1(?!`)/g, (_all, _ticks, inner) => `\u0001${code.push(inner) - 1}\u0002`)
    .replace(/!\[[^\]]*\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\])?/g, "")
    .replace(/\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\])/g, "$1")
    .replace(/<\/?[A-Za-z][^<>]*>/g, "")
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, "")
    .replace(/(?<![\p{L}\p{N}])(_{1,3})(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, "$2")
    // deno-lint-ignore no-control-regex -- the two signs are ours, see above
    .replace(/\u0001(\d+)\u0002/g, (_all, index) => code[Number(index)] ?? "")
    .trim();
}

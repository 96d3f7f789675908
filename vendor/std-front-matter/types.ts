/**
 * What front matter is taken apart into.
 *
 * @module
 */

/** A text taken apart. */
export type Extract<T> = {
  /** The front matter without its delimiters. */
  frontMatter: string;
  /** What follows it. */
  body: string;
  /** The parsed front matter. */
  attrs: T;
};

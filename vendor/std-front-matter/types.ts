/**
 * What front matter is read to.
 *
 * @module
 */

/** The parts of a text with front matter. */
export type Extract<T> = {
  /** The front matter's text, without its delimiters. */
  frontMatter: string;
  /** What follows it. */
  body: string;
  /** Its values. */
  attrs: T;
};

/**
 * Something that a project's file would make us execute or render.
 *
 * @module
 */

/** What needs consent, by content; each room that executes or renders lists its own. */
export interface ConsentNeed {
  /** What is done with the content; it goes into the hash (`hashContent`). */
  readonly kind: "verify" | "item" | "task" | "adapter" | "template";
  /** What people are shown: the command, or the file. */
  readonly what: string;
  /** What is hashed: the command itself, or the file's text. */
  readonly content: string;
}

/**
 * What both readers of a section give: its blocks in order, before headings are applied to them.
 *
 * @module
 */

/** One block of a section; lines are 1-based in the file. */
export type Block =
  | {
    readonly kind: "heading";
    readonly source: string;
    readonly depth: number;
    readonly line: number;
  }
  | {
    /** The first paragraph of a list item: a task, or prose. */
    readonly kind: "item";
    readonly source: string;
    /** How many list items it stands in. */
    readonly depth: number;
    /** Whether it belongs to a numbered list. */
    readonly ordered: boolean;
    readonly line: number;
  }
  | {
    readonly kind: "prose";
    readonly source: string;
    /** How many list items it stands in. */
    readonly depth: number;
    readonly line: number;
  };

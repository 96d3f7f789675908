/** The blocks of a section, in order, as both readers return them. */

/** A block; code, quotes, comments and HTML are not blocks. */
export type Block =
  | {
    readonly kind: "heading";
    readonly source: string;
    /** 1 to 6. */
    readonly depth: number;
    /** Line in the file, 1-based. */
    readonly line: number;
  }
  | {
    /** The first paragraph of a list item: a task, or prose. */
    readonly kind: "item";
    readonly source: string;
    /** How many list items it is in. */
    readonly depth: number;
    /** Whether it belongs to a numbered list. */
    readonly ordered: boolean;
    readonly line: number;
    /** Whether it is no list item to markdown: it was cut out of other lines. */
    readonly isLoose?: true;
  }
  | {
    readonly kind: "prose";
    readonly source: string;
    /** How many list items it is in. */
    readonly depth: number;
    readonly line: number;
  };

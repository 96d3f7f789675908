/** The blocks of a section, in order. */

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
    /** The number of list items that it is in. */
    readonly depth: number;
    /** True if it belongs to a numbered list. */
    readonly ordered: boolean;
    readonly line: number;
    /** True if it is not a list item in Markdown but was cut out of other lines. */
    readonly isLoose?: true;
  }
  | {
    readonly kind: "prose";
    readonly source: string;
    /** The number of list items that it is in. */
    readonly depth: number;
    readonly line: number;
  };

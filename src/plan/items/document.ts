/** The parts of a Markdown file that judging a task needs: checklist, headings, prose, front matter. */
/** The state of a checkbox: open (`[ ]`, `[~]` in progress), done (`[x]`), skipped (`[-]`, `[SKIP]`). */
export type TaskState = "open" | "done" | "skipped";

/**
 * How certain it is that a text is a box: `known` in any place, `state` in a page with other boxes,
 * `letter` in a list with other boxes or by the page's legend.
 */
export type BoxKind = "known" | "state" | "letter";

/** An item of a checklist. */
export interface TaskItem {
  /** The item's words before its check, without markup and `[parallel]`, lines joined by a space. */
  readonly text: string;
  /** The words of its first line alone, including marks. They stay when notes are written below it. */
  readonly title: string;
  /** The same as written, with markup, to distinguish code from words. */
  readonly source: string;
  readonly state: TaskState;
  /** Line in the file, 1-based. */
  readonly line: number;
  /**
   * True if it is below a heading marked as optional or for later, or is for a person. Completion does not
   * wait for it, and no agent gets it.
   */
  readonly optional: boolean;
  /** True if only a person can do it ("Manual: …", "… (human)"), or it waits for such a step. */
  readonly forPerson: boolean;
  /** The line of the item that it is a step of; null without one. */
  readonly parent: number | null;
  /** The item's own verification, from `text | \`command\``. */
  readonly command?: string;
  /** The line as it is in the file. */
  readonly rawLine: string;
}

/** One heading that belongs to the page itself, not to a list item or a quote. */
export interface Heading {
  readonly text: string;
  /** 1 to 6. */
  readonly depth: number;
  /** Line in the file, 1-based. */
  readonly line: number;
  readonly optional: boolean;
  /** True if it is the page's title. */
  readonly isTitle: boolean;
  /** The heading that it is below; null at the top. */
  readonly parent: Heading | null;
  /** True if boxes are directly below it, before the next heading of any depth. */
  readonly hasBoxes: boolean;
  /** True if boxes are below it or below its subheadings. */
  readonly hasBoxesWithin: boolean;
}

/** A paragraph or plain list item outside of code, quotes, comments, headings and task items. */
export interface Paragraph {
  /** As written, lines separated by a line feed, inline markup kept. */
  readonly source: string;
  /** The heading directly above it; null at the top. */
  readonly section: Heading | null;
  /** The line that announces its list and ends in a colon ("Stop when:"); null without one, and for prose. */
  readonly announcement: string | null;
  /** True if it is a list entry. */
  readonly isItem: boolean;
  /** The number of list items that it is in. */
  readonly depth: number;
  /** True if it comes after ticked items in its list, or anywhere among some in a numbered list. */
  readonly followsTicked: boolean;
  /** Line of its first line, 1-based. */
  readonly line: number;
  readonly optional: boolean;
}

/** Work outside of the items of a page. */
export interface OutsideWork {
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

/** The reasons why lines are not read as items, each with its cure. */
export const UNREAD = {
  code: "in a code block: move it out",
  unclosed: "below a code block without an end: close the block above",
  indented: "indented like code: indent it less",
  quote: "in a quotation: remove the >",
  table: "in a table: write it as a list",
  place: "its box is not at the beginning: write the box first",
  sign: "unknown sign in the box: use [ ], [x], [~] (in progress) or [-] (skipped)",
  html: "in HTML, or part of the line above: put a blank line above it",
  hidden: "hidden by HTML or a comment: close that, and put the item on its own line",
  "long-check": "the command is too long: put it into a script, and name the script",
  check: "words follow the check: end the line with the closing backtick",
} as const;

/** The reason why a line is not read as an item. */
export type UnreadWhy = keyof typeof UNREAD;

/** A line that is not read. */
export interface UnreadLine {
  /** 1-based. */
  readonly line: number;
  readonly why: UnreadWhy;
  /** The words after its open box; null for another line. */
  readonly open: string | null;
}

/** A parsed Markdown file. */
export interface Document {
  /** The lines of the front matter, without the rules around them. */
  readonly frontMatter: readonly string[];
  /** The values of the front matter by key, in lower case; missing if they were not requested. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly items: readonly TaskItem[];
  readonly headings: readonly Heading[];
  readonly paragraphs: readonly Paragraph[];
  /** Lines that explain the boxes, 1-based. They look like items. */
  readonly legend: readonly number[];
  /** Lines that look like items but are not read as such. */
  readonly unread: readonly UnreadLine[];
  /**
   * Open boxes that Markdown hides, and sentences that say the rest is in another file. Searched only if an
   * item is ticked and none is open.
   */
  readonly outside: readonly OutsideWork[];
  /** False if the file is too large or not text. Then it proves nothing. */
  readonly readable: boolean;
  /** Problems of the file, one sentence each. */
  readonly problems: readonly string[];
}

/** Lists a heading and the headings above it, innermost first. */
export function* chainOf<H extends Heading>(heading: H | null): Generator<H> {
  for (let at = heading; at !== null; at = at.parent as H | null) yield at;
}

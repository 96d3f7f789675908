/** Classifies one line of Markdown by CommonMark's rules for the start of blocks. */

/** Splits a text at line breaks of any system. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

/** Checks whether a line contains only spaces and tabs. */
export function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line);
}

/** Reads the heading that starts in the first column; null without one. */
export function readHeading(line: string): { depth: number; source: string } | null {
  const heading = /^(#{1,6})(?:[ \t]+(.*))?$/.exec(line);
  if (!heading) return null;
  return { depth: heading[1]!.length, source: cutClosingSigns(heading[2] ?? "") };
}

/**
 * Removes the number signs that may close a heading, if a space precedes them.
 *
 * @example Only signs of their own are cut
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(cutClosingSigns("Tools ##"), "Tools");
 * assertEquals(cutClosingSigns("Tools for C#"), "Tools for C#");
 * ```
 */
export function cutClosingSigns(source: string): string {
  const words = source.trim();
  let end = words.length;
  while (words[end - 1] === "#") end--;
  return end === 0 || /[ \t]/.test(words[end - 1]!) ? words.slice(0, end).trimEnd() : words;
}

/** A run of backticks or tildes that opens a code block, and the text after it, such as a language. */
export type Fence = NonNullable<ReturnType<typeof readFence>>;

/**
 * Reads the fence that a line opens.
 *
 * @param line The line; within a list or a quote, the text after their signs.
 * @returns The fence, or null if the line opens none.
 *
 * @example Backticks with a backtick behind them are a code span
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(readFence("~~~~ ts"), { sign: "~", length: 4, info: " ts" });
 * const ticks = "`".repeat(3);
 * assertEquals(readFence(`${ticks}code${ticks}`), null);
 * ```
 */
export function readFence(line: string) {
  if (!line.includes("```") && !line.includes("~~~")) return null;
  const match = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})([^]*)$/.exec(line);
  return match && { sign: match[1]![0]!, length: match[1]!.length, info: match[2]! };
}

/** Checks whether a line closes a fence. */
export function isFenceEnd(line: string, fence: Fence): boolean {
  const run = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1];
  return run !== undefined && run[0] === fence.sign && run.length >= fence.length;
}

/** HTML whose content is not prose, each with the pattern that ends it. */
const RAW_HTML: readonly (readonly [RegExp, RegExp])[] = [
  [/^<!--/, /-->/],
  [/^<(?:pre|script|style|textarea)(?:[\s>]|$)/i, /<\/(?:pre|script|style|textarea)>/i],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
];
/** Names of elements that begin a block of HTML in any context, up to the next blank line. */
const HTML_BLOCK =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[ \t]|\/?>|$)/i;
/** Any other tag alone on its line. */
const LONE_TAG =
  /^<(?:\/[a-z][a-z0-9-]*\s*|[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?)>$/i;

/** In characters. A longer tag would exhaust the expression's stack. */
const MAX_TAG = 1_000;

/** A block of HTML. `isEnd` always returns false for a block that only a blank line ends. */
interface HtmlStart {
  readonly context: "html" | "html-block";
  readonly isEnd: (line: string) => boolean;
}

/**
 * Reads the block of HTML that a line begins; null without one. A tag with another name takes only its own
 * line, so that a list directly below `<plan>` is read.
 *
 * @param isFree True if no paragraph is open above: within one, a tag with another name does not begin a
 * block.
 */
export function findHtmlStart(line: string, isFree: boolean): HtmlStart | null {
  const end = RAW_HTML.find(([start]) => start.test(line))?.[1];
  if (end !== undefined) return { context: "html", isEnd: (line) => end.test(line) };
  if (HTML_BLOCK.test(line)) return { context: "html-block", isEnd: () => false };
  return isFree && line.length <= MAX_TAG && LONE_TAG.test(line)
    ? { context: "html-block", isEnd: () => true }
    : null;
}

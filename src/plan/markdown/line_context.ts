/**
 * What each line of a message is: the author's own text, or part of a fence, a code span, a quote or
 * a comment, by the rules of CommonMark for them.
 */
import { findCodeSpans } from "./code_spans.ts";
import { type Fence, isBlank, isFenceEnd, readFence, splitLines } from "./line.ts";

/** HTML blocks whose content is not prose, with what ends each. */
const HTML_BLOCKS: readonly (readonly [RegExp, RegExp])[] = [
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<(?:pre|script|style|textarea)(?:[\s>]|$)/i, /<\/(?:pre|script|style|textarea)>/i],
];
const QUOTE = /^ {0,3}>/;
const INDENTED = /^(?: {4}| {0,3}\t)/;

/** What a line of a message is part of; `fence-mark` opens or closes a fence. */
export type LineContext =
  | "plain"
  | "fence"
  | "fence-mark"
  | "html"
  | "quote"
  | "indented"
  | "code-span";

/** A line of a message. */
export interface MessageLine {
  readonly text: string;
  readonly context: LineContext;
}

/**
 * Splits a message into lines and says what each is part of.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const lines = classifyLines("done\n> quoted\n~~~\ncode");
 * assertEquals(lines.map(({ context }) => context), ["plain", "quote", "fence-mark", "fence"]);
 * ```
 */
export function classifyLines(message: string): MessageLine[] {
  const lines = splitLines(message);
  const contexts: LineContext[] = [];
  let fence: Fence | null = null;
  let htmlEnd: RegExp | null = null;
  for (const line of lines) {
    if (fence !== null) {
      const isEnd = isFenceEnd(line, fence);
      if (isEnd) fence = null;
      contexts.push(isEnd ? "fence-mark" : "fence");
      continue;
    }
    htmlEnd ??= HTML_BLOCKS.find(([start]) => start.test(line))?.[1] ?? null;
    if (htmlEnd !== null) {
      if (htmlEnd.test(line)) htmlEnd = null;
      contexts.push("html");
      continue;
    }
    fence = readFence(line);
    if (fence !== null) contexts.push("fence-mark");
    else contexts.push(QUOTE.test(line) ? "quote" : INDENTED.test(line) ? "indented" : "plain");
  }
  markCodeSpans(lines, contexts);
  return lines.map((text, index) => ({ text, context: contexts[index]! }));
}

/** Marks the lines whose first character is within a code span of their paragraph. */
function markCodeSpans(lines: readonly string[], contexts: LineContext[]): void {
  const isText = (index: number) => contexts[index] === "plain" && !isBlank(lines[index]!);
  for (let first = 0; first < lines.length; first++) {
    let end = first;
    while (isText(end)) end++;
    const paragraph = lines.slice(first, end).join("\n");
    const spans = paragraph.includes("`") ? findCodeSpans(paragraph) : [];
    let start = 0;
    for (let index = first; index < end && spans.length > 0; index++) {
      while (spans[0] && spans[0].end <= start) spans.shift();
      if (spans[0] && spans[0].start < start) contexts[index] = "code-span";
      start += lines[index]!.length + 1;
    }
    first = end;
  }
}

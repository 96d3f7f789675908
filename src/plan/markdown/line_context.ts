/** Classifies the lines of a message: the author's own text, or part of code, a quote or a comment. */
import { findCodeSpans } from "./code_spans.ts";
import { isBlank, splitLines } from "./line.ts";
import { type PageContext, readPage } from "./read_page.ts";

const INDENTED = /^(?: {4}| {0,3}\t)/;

/** The part of a message that a line belongs to. `fence-mark` opens or closes a fence. */
export type LineContext = PageContext | "code-span";

/** A line of a message. */
export interface MessageLine {
  readonly text: string;
  readonly context: LineContext;
}

/**
 * Splits a message into lines and classifies each. A line that is indented like code is not the author's
 * own text, even in a list.
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
  const contexts = readPage(lines, true).contexts.map((context, index): LineContext =>
    context === "plain" && INDENTED.test(lines[index]!) ? "indented" : context
  );
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

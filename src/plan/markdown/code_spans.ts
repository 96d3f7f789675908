/** Code between backticks. */

/** A code span, with its offsets in the text. They include its backticks, and the end is exclusive. */
interface CodeSpan {
  readonly start: number;
  readonly end: number;
  /** The code as written, without its backticks. */
  readonly code: string;
}

/**
 * Finds the code spans of a paragraph: a run of backticks up to the next run of the same length. A
 * backslash before an opening run removes the first backtick from it. In code it is only a backslash.
 *
 * @returns The spans in order; they do not overlap.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(findCodeSpans("``a`b`` and \\`c`").map(({ code }) => code), ["a`b"]);
 * assertEquals(findCodeSpans("from `C:\\`").map(({ code }) => code), ["C:\\"]);
 * ```
 */
export function findCodeSpans(text: string): CodeSpan[] {
  const runs = findRuns(text);
  const closing = indexOfClosing(runs);
  const spans: CodeSpan[] = [];
  for (let open = 0; open < runs.length; open++) {
    const close = closing[open] ?? null;
    if (close === null) continue;
    const { openStart: start, end: codeStart } = runs[open]!;
    const { start: codeEnd, end } = runs[close]!;
    spans.push({ start, end, code: text.slice(codeStart, codeEnd) });
    open = close;
  }
  return spans;
}

/**
 * Replaces the code spans of a paragraph.
 *
 * @param replace Returns the replacement of a span.
 */
export function replaceCodeSpans(text: string, replace: (span: CodeSpan) => string): string {
  if (!text.includes("`")) return text;
  let result = "";
  let from = 0;
  for (const span of findCodeSpans(text)) {
    result += text.slice(from, span.start) + replace(span);
    from = span.end;
  }
  return result + text.slice(from);
}

interface Run {
  readonly start: number;
  /** The position at which it begins if it opens a span. */
  readonly openStart: number;
  readonly end: number;
}

function findRuns(text: string): Run[] {
  const runs: Run[] = [];
  for (let start = text.indexOf("`"); start >= 0;) {
    let end = start;
    while (text[end] === "`") end++;
    let slashes = 0;
    while (text[start - 1 - slashes] === "\\") slashes++;
    runs.push({ start, openStart: start + slashes % 2, end });
    start = text.indexOf("`", end);
  }
  return runs;
}

/** Finds for each run the index of the run that closes a span opened by it, or null. */
function indexOfClosing(runs: readonly Run[]): (number | null)[] {
  const next: (number | null)[] = [];
  const seen = new Map<number, number>();
  for (let index = runs.length - 1; index >= 0; index--) {
    const { start, openStart, end } = runs[index]!;
    next[index] = seen.get(end - openStart) ?? null;
    seen.set(end - start, index);
  }
  return next;
}

/**
 * What each line of a message is: the agent's own text, or part of a fence, a code span, a quote or a
 * comment, by the rules of CommonMark for them.
 *
 * @module
 */

/** HTML blocks whose content is no prose, with what ends each. */
const HTML_BLOCKS: readonly (readonly [RegExp, RegExp])[] = [
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<(?:pre|script|style|textarea)(?:[\s>]|$)/i, /<\/(?:pre|script|style|textarea)>/i],
];
const QUOTE = /^ {0,3}>/;
const INDENTED = /^(?: {4}| {0,3}\t)/;
const BLANK = /^[ \t]*$/;

/** An open fence: its sign and how many of it. */
interface Fence {
  readonly sign: string;
  readonly length: number;
}

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
 * Splits a message into lines and leaves out what is code, quote or comment.
 *
 * @param message Markdown, with any line breaks.
 * @returns One element a line: its text, or null where it is not plain.
 */
export function plainLines(message: string): (string | null)[] {
  return classifyLines(message).map(({ text, context }) => context === "plain" ? text : null);
}

/**
 * Splits a message into lines and says what each is part of.
 *
 * @param message Markdown, with any line breaks.
 */
export function classifyLines(message: string): MessageLine[] {
  const lines = message.split(/\r\n|\r|\n/);
  const contexts: LineContext[] = [];
  let fence: Fence | null = null;
  let htmlEnd: RegExp | null = null;
  for (const line of lines) {
    if (fence !== null) {
      const isEnd = closes(line, fence);
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
    fence = opens(line);
    contexts.push(fence !== null ? "fence-mark" : contextOf(line));
  }
  const isPlain = lines.map((line, index) => contexts[index] === "plain" ? line : null);
  const plain = dropCodeSpans(isPlain);
  return lines.map((text, index) => {
    const context = contexts[index]!;
    return { text, context: context === "plain" && plain[index] === null ? "code-span" : context };
  });
}

function contextOf(line: string): LineContext {
  return QUOTE.test(line) ? "quote" : INDENTED.test(line) ? "indented" : "plain";
}

function opens(line: string): Fence | null {
  const match = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
  const run = match?.[1];
  if (!run || (run[0] === "`" && match[2]?.includes("`"))) return null;
  return { sign: run[0]!, length: run.length };
}

function closes(line: string, { sign, length }: Fence): boolean {
  const run = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1];
  return run !== undefined && run[0] === sign && run.length >= length;
}

/** Leaves out lines that begin within a code span of their paragraph. */
function dropCodeSpans(lines: readonly (string | null)[]): (string | null)[] {
  const result = [...lines];
  for (let first = 0; first < lines.length; first++) {
    let end = first;
    while (isText(lines[end])) end++;
    if (end === first) continue;
    const starts = linesWithinSpans(lines.slice(first, end) as string[]);
    for (const line of starts) result[first + line] = null;
    first = end;
  }
  return result;
}

function isText(line: string | null | undefined): line is string {
  return line !== null && line !== undefined && !BLANK.test(line);
}

/** Numbers of the paragraph's lines whose first character stands within a code span. */
function linesWithinSpans(paragraph: readonly string[]): number[] {
  const runs = paragraph.flatMap((text, line) =>
    backtickRuns(text).map((length) => ({ line, length }))
  );
  const closing = nextOfSameLength(runs.map(({ length }) => length));
  const inside: number[] = [];
  for (let open = 0; open < runs.length; open++) {
    const close = closing[open] ?? null;
    if (close === null) continue;
    for (let line = runs[open]!.line + 1; line <= runs[close]!.line; line++) inside.push(line);
    open = close;
  }
  return inside;
}

/** Lengths of a line's runs of backticks; a backslash before a run takes its first one out of it. */
function backtickRuns(text: string): number[] {
  const lengths: number[] = [];
  for (let start = text.indexOf("`"); start >= 0;) {
    let end = start;
    while (text[end] === "`") end++;
    let slashes = 0;
    while (text[start - 1 - slashes] === "\\") slashes++;
    const length = end - start - slashes % 2;
    if (length > 0) lengths.push(length);
    start = text.indexOf("`", end);
  }
  return lengths;
}

/** For each length the index of the next equal one, or null. */
function nextOfSameLength(lengths: readonly number[]): (number | null)[] {
  const next: (number | null)[] = [];
  const seen = new Map<number, number>();
  for (let index = lengths.length - 1; index >= 0; index--) {
    next[index] = seen.get(lengths[index]!) ?? null;
    seen.set(lengths[index]!, index);
  }
  return next;
}

/**
 * Takes a markdown text apart: prose, where links and headings count, and code, where they do not.
 *
 * A line scanner: the full parser takes a second for what this does in a millisecond, and a link in
 * doubt is left out. Pure.
 *
 * @module
 */

/** A block of code between fences. */
export interface Fence {
  /** The word after the fence, lower case; empty for none. */
  readonly language: string;
  /** The line of its first line of code, counted from 1. */
  readonly line: number;
  readonly lines: readonly string[];
}

/** Code inside of a line. */
export interface Span {
  readonly line: number;
  readonly text: string;
}

/** A markdown text, taken apart. */
export interface Prose {
  /** The lines with code, comments and front matter blanked; as many as the text has. */
  readonly lines: readonly string[];
  /** The same lines with the code inside of them left as it was: headings are made of it, too. */
  readonly withSpans: readonly string[];
  readonly fences: readonly Fence[];
  readonly spans: readonly Span[];
}

const LIST_ITEM = /^\s{0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const FENCE = /^((?:\s|>|[-*+]\s|\d{1,9}[.)]\s)*)(`{3,}|~{3,})(.*)$/;
/** More is not looked at for the end of a code span: a paragraph is shorter. */
const SPAN_LINES = 20;

/**
 * Takes a text apart.
 *
 * @param text the file's text
 * @returns its parts
 */
export function readProse(text: string): Prose {
  const lines = text.split(/\r\n|\n|\r/);
  const fences = blankFrontMatterAndCode(lines);
  blankComments(lines);
  const withSpans = [...lines];
  const spans = blankSpans(lines);
  return { lines, withSpans, fences, spans };
}

function blankFrontMatterAndCode(lines: string[]): Fence[] {
  const fences: Fence[] = [];
  let inList = false;
  let wasBlank = true;
  for (let index = frontMatterEnd(lines); index < lines.length; index++) {
    const line = lines[index] ?? "";
    const fence = openFence(line);
    if (fence !== null) {
      const end = endOfFence(lines, index, fence.mark);
      const code = lines.slice(index + 1, end);
      fences.push({ language: fence.language, line: index + 2, lines: code });
      for (; index < end; index++) lines[index] = "";
      if (index < lines.length) lines[index] = "";
      wasBlank = true;
      continue;
    }
    const isBlank = line.trim() === "";
    if (!isBlank && /^(?: {4}|\t)/.test(line)) {
      if (wasBlank && !inList) {
        lines[index] = "";
        continue;
      }
    } else if (!isBlank) {
      inList = LIST_ITEM.test(line) || (inList && /^\s/.test(line)) || (inList && !wasBlank);
    }
    wasBlank = isBlank;
  }
  return fences;
}

/** Blanks it, too. */
function frontMatterEnd(lines: string[]): number {
  if (!/^---[ \t]*$/.test(lines[0] ?? "")) return 0;
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(line));
  if (end < 0 || !/^["'\w][^:]*:(?:\s|$)|^#/.test(lines[1] ?? "")) return 0;
  lines.fill("", 0, end + 1);
  return end + 1;
}

function openFence(line: string): { mark: string; language: string } | null {
  const [, , mark = "", info = ""] = FENCE.exec(line) ?? [];
  if (mark === "" || (mark.startsWith("`") && info.includes("`"))) return null;
  return { mark, language: /^\s*\{?\.?([\w+-]*)/.exec(info)?.[1]?.toLowerCase() ?? "" };
}

/** A fence that is never closed reaches to the end. */
function endOfFence(lines: readonly string[], from: number, mark: string): number {
  const sign = mark[0] === "`" ? "`" : "~";
  const end = lines.findIndex((line, index) => {
    if (index <= from) return false;
    const bare = line.replace(/^[\s>]*/, "").trimEnd();
    return bare.length >= mark.length && bare === sign.repeat(bare.length);
  });
  return end < 0 ? lines.length : end;
}

function blankComments(lines: string[]): void {
  let isOpen = false;
  for (const [index, line] of lines.entries()) {
    if (!isOpen && !line.includes("<!--")) continue;
    let kept = "";
    let rest = line;
    while (rest !== "") {
      const end = rest.indexOf(isOpen ? "-->" : "<!--");
      const part = end < 0 ? rest : rest.slice(0, end);
      if (!isOpen) kept += part;
      if (end < 0) break;
      rest = rest.slice(end + (isOpen ? 3 : 4));
      isOpen = !isOpen;
    }
    lines[index] = kept;
  }
}

function blankSpans(lines: string[]): Span[] {
  const spans: Span[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (!line.includes("`")) continue;
    const { kept, open } = blankSpansOf(line, index + 1, spans);
    lines[index] = kept;
    if (open === null) continue;
    const close = closingLine(lines, index, open);
    if (close === null) continue;
    lines[index] = kept.slice(0, kept.lastIndexOf(open));
    for (let between = index + 1; between < close.index; between++) lines[between] = "";
    lines[close.index] = " ".repeat(close.end) + (lines[close.index] ?? "").slice(close.end);
    index = close.index - 1;
  }
  return spans;
}

/** Blanks the spans that end in their line; `open` is a run of ticks that does not. */
function blankSpansOf(
  line: string,
  number: number,
  spans: Span[],
): { kept: string; open: string | null } {
  let open: string | null = null;
  let kept = "";
  let at = 0;
  const runs = [...line.matchAll(/(\\?)(`+)/g)].filter(([, escape]) => escape === "");
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index];
    if (run === undefined || run.index < at) continue;
    const ticks = run[0];
    const close = runs.slice(index + 1, index + 200).find(([all]) => all === ticks);
    if (close === undefined) {
      open ??= ticks;
      continue;
    }
    const end = close.index + ticks.length;
    spans.push({ line: number, text: line.slice(run.index + ticks.length, close.index).trim() });
    kept += line.slice(at, run.index) + " ".repeat(end - run.index);
    at = end;
  }
  return { kept: kept + line.slice(at), open };
}

/** Where a span that was opened above ends, within its paragraph. */
function closingLine(
  lines: readonly string[],
  from: number,
  ticks: string,
): { index: number; end: number } | null {
  const last = Math.min(lines.length, from + SPAN_LINES);
  for (let index = from + 1; index < last; index++) {
    const line = lines[index] ?? "";
    if (line.trim() === "" || /^\s{0,3}(?:#{1,6}\s|[-*+]\s|>|\|)/.test(line)) return null;
    const run = [...line.matchAll(/`+/g)].find(([all]) => all === ticks);
    if (run !== undefined) return { index, end: run.index + ticks.length };
  }
  return null;
}

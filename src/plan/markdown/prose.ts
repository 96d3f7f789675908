/**
 * Takes a markdown text apart: prose, where links and headings count, and code, where they do not.
 *
 * A line scanner: the full parser takes a second for what this does in a millisecond, and a link in
 * doubt is left out. Pure.
 */
import { replaceCodeSpans } from "./code_spans.ts";
import { findFrontMatter } from "./front_matter.ts";
import { isBlank, isFenceEnd, readFence, splitLines } from "./line.ts";

/** A block of code between fences. */
export interface CodeBlock {
  /** The word after the fence, lower case; empty for none. */
  readonly language: string;
  /** The line of its first line of code, counted from 1. */
  readonly line: number;
  readonly lines: readonly string[];
}

/** Code inside of one line. */
interface InlineCode {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** A markdown text, taken apart. */
export interface Prose {
  /** The lines with code, comments and front matter blanked; as many as the text has. */
  readonly lines: readonly string[];
  /** The same lines with the code inside of them left as it was: headings are made of it, too. */
  readonly withSpans: readonly string[];
  readonly fences: readonly CodeBlock[];
  readonly spans: readonly InlineCode[];
  /** The lines of the front matter, between its delimiters. */
  readonly frontMatter: readonly string[];
}

const LIST_ITEM = /^\s{0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
/** Signs of lists and quotes in front of a fence. */
const CONTAINERS = /^(?:\s|>|[-*+]\s|\d{1,9}[.)]\s)*/;
/** Begins a block of its own: a code span does not reach into it. */
const NEW_BLOCK = /^\s{0,3}(?:#{1,6}\s|[-*+]\s|>|\|)/;

/**
 * Takes a text apart.
 *
 * @example A link in code is not one
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const { lines, fences, spans } = readProse("See `a.md`\n~~~sh\nmake\n~~~");
 * assertEquals(lines, ["See       ", "", "", ""]);
 * assertEquals(fences, [{ language: "sh", line: 3, lines: ["make"] }]);
 * assertEquals(spans, [{ line: 1, text: "a.md" }]);
 * ```
 */
export function readProse(text: string): Prose {
  const lines = splitLines(text);
  const place = findFrontMatter(lines);
  const frontMatter = place === null ? [] : lines.slice(place.start + 1, place.end);
  const from = place === null ? 0 : place.end + 1;
  lines.fill("", 0, from);
  const fences = blankCode(lines, from);
  blankComments(lines);
  const withSpans = [...lines];
  const spans = blankSpans(lines);
  return { lines, withSpans, fences, spans, frontMatter };
}

/** Blanks fences, also of lists and quotes, and indented code outside of lists. */
function blankCode(lines: string[], from: number): CodeBlock[] {
  const fences: CodeBlock[] = [];
  let inList = false;
  let wasBlank = true;
  for (let index = from; index < lines.length; index++) {
    const line = lines[index]!;
    const fence = readFence(line.replace(CONTAINERS, ""));
    if (fence !== null) {
      let end = index + 1;
      while (end < lines.length && !isFenceEnd(lines[end]!.replace(/^[\s>]*/, ""), fence)) end++;
      const language = /^\s*\{?\.?([\w+-]*)/.exec(fence.info)![1]!.toLowerCase();
      fences.push({ language, line: index + 2, lines: lines.slice(index + 1, end) });
      lines.fill("", index, end + 1);
      index = end;
      wasBlank = true;
      continue;
    }
    if (!isBlank(line) && /^(?: {4}|\t)/.test(line)) {
      if (wasBlank && !inList) {
        lines[index] = "";
        continue;
      }
    } else if (!isBlank(line)) {
      inList = LIST_ITEM.test(line) || inList && (/^\s/.test(line) || !wasBlank);
    }
    wasBlank = isBlank(line);
  }
  return fences;
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

/** Blanks code spans, paragraph by paragraph; gives those that end on their line. */
function blankSpans(lines: string[]): InlineCode[] {
  const spans: InlineCode[] = [];
  for (let first = 0; first < lines.length;) {
    let end = first + 1;
    if (!isBlank(lines[first]!)) {
      while (end < lines.length && !isBlank(lines[end]!) && !NEW_BLOCK.test(lines[end]!)) end++;
      const paragraph = lines.slice(first, end).join("\n");
      let line = first + 1;
      let counted = 0;
      const blanked = replaceCodeSpans(paragraph, ({ start, end, code }) => {
        line += paragraph.slice(counted, start).split("\n").length - 1;
        counted = start;
        if (!code.includes("\n")) spans.push({ line, text: code.trim() });
        return paragraph.slice(start, end).replace(/[^\n]/g, " ");
      });
      blanked.split("\n").forEach((text, offset) => lines[first + offset] = text);
    }
    first = end;
  }
  return spans;
}

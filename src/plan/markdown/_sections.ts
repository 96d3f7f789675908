/**
 * Cuts a page at the headings of the first column, so that each part can be read by itself.
 *
 * Such a heading ends every list, quote and paragraph above it; only code, comments and HTML reach
 * across. Where those cannot be followed for certain, the rest of the page stays one part.
 */
import {
  type Fence,
  findCommentEnd,
  findFenceEnd,
  findHtmlEnd,
  isBlank,
  isFenceEnd,
  measureIndent,
  readFence,
  readHeading,
} from "./line.ts";

/** A part of a page: indexes of lines, the end not included. */
interface MarkdownSection {
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts a page into sections.
 *
 * @returns Sections in order; together they have every line once.
 */
export function splitSections(lines: readonly string[]): MarkdownSection[] {
  const sections: MarkdownSection[] = [];
  let start = 0;
  for (let index = 0; index < lines.length;) {
    if (index > start && readHeading(lines[index]!)) {
      sections.push({ start, end: index });
      start = index;
    }
    const next = skipBlock(lines, index);
    if (next === null) break;
    index = next;
  }
  sections.push({ start, end: lines.length });
  return sections;
}

/** The line after what starts at a line and may contain headings, or null where that is unsure. */
function skipBlock(lines: readonly string[], index: number): number | null {
  const line = lines[index]!;
  const content = line.trimStart();
  const sign = content[0];
  if (sign === "`" || sign === "~") {
    const fence = readFence(content);
    if (!fence) return index + 1;
    return line === content
      ? findFenceEnd(lines, index + 1, fence) + 1
      : skipIndentedFence(lines, index, fence);
  }
  if (sign !== "<" || measureIndent(line) > 3) return index + 1;
  if (line.startsWith("<!--")) return findCommentEnd(lines, index) + 1;
  // Scripts, preformatted text and declarations reach across blank lines and headings.
  if (/^<(?:script|pre|style|textarea|[!?])/i.test(content)) return null;
  const end = findHtmlEnd(lines, index);
  return end === null ? skipHtml(lines, index) : end + 1;
}

/** Other HTML ends at a blank line, if it is a block at all; what starts a block before that may be part of it or not. */
function skipHtml(lines: readonly string[], index: number): number | null {
  for (let next = index + 1; next < lines.length; next++) {
    const line = lines[next]!;
    if (isBlank(line)) return next + 1;
    if (/^[ \t]*(?:#|`{3}|~{3}|<)/.test(line)) return null;
  }
  return lines.length;
}

/** An indented fence may end with its list item: certain only where no text is further left. */
function skipIndentedFence(lines: readonly string[], index: number, fence: Fence): number | null {
  const indent = measureIndent(lines[index]!);
  for (let next = index + 1; next < lines.length; next++) {
    const line = lines[next]!;
    if (isBlank(line)) continue;
    if (measureIndent(line) < indent) return null;
    // Further right it may be code to one reading and an end to another.
    if (isFenceEnd(line.trimStart(), fence)) {
      return measureIndent(line) === indent ? next + 1 : null;
    }
  }
  return null;
}

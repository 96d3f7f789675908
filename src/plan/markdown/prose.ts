/** Separates a Markdown text into prose, in which links count, and code, in which they do not. Pure. */
import { replaceCodeSpans } from "./code_spans.ts";
import { isBlank, splitLines } from "./line.ts";
import { type PageContext, readPage } from "./read_page.ts";

/** A block of code between fences. */
export interface CodeBlock {
  /** The word after the fence, in lower case; empty without one. */
  readonly language: string;
  /** The number of its first line of code, from 1. */
  readonly line: number;
  readonly lines: readonly string[];
}

/** Code within one line. */
interface InlineCode {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

const PROSE: ReadonlySet<PageContext> = new Set(["plain", "quote", "html-block"]);
/** The beginning of a separate block, where a code span ends. */
const NEW_BLOCK = /^\s{0,3}(?:#{1,6}\s|[-*+]\s|>|\|)/;

/** A Markdown text, separated into its parts. */
export type Prose = ReturnType<typeof readProse>;

/**
 * Separates a text into its parts. `lines` has code, comments and front matter blanked, and as many lines as
 * the text.
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
export function readProse(text: string) {
  const source = splitLines(text);
  const page = readPage(source);
  const withSpans = source.map((line, index) =>
    PROSE.has(page.contexts[index]!) ? line.replace(/<!--.*?(?:-->|$)/g, "") : ""
  );
  const fences = page.fences.map(({ info, start, end }) => ({
    language: /^\s*\{?\.?([\w+-]*)/.exec(info)![1]!.toLowerCase(),
    line: start + 2,
    lines: source.slice(start + 1, end),
  }));
  const lines = [...withSpans];
  const spans = blankSpans(lines);
  // `withSpans` keeps the code within lines, since headings may contain it.
  return { lines, withSpans, fences, spans, frontMatter: page.frontMatter };
}

/** Blanks code spans, paragraph by paragraph. Returns the spans that end on their line. */
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

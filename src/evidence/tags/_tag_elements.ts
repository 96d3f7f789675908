/** Finds ralph's tags anywhere in a message, with the text around and inside each. */
import {
  classifyLines,
  type LineContext,
  type MessageLine,
} from "../../plan/markdown/line_context.ts";

type TagName = "promise" | "blocked" | "finding" | "validated" | "worked" | "idea";

const TAG =
  /(?:<|&lt;)\s{0,3}(\/?)\s{0,3}(promise|blocked|finding|validated|worked|idea)\b([^<>\n]{0,400}?)(?:>|&gt;)/gi;
/** In a longer block, the tag counts as unclosed. */
const MAX_BLOCK_LINES = 50;

interface Mark {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly name: TagName;
  readonly isClosing: boolean;
  readonly attributes: string;
  readonly raw: string;
}

/** One of ralph's tags with its text. */
export interface TagElement {
  readonly name: TagName;
  /** Number of its first line, from 0. */
  readonly line: number;
  readonly lastLine: number;
  readonly attributes: string;
  /** The opening tag as it was written. */
  readonly opening: string;
  /** The closing tag as it was written; null without one. */
  readonly closing: string | null;
  /** The text up to the closing tag; null without a closing tag. */
  readonly content: string | null;
  readonly context: LineContext;
  /** The text of its line in front of it, starting after another of ralph's tags. */
  readonly before: string;
  /** The text after it on its last line, up to another of ralph's tags. */
  readonly after: string;
  /** True if it is between backticks, or in text that Markdown renders as code. */
  readonly isInCode: boolean;
  /** True if no other of ralph's tags is on its line. */
  readonly isAlone: boolean;
  /** The number of the paragraph, fence or quote that it begins in. */
  readonly block: number;
}

/** Finds the tags of a message. A closing tag without an opening tag is ignored. */
export function findTags(message: string) {
  // Checked first, since most messages have none (docs/start-up.md).
  const mayHaveTag = message.includes("<") || /&lt;/i.test(message);
  if (!mayHaveTag || message.search(TAG) < 0) return { lines: [], elements: [] };
  const lines = classifyLines(message);
  const blocks = numberBlocks(lines);
  const marks = lines.flatMap(({ text }, line) => marksOf(text, line));
  const elements = pairMarks(marks, lines, blocks).map(({ index, close }): TagElement => {
    const open = marks[index]!;
    const last = close ?? open;
    const [previous, next] = [marks[index - 1], marks[index + (close === null ? 1 : 2)]];
    const { text, context } = lines[open.line]!;
    const isAfterOther = previous?.line === open.line;
    const isBeforeOther = next?.line === last.line;
    return {
      name: open.name,
      line: open.line,
      lastLine: last.line,
      attributes: open.attributes,
      opening: open.raw,
      closing: close?.raw ?? null,
      content: close === null ? null : textBetween(lines, open, close),
      context,
      before: text.slice(isAfterOther ? previous.end : 0, open.start),
      after: lines[last.line]!.text.slice(last.end, isBeforeOther ? next.start : undefined),
      isInCode: context === "code-span" || context === "fence" ||
        text.slice(0, open.start).split("`").length % 2 === 0,
      isAlone: !isAfterOther && !isBeforeOther,
      block: blocks[open.line]!,
    };
  });
  return { lines, elements };
}

function marksOf(text: string, line: number): Mark[] {
  return [...text.matchAll(TAG)].map((match) => ({
    line,
    start: match.index,
    end: match.index + match[0].length,
    name: (match[2] ?? "").toLowerCase() as TagName,
    isClosing: match[1] === "/",
    attributes: match[3] ?? "",
    raw: match[0],
  }));
}

/** Pairs each opening tag with the next tag if that closes it and no fence is in between. */
function pairMarks(
  marks: readonly Mark[],
  lines: readonly MessageLine[],
  blocks: readonly number[],
): { index: number; close: Mark | null }[] {
  const regionOf = ({ line }: Mark) => {
    const { context } = lines[line]!;
    return context === "fence" ? blocks[line] : context === "html" ? "html" : "text";
  };
  const isPair = (open: Mark, close: Mark | undefined): close is Mark =>
    close !== undefined && close.isClosing && close.name === open.name &&
    close.line - open.line <= MAX_BLOCK_LINES &&
    regionOf(open) === regionOf(close);
  return marks.flatMap((open, index) => {
    if (open.isClosing) return [];
    const next = marks[index + 1];
    return [{ index, close: isPair(open, next) ? next : null }];
  });
}

function textBetween(lines: readonly MessageLine[], open: Mark, close: Mark): string {
  if (open.line === close.line) return lines[open.line]!.text.slice(open.end, close.start);
  return [
    lines[open.line]!.text.slice(open.end),
    ...lines.slice(open.line + 1, close.line).map(({ text }) => text),
    lines[close.line]!.text.slice(0, close.start),
  ].join("\n");
}

/** Numbers the paragraphs, fences and quotes. Lines of the same block have the same number. */
function numberBlocks(lines: readonly MessageLine[]): number[] {
  let block = 0;
  let before: MessageLine | undefined;
  return lines.map((line) => {
    const isBlank = line.context !== "fence" && line.text.trim() === "";
    if (isBlank || before === undefined || before.context !== line.context) block++;
    before = line;
    return block;
  });
}

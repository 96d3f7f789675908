/** Finds our tags anywhere in a message, with the text around and inside each. */
import { classifyLines, type LineContext, type MessageLine } from "../../markdown/line_context.ts";

type TagName = "promise" | "blocked" | "finding" | "validated" | "worked" | "idea";

const TAG =
  /(?:<|&lt;)\s{0,3}(\/?)\s{0,3}(promise|blocked|finding|validated|worked|idea)\b([^<>\n]{0,400}?)(?:>|&gt;)/gi;
/** In a longer block, the tag counts as unclosed. */
const MAX_BLOCK_LINES = 50;

/** In a line with more tags, only the text right beside each tag counts. */
const MOST_ON_A_LINE = 200;
const NEAR = 300;

interface Mark {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly name: TagName;
  readonly isClosing: boolean;
  readonly attributes: string;
  readonly raw: string;
}

/** A tag of ours with its text. */
export interface TagElement {
  readonly name: TagName;
  /** Number of its first line, from 0. */
  readonly line: number;
  readonly lastLine: number;
  readonly attributes: string;
  /** The opening tag as it was written. */
  readonly opening: string;
  /** The closing tag as it was written; null for none. */
  readonly closing: string | null;
  /** The text up to the closing tag; null without a closing tag. */
  readonly content: string | null;
  readonly context: LineContext;
  /** The text of its line in front of it, without other tags of ours. */
  readonly before: string;
  /** The text after it on its last line, without other tags of ours. */
  readonly after: string;
  /** Whether other tags of ours are on its line. */
  readonly isAlone: boolean;
  /** Number of the paragraph, fence or quote that it begins in. */
  readonly block: number;
}

/** A message's tags, in order, and its lines. */
interface FoundTags {
  readonly lines: readonly MessageLine[];
  readonly elements: readonly TagElement[];
}

/**
 * Finds the tags of a message; a closing tag without an opening tag is ignored. Most messages have no
 * tag: their lines are not classified, which took a hook some 5 ms.
 */
export function findTags(message: string): FoundTags {
  if (message.search(TAG) < 0) return { lines: [], elements: [] };
  const lines = classifyLines(message);
  const blocks = numberBlocks(lines);
  const marks = lines.flatMap(({ text }, line) => marksOf(text, line));
  const pairs = pairMarks(marks, lines, blocks);
  const covered = Map.groupBy(
    pairs.flatMap(({ open, close }) => spansOf(open, close)),
    ({ line }) => line,
  );
  const elements = pairs.map(({ open, close }): TagElement => {
    const last = close ?? open;
    const onFirst = covered.get(open.line) ?? [];
    const onLast = covered.get(last.line) ?? [];
    return {
      name: open.name,
      line: open.line,
      lastLine: last.line,
      attributes: open.attributes,
      opening: open.raw,
      closing: close?.raw ?? null,
      content: close === null ? null : textBetween(lines, open, close),
      context: lines[open.line]!.context,
      before: outside(lines[open.line]!.text, onFirst, 0, open.start),
      after: outside(lines[last.line]!.text, onLast, last.end, Infinity),
      isAlone: onFirst.length === 1,
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
): { open: Mark; close: Mark | null }[] {
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
    return [{ open, close: isPair(open, next) ? next : null }];
  });
}

type Covered = Pick<Mark, "line" | "start" | "end">;

function spansOf(open: Mark, close: Mark | null): Covered[] {
  if (close === null) return [open];
  if (close.line === open.line) return [{ line: open.line, start: open.start, end: close.end }];
  return [
    { line: open.line, start: open.start, end: Infinity },
    { line: close.line, start: 0, end: close.end },
  ];
}

/** The text of a line between two offsets, without what tags cover. */
function outside(text: string, covered: readonly Covered[], from: number, to: number): string {
  if (covered.length > MOST_ON_A_LINE) {
    return to === Infinity
      ? text.slice(from, from + NEAR)
      : text.slice(Math.max(from, to - NEAR), to);
  }
  let result = "";
  let at = from;
  for (const { start, end } of covered) {
    if (end <= at) continue;
    if (start >= to) break;
    if (start > at) result += text.slice(at, start);
    at = Math.max(at, end);
  }
  return at < to ? result + text.slice(at, to === Infinity ? undefined : to) : result;
}

function textBetween(lines: readonly MessageLine[], open: Mark, close: Mark): string {
  if (open.line === close.line) return lines[open.line]!.text.slice(open.end, close.start);
  return [
    lines[open.line]!.text.slice(open.end),
    ...lines.slice(open.line + 1, close.line).map(({ text }) => text),
    lines[close.line]!.text.slice(0, close.start),
  ].join("\n");
}

/** Numbers the paragraphs, fences and quotes; lines of the same block have the same number. */
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

/**
 * Reads a section of only plain things: prose, lists, fenced code, comments, quotes.
 *
 * Nearly every plan is plain, and a hook reads it at every event: this takes about a hundredth of the
 * full parser's time. Anything else is left to that parser; a test compares both readings.
 */
import type { Block } from "./block.ts";
import {
  findCommentEnd,
  findFenceEnd,
  findHtmlEnd,
  isBlank,
  readFence,
  readHeading,
} from "./line.ts";

const ITEM = /^([-*+]|(\d{1,9})[.)])( {1,4})(?=[^ ])/;
/** Starts of blocks that a plain section may have in the first column only, or not at all. */
const OTHER_BLOCK =
  /^(?:>|#{1,6}(?:[ \t]|$)|`{3}|~{3}|<|=+[ \t]*$|\[[^\]]*\]:|([-*_])(?:[ \t]*\1)*[ \t]*$|(?:[-*+]|\d{1,9}[.)])(?:[ \t]*$| {5}))/;
const RULE = /^(?:-(?:[ \t]*-){2,}|\*(?:[ \t]*\*){2,}|_(?:[ \t]*_){2,})[ \t]*$/;

/** An open list item: where its words start, in columns. */
type Stack = number[];

/** A paragraph that may go on in the next line. */
interface OpenParagraph {
  readonly kind: "item" | "prose";
  readonly lines: string[];
  readonly depth: number;
  readonly ordered: boolean;
  readonly line: number;
}

/**
 * Reads a plain section.
 *
 * @param firstLine The 1-based number of its first line in the file.
 * @returns Its blocks, or null where it is not plain.
 */
export function readPlainSection(lines: readonly string[], firstLine: number): Block[] | null {
  const blocks: Block[] = [];
  const stack: Stack = [];
  let open: OpenParagraph | null = null;
  const close = () => {
    if (open) blocks.push(toBlock(open));
    open = null;
  };

  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!;
    if (isBlank(line)) {
      close();
      continue;
    }
    const content = line.trimStart();
    const indent = line.length - content.length;
    if (/\t/.test(line.slice(0, indent + 6))) return null;

    if (indent === 0) {
      const end = skipFlatBlock(lines, index, open !== null);
      if (end === null) return null;
      if (end > index) {
        close();
        stack.length = 0;
        const heading = readHeading(line);
        if (heading) blocks.push({ kind: "heading", ...heading, line: firstLine + index });
        index = end - 1;
        continue;
      }
    } else if (OTHER_BLOCK.test(content)) return null;

    const level = stack.findLastIndex((offset) => indent >= offset) + 1;
    const inner = indent - (stack[level - 1] ?? 0);
    if (inner > 3) {
      // After words these go on; after a blank line they are indented code.
      if (!open) return null;
      (open as OpenParagraph).lines.push(content);
      continue;
    }
    const item = ITEM.exec(content);
    if (item && !(open && level === stack.length && !canInterrupt(item))) {
      const words = content.slice(item[0].length);
      if (ITEM.test(words) || OTHER_BLOCK.test(words)) return null;
      close();
      stack.length = level;
      open = {
        kind: "item",
        lines: [words],
        depth: level,
        ordered: item[2] !== undefined,
        line: firstLine + index,
      };
      stack.push(indent + item[0].length);
      continue;
    }
    if (open) (open as OpenParagraph).lines.push(content);
    else {
      stack.length = level;
      const line = firstLine + index;
      open = { kind: "prose", lines: [content], depth: level, ordered: false, line };
    }
  }
  close();
  return blocks;
}

/** Only a bullet or a list that starts with 1 can begin in the middle of a paragraph. */
function canInterrupt(item: RegExpExecArray): boolean {
  return item[2] === undefined || Number(item[2]) === 1;
}

/**
 * Skips what is in the first column and is neither prose nor list.
 *
 * @returns The index after it, the same index where it is something else, null where it is not plain.
 */
function skipFlatBlock(
  lines: readonly string[],
  index: number,
  inParagraph: boolean,
): number | null {
  const line = lines[index]!;
  if (!OTHER_BLOCK.test(line)) return index;
  if (readHeading(line)) return index + 1;
  const fence = readFence(line);
  if (fence) return findFenceEnd(lines, index + 1, fence) + 1;
  if (line.startsWith("<!--")) return findCommentEnd(lines, index) + 1;
  if (line.startsWith(">")) return skipQuote(lines, index);
  const htmlEnd = findHtmlEnd(lines, index);
  if (htmlEnd !== null) return htmlEnd + 1;
  // Right under a paragraph it could make a heading of it.
  if (RULE.test(line) && !inParagraph) return index + 1;
  return null;
}

/** A quote goes on into a line of plain words below it; that is left to the full parser. */
function skipQuote(lines: readonly string[], index: number): number | null {
  let end = index + 1;
  while (lines[end]?.startsWith(">")) end++;
  const next = lines[end];
  return next === undefined || isBlank(next) || readHeading(next) ? end : null;
}

function toBlock({ kind, lines, depth, ordered, line }: OpenParagraph): Block {
  const source = lines.map((line) => line.trimEnd()).join("\n");
  return kind === "item" ? { kind, source, depth, ordered, line } : { kind, source, depth, line };
}

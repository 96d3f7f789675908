/**
 * Cuts items that Markdown does not recognize out of the block they are in: a box without a bullet, one
 * that is joined to a heading, or one that is indented too far.
 */
import type { Block } from "../markdown/block.ts";
import { findLooseBox, SURE_BOX } from "./checkbox.ts";

/** "## Tasks- [ ] Write it": the line break between the heading and its first item is missing. */
const GLUED = new RegExp(`^(.*?\\S)\\s*[-*+]\\s?(${SURE_BOX}\\s+\\S.*)$`, "iu");
/** "### [ ] Task 1". */
const LEADING = new RegExp(`^${SURE_BOX}\\s+\\S`, "iu");
/** "### Task 1 [ ]". */
const TRAILING = new RegExp(`^(.*?\\S)\\s*(?:[-–—:]\\s*)?(${SURE_BOX})$`, "iu");
const BOX = new RegExp(SURE_BOX, "giu");
/** Maximum length of a heading in characters. */
const MAX_HEADING = 500;

/**
 * Splits a block that contains hidden items.
 *
 * @returns Only the block itself if it contains none.
 */
export function splitBlock(block: Block): readonly Block[] {
  if (!block.source.includes("[")) return [block];
  return block.kind === "heading" ? splitHeading(block) : splitLines(block);
}

function splitHeading(block: Extract<Block, { kind: "heading" }>): readonly Block[] {
  const { source, line, depth } = block;
  if (source.includes("\n")) {
    // Lines above a rule: if they are items, the rule does not make a heading of them.
    const split = splitLines({ kind: "prose", source, depth: 0, line });
    return split.some(({ kind }) => kind === "item") ? split : [block];
  }
  // Several boxes explain their meanings, and a box in code is quoted.
  if (source.length > MAX_HEADING || source.includes("`")) return [block];
  if (source.match(BOX)?.length !== 1) return [block];
  const divide = (words: string, item: string): readonly Block[] => [
    { kind: "heading", source: words, depth, line },
    { kind: "item", source: item, depth: 0, ordered: false, line, isLoose: true },
  ];
  if (LEADING.test(source)) return divide(source.replace(BOX, "").trim(), source);
  const glued = GLUED.exec(source);
  if (glued) return divide(glued[1]!, glued[2]!);
  const trailing = TRAILING.exec(source);
  return trailing ? divide(trailing[1]!, `${trailing[2]} ${trailing[1]}`) : [block];
}

function splitLines(block: Exclude<Block, { kind: "heading" }>): readonly Block[] {
  const lines = block.source.split("\n");
  const isItem = block.kind === "item";
  const boxes = lines.map((line, index) =>
    // An item itself begins with its box, or with its own number: "- 1.2 [ ] Write it".
    isItem && index === 0 && !/^\d/.test(line) ? null : findLooseBox(line)
  );
  const first = boxes.findIndex((box) => box !== null);
  if (first === -1) return [block];
  const blocks: Block[] = [];
  if (first > 0) blocks.push({ ...block, source: lines.slice(0, first).join("\n") });
  const depth = isItem ? block.depth + 1 : block.depth;
  for (let index = first; index < lines.length;) {
    let end = index + 1;
    while (end < lines.length && boxes[end] === null) end++;
    const source = [boxes[index]!, ...lines.slice(index + 1, end)].join("\n");
    const line = block.line + index;
    blocks.push({ kind: "item", source, depth, ordered: false, line, isLoose: true });
    index = end;
  }
  return blocks;
}

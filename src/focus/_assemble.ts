/**
 * Blocks to a document: gives each item the headings above it.
 *
 * @module
 */
import type { Block } from "./_block.ts";
import { readCheckbox } from "./_checkbox.ts";
import { toPlainText } from "./inline.ts";
import { isOptionalHeading } from "./_optional.ts";
import type { Heading, Paragraph, TaskItem } from "./document.ts";

/** The parts of a document that come from its blocks. */
export interface Assembled {
  readonly items: TaskItem[];
  readonly headings: Heading[];
  readonly paragraphs: Paragraph[];
}

/**
 * Puts the blocks of a page together.
 *
 * @param blocks All blocks in the order of the page.
 * @param lines The page's lines, for the raw line of each item.
 */
export function assemble(blocks: readonly Block[], lines: readonly string[]): Assembled {
  const result: Assembled = { items: [], headings: [], paragraphs: [] };
  const title = findTitle(blocks);
  /** The headings above the present block, outermost first. */
  let above: readonly Heading[] = [];
  let path: readonly string[] = [];
  /** Whether the last prose ended in a colon: the list below it is what it announces. */
  let announces = false;

  for (const block of blocks) {
    const { line } = block;
    if (block.kind === "heading") {
      const { depth } = block;
      const text = toPlainText(block.source);
      above = above.filter((heading) => heading.depth < depth);
      const optional = above.some((heading) => heading.optional) ||
        block !== title && isOptionalHeading(text);
      const heading = { text, depth, line, optional };
      above = [...above, heading];
      path = above.map((heading) => heading.text);
      result.headings.push(heading);
      announces = false;
      continue;
    }
    const optional = above.at(-1)?.optional ?? false;
    const task = block.kind === "item" ? readCheckbox(block.source) : null;
    if (block.kind === "item" && task) {
      const rawLine = lines[line - 1] ?? "";
      result.items.push({ ...task, line, depth: block.depth, path, optional, rawLine });
    } else if (block.source !== "") {
      const announced = block.kind === "item" && announces;
      result.paragraphs.push({ source: block.source, path, announced, line, optional });
    }
    if (block.kind === "prose") announces = block.source.endsWith(":");
  }
  return result;
}

/** The heading that names the whole page: what it says does not set a part of the page apart. */
function findTitle(blocks: readonly Block[]): Block | null {
  const headings = blocks.filter((block) => block.kind === "heading");
  const tops = headings.filter((heading) => heading.depth === 1);
  return tops.length === 1 && tops[0] === headings[0] ? headings[0]! : null;
}

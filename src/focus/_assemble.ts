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
export function assemble(blocks: Iterable<Block>, lines: readonly string[]): Assembled {
  const result: Assembled = { items: [], headings: [], paragraphs: [] };
  /** The headings above the present block, outermost first. */
  let above: readonly Heading[] = [];
  let path: readonly string[] = [];

  for (const block of blocks) {
    const { line } = block;
    if (block.kind === "heading") {
      const { depth } = block;
      const text = toPlainText(block.source);
      above = above.filter((heading) => heading.depth < depth);
      const optional = above.some((heading) => heading.optional) || isOptionalHeading(text);
      const heading = { text, depth, line, optional };
      above = [...above, heading];
      path = above.map((heading) => heading.text);
      result.headings.push(heading);
      continue;
    }
    const optional = above.at(-1)?.optional ?? false;
    const task = block.kind === "item" ? readCheckbox(block.source) : null;
    if (block.kind === "item" && task) {
      const rawLine = lines[line - 1] ?? "";
      result.items.push({ ...task, line, depth: block.depth, path, optional, rawLine });
    } else if (block.source !== "") {
      result.paragraphs.push({ source: block.source, line, optional });
    }
  }
  return result;
}

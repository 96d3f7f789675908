/**
 * Reads a section with the full markdown parser.
 *
 * @module
 */
import { fromMarkdown } from "mdast-util-from-markdown";
import type { Block } from "./_block.ts";
import { cutClosingSigns } from "./_line.ts";

/** The parser's tree, as far as it is used here. */
interface Node {
  readonly type: string;
  readonly depth?: number;
  readonly children?: readonly Node[];
  readonly position?: {
    readonly start: { readonly line: number; readonly offset?: number };
    readonly end: { readonly offset?: number };
  };
}

/** Markup within lines is read by us, from the source: without it the parser is linear. */
const BLOCKS_ONLY = {
  disable: {
    null: [
      "attention",
      "autolink",
      "characterEscape",
      "characterReference",
      "codeText",
      "hardBreakEscape",
      "htmlText",
      "labelEnd",
      "labelStartImage",
      "labelStartLink",
    ],
  },
};

/**
 * Reads a section of any kind.
 *
 * @param text The section.
 * @param firstLine The 1-based number of its first line in the file.
 * @returns Its blocks; code, quotes, comments and HTML give none.
 */
export function readTreeSection(text: string, firstLine: number): Block[] {
  const blocks: Block[] = [];
  collect(fromMarkdown(text, { extensions: [BLOCKS_ONLY] }) as Node, 0);
  return blocks;

  function collect(node: Node, depth: number): void {
    for (const child of node.children ?? []) {
      const line = firstLine + (child.position?.start.line ?? 1) - 1;
      if (child.type === "list") {
        for (const item of child.children ?? []) collectItem(item, depth);
      } else if (child.type === "paragraph") {
        blocks.push({ kind: "prose", source: sourceOf(child), line });
      } else if (child.type === "heading" && depth === 0) {
        const source = headingText(sourceOf(child));
        blocks.push({ kind: "heading", source, depth: child.depth ?? 1, line });
      }
    }
  }

  function collectItem(item: Node, depth: number): void {
    const [first, ...rest] = item.children ?? [];
    if (first?.type !== "paragraph") return collect(item, depth + 1);
    const line = firstLine + (first.position?.start.line ?? 1) - 1;
    blocks.push({ kind: "item", source: sourceOf(first), depth, line });
    collect({ type: "listItem", children: rest }, depth + 1);
  }

  function sourceOf(node: Node): string {
    const raw = text.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
    return raw.split("\n").map((line) => line.trim()).join("\n");
  }
}

/** Takes the signs off a heading: number signs around it, or the underline below it. */
function headingText(source: string): string {
  const underlined = /\n(?:=+|-+)$/.exec(source);
  if (underlined) return source.slice(0, underlined.index).replaceAll("\n", " ").trim();
  return cutClosingSigns(source.replace(/^#{1,6}/, ""));
}

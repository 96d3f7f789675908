/** Reads a section with the full markdown parser. */
import { fromMarkdown } from "mdast-util-from-markdown";
import type { Block } from "./block.ts";
import { cutClosingSigns } from "./line.ts";

/** The parser's tree, as far as it is used here. */
interface Node {
  readonly type: string;
  readonly depth?: number;
  readonly ordered?: boolean | null;
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

const UNDERLINED = /\n(?:=+|-+)$/;

/**
 * Reads a section of any kind.
 *
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
        const ordered = child.ordered === true;
        for (const item of child.children ?? []) collectItem(item, depth, ordered);
      } else if (child.type === "paragraph") {
        blocks.push({ kind: "prose", source: sourceOf(child), depth, line });
      } else if (child.type === "heading" && depth === 0) {
        const source = headingText(sourceOf(child));
        blocks.push({ kind: "heading", source, depth: child.depth ?? 1, line });
      }
    }
  }

  function collectItem(item: Node, depth: number, ordered: boolean): void {
    const [first, ...rest] = item.children ?? [];
    const source = first && readFirst(first);
    if (!first || source == null) return collect(item, depth + 1);
    const line = firstLine + (first.position?.start.line ?? 1) - 1;
    blocks.push({ kind: "item", source, depth, ordered, line });
    collect({ type: "listItem", children: rest }, depth + 1);
  }

  /** The words of an item; a rule right below them makes a heading of them, but they stay an item. */
  function readFirst(first: Node): string | null {
    if (first.type === "paragraph") return sourceOf(first);
    const underlined = first.type === "heading" ? UNDERLINED.exec(sourceOf(first)) : null;
    return underlined && sourceOf(first).slice(0, underlined.index);
  }

  function sourceOf(node: Node): string {
    const raw = text.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
    return raw.split("\n").map((line) => line.trim()).join("\n");
  }
}

/**
 * Removes the markup of a heading: number signs around it, or the underline below it. Of an underlined
 * one the lines are kept, for they may be items.
 */
function headingText(source: string): string {
  const underlined = UNDERLINED.exec(source);
  if (underlined) return source.slice(0, underlined.index).trim();
  return cutClosingSigns(source.replace(/^#{1,6}/, ""));
}

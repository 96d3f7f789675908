/**
 * A page of the documentation as text for a terminal. For our own pages, not for any markdown. Pure.
 */
import { replaceCodeSpans } from "../../markdown/code_spans.ts";
import { findFenceEnd, isBlank, readFence, readHeading, splitLines } from "../../markdown/line.ts";
import { readTable } from "../../markdown/table.ts";
import type { Layout } from "../core/output.ts";
import { hang, LONGEST_TERM, renderRows, wrapText } from "../core/text_layout.ts";

const LIST_MARK = /^(?:[-*]|\d+\.) /;

/**
 * Renders a page: headings marked, paragraphs and lists wrapped, code indented, tables in columns.
 */
export function renderPage(page: string, layout: Layout): string {
  const lines = splitLines(page.trim());
  const blocks: string[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    const heading = readHeading(line);
    const fence = readFence(line);
    let end = at + 1;
    if (isBlank(line)) {
      at++;
      continue;
    }
    if (heading !== null) {
      blocks.push(layout.style.bold(renderInline(heading.source)));
    } else if (fence !== null) {
      end = findFenceEnd(lines, at + 1, fence) + 1;
      blocks.push(lines.slice(at + 1, end - 1).map((code) => `  ${code}`.trimEnd()).join("\n"));
    } else {
      while (end < lines.length && !isBlank(lines[end]!)) end++;
      blocks.push(renderParagraph(lines.slice(at, end), layout));
    }
    at = end;
  }
  return blocks.join("\n\n");
}

function renderParagraph(lines: readonly string[], layout: Layout): string {
  const { width } = layout;
  const table = readTable(lines.join("\n"));
  if (table !== null) {
    const rows = table.rows().map(({ cells }) => cells.map(renderInline));
    return renderTable(table.head.map(renderInline), rows, layout);
  }
  const items: string[][] = [];
  for (const line of lines) {
    const last = items.at(-1);
    if (last === undefined || LIST_MARK.test(line)) items.push([line.trim()]);
    else last.push(line.trim());
  }
  return items.map((item) => {
    const text = renderInline(item.join(" "));
    const mark = LIST_MARK.exec(text)?.[0] ?? "";
    return hang(mark, text.slice(mark.length), width, " ".repeat(mark.length)).join("\n");
  }).join("\n");
}

/** A table in columns where it fits, else each row as a list of its cells. */
function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { width, style }: Layout,
): string {
  const hasHead = head.some((cell) => cell !== "");
  const all = hasHead ? [head, ...rows] : rows;
  const isShort = rows.every(([term = ""]) => term.length <= LONGEST_TERM);
  if (head.length === 2 && isShort) {
    const pairs = rows.map(([term = "", meaning = ""]) => [term, meaning] as const);
    return renderRows(pairs, width).join("\n");
  }
  const widths = head.map((_cell, at) => Math.max(...all.map((cells) => (cells[at] ?? "").length)));
  const total = widths.reduce((sum, each) => sum + each + 2, 0);
  if (total <= width) {
    const line = (cells: readonly string[]) =>
      `  ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ")}`.trimEnd();
    return all.map((cells, at) => hasHead && at === 0 ? style.bold(line(cells)) : line(cells))
      .join("\n");
  }
  return rows.map(([term = "", ...cells]) => {
    const named = cells.map((cell, at) => [head[at + 1], cell].filter(Boolean).join(": "));
    const wrapped = named.flatMap((text) =>
      wrapText(text, width - 6).map((line) => `      ${line}`)
    );
    return [...wrapText(term, width - 2).map((line) => `  ${line}`), ...wrapped].join("\n");
  }).join("\n");
}

/** Renders links and strong words as their text; code keeps a backtick on each side. */
function renderInline(source: string): string {
  const codes: string[] = [];
  const text = replaceCodeSpans(source, ({ code }) => {
    codes.push(code.includes("`") ? code.trim() : `\`${code}\``);
    return `\uE000${codes.length - 1}\uE000`;
  });
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*([^*]+)\*\*/g, "$1")
    .replace(/(?<![\w*])\*([^*\s][^*]*)\*(?!\w)/g, "$1")
    .replace(/\\\|/g, "|")
    .replace(/\uE000(\d+)\uE000/g, (_all, index: string) => codes[Number(index)] ?? "")
    .replaceAll("\\|", "|");
}

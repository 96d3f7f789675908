/** Finds lines that look like items of a checklist but are not read as such. */
import type { Page, PageContext } from "../markdown/read_page.ts";
import { isTick } from "./checkbox.ts";
import type { Document, UnreadLine, UnreadWhy } from "./document.ts";
import { MAX_COMMAND_LENGTH } from "./item_check.ts";

const MARKED =
  /^[ \t]*((?:>[ \t]*)*)(?:(?:[-*+•]|\d{1,9}[.)])[ \t]*)*\[([^[\]\n]{0,4})\](?![(\[:\]])[ \t]*\S/;
const BOX_SIGN = /^(?:[ \t]*|[~/!>-]|skip|n\/a)$/i;
/** Signs in boxes whose meaning is unclear. */
const OTHER_SIGN = /^[^\p{L}\p{N}\s"'`$&@#<=^_{}()|\\]$/u;
const CELL = /\|[ \t]*\[[ xX]\][ \t]*(?:\||\S)/;
/** A check with words behind it: "build | `make` (slow)". */
const CHECK = /\s\|\s+`[^`\n]+`[ \t]+[^|\s]/;

/** Finds the lines of a page. */
export function findUnreadItems(
  lines: readonly string[],
  { contexts, fences }: Pick<Page, "contexts" | "fences">,
  { items, legend }: Pick<Document, "items" | "legend">,
): UnreadLine[] {
  const byLine = new Map(items.map((item) => [item.line, item]));
  const explained = new Set(legend);
  const isAlone = items.length + legend.length === 0;
  const unclosedFrom = fences.findLast(({ isClosed }) => !isClosed)?.start ?? Infinity;
  const judgeLine = (text: string, index: number): UnreadWhy | null => {
    const item = byLine.get(index + 1);
    if (item !== undefined) return judgeCheck(text, item);
    if (!text.includes("[") || explained.has(index + 1)) return null;
    const context = contexts[index]!;
    const why = judge(text, context);
    switch (context) {
      case "html":
      case "fence-mark":
        return null;
      case "fence":
        if (why === null || why === "sign") return null;
        // Beside items, boxes in code are examples; alone, the plan is in code.
        return index > unclosedFrom ? "unclosed" : isAlone ? "code" : null;
      default:
        return why;
    }
  };
  return lines.flatMap((text, index) => {
    const why = judgeLine(text, index);
    return why === null ? [] : [{ line: index + 1, why }];
  });
}

function judgeCheck(text: string, { command, source }: Document["items"][number]) {
  if (command !== undefined) return null;
  if (text.includes("|") && CHECK.test(text)) return "check";
  return source.split("\n").some(isLongCheck) ? "long-check" : null;
}

/** A check that was not read for its length alone. */
function isLongCheck(text: string): boolean {
  return text.length > MAX_COMMAND_LENGTH && /(?:^|\s)\|\s+`/.test(text) &&
    /`\W*$/.test(text.slice(-400));
}

function judge(text: string, context: PageContext): UnreadWhy | null {
  const marked = MARKED.exec(text);
  if (marked) {
    const [, quote, sign = ""] = marked;
    if (BOX_SIGN.test(sign) || isTick(sign)) {
      if (quote !== "") return "quote";
      return context === "indented" ? "indented" : "html";
    }
    return OTHER_SIGN.test(sign) ? "sign" : null;
  }
  return CELL.test(text) ? "table" : null;
}

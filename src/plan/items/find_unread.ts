/** Finds lines that look like items of a checklist but are not read as such. */
import { type Fence, isFenceEnd, measureIndent, readFence } from "../markdown/line.ts";
import { isTick } from "./checkbox.ts";
import type { Document } from "./document.ts";
import { MAX_COMMAND_LENGTH } from "./item_check.ts";

/** Why a line is not read as an item. */
export type UnreadWhy =
  | "code"
  | "unclosed"
  | "indented"
  | "quote"
  | "table"
  | "sign"
  | "check"
  | "long-check"
  | "html";

/** A line that is not read. */
export interface UnreadLine {
  /** 1-based. */
  readonly line: number;
  readonly why: UnreadWhy;
}

const MARKED =
  /^[ \t]*((?:>[ \t]*)*)(?:(?:[-*+•]|\d{1,9}[.)])[ \t]*)*\[([^[\]\n]{0,4})\](?![(\[:\]])[ \t]*\S/;
const BOX_SIGN = /^(?:[ \t]*|[~/!>-]|skip|n\/a)$/i;
/** Signs in boxes whose meaning is unclear. */
const OTHER_SIGN = /^[^\p{L}\p{N}\s"'`$&@#<=^_{}()|\\]$/u;
const CELL = /\|[ \t]*\[[ xX]\][ \t]*(?:\||\S)/;
/** A check with words behind it: "build | `make` (slow)". */
const CHECK = /\s\|\s+`[^`\n]+`[ \t]+[^|\s]/;
/** HTML whose content is no markdown, whatever is in it. */
const RAW = /<(pre|script|style|textarea)\b(?!.*<\/\1>)/i;
const RAW_END = /<\/(?:pre|script|style|textarea)>/i;

/** Finds the lines. */
export function findUnreadItems(
  lines: readonly string[],
  document: Pick<Document, "items" | "legend">,
): UnreadLine[] {
  const items = new Map(document.items.map((item) => [item.line, item]));
  const read = new Set([...items.keys(), ...document.legend]);
  const unread: UnreadLine[] = [];
  /** Boxes of the code block that the present line is in. */
  let inCode: number[] = [];
  let fence: Fence | null = null;
  let isComment = false;
  let isRaw = false;
  lines.forEach((text, index) => {
    const line = index + 1;
    const content = text.trimStart().replace(/^(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)/, "");
    if (fence !== null) {
      if (!isFenceEnd(content, fence)) {
        if (!read.has(line) && isBoxed(text)) inCode.push(line);
        return;
      }
      fence = null;
      // Beside items, boxes in code are examples; alone, the plan is in code.
      if (read.size === 0) unread.push(...inCode.map((line) => ({ line, why: "code" as const })));
      return;
    }
    if (isComment || text.includes("<!--")) {
      const last = text.lastIndexOf("<!--");
      const wasComment = isComment;
      isComment = text.indexOf("-->", Math.max(last, 0)) === -1;
      if (wasComment || /^\s*<!--/.test(text)) return;
    }
    isRaw = isRaw ? !RAW_END.test(text) : RAW.test(text);
    if (isRaw) return;
    fence = readFence(content);
    inCode = [];
    if (fence !== null) return;
    if (read.has(line)) {
      const item = items.get(line);
      if (item?.command !== undefined) return;
      if (CHECK.test(text)) unread.push({ line, why: "check" });
      else if (item?.source.split("\n").some(isLongCheck)) unread.push({ line, why: "long-check" });
      return;
    }
    const why = judge(text);
    if (why !== null) unread.push({ line, why });
  });
  if (fence !== null) unread.push(...inCode.map((line) => ({ line, why: "unclosed" as const })));
  return unread;
}

/** A check that was not read for its length alone. */
function isLongCheck(text: string): boolean {
  return text.length > MAX_COMMAND_LENGTH && /(?:^|\s)\|\s+`/.test(text) &&
    /`\W*$/.test(text.slice(-400));
}

function isBoxed(text: string): boolean {
  const why = judge(text);
  return why !== null && why !== "sign";
}

function judge(text: string): UnreadWhy | null {
  if (!text.includes("[")) return null;
  const marked = MARKED.exec(text);
  if (marked) {
    const [, quote, sign = ""] = marked;
    if (BOX_SIGN.test(sign) || isTick(sign)) {
      if (quote !== "") return "quote";
      return measureIndent(text) >= 4 ? "indented" : "html";
    }
    return OTHER_SIGN.test(sign) ? "sign" : null;
  }
  return CELL.test(text) ? "table" : null;
}

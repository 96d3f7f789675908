/**
 * Lines that look like items of a checklist and are not read as such, for whoever starts a loop: what
 * a reader does not see is not done.
 *
 * @module
 */
import { MAX_COMMAND_LENGTH } from "./item_check.ts";
import type { Document } from "./document.ts";
import { type Fence, isFenceEnd, measureIndent, readFence } from "../../markdown/line.ts";

/** Why a line is not read as it looks. */
export type UnreadWhy =
  | "code"
  | "indented"
  | "quote"
  | "table"
  | "sign"
  | "check"
  | "long-check"
  | "html";

/** One such line. */
export interface UnreadLine {
  /** 1-based. */
  readonly line: number;
  readonly why: UnreadWhy;
}

const MARKED =
  /^[ \t]*((?:>[ \t]*)*)(?:(?:[-*+•]|\d{1,9}[.)])[ \t]*)*\[([^[\]\n]{0,4})\](?![(\[:\]])[ \t]*\S/;
const BOX_SIGN = /^(?:[ \t]*|[ \t]?[x✓✔☑✅][ \t]?|[~/!>-]|skip|n\/a)$/i;
/** Signs that people use in boxes and that say nothing certain. */
const OTHER_SIGN = /^[^\p{L}\p{N}\s"'`$&@#<=^_{}()|\\]$/u;
const CELL = /\|[ \t]*\[[ xX]\][ \t]*(?:\||\S)/;
/** A check with words behind it: "build | `make` (slow)". */
const CHECK = /\s\|\s+`[^`\n]+`[ \t]+[^|\s]/;

/**
 * Finds the lines.
 *
 * @param lines The file's lines.
 * @param document The same, read.
 */
export function findUnreadItems(lines: readonly string[], document: Document): UnreadLine[] {
  const items = new Map(document.items.map((item) => [item.line, item]));
  const read = new Set([...items.keys(), ...document.legend]);
  const found: UnreadLine[] = [];
  let fence: Fence | null = null;
  let isComment = false;
  lines.forEach((text, index) => {
    const line = index + 1;
    const content = text.trimStart().replace(/^(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)/, "");
    if (fence !== null) {
      if (isFenceEnd(content, fence)) fence = null;
      // Beside items, boxes in code are examples; alone, the whole plan was put into code.
      else if (read.size === 0 && isBoxed(text)) found.push({ line, why: "code" });
      return;
    }
    if (isComment || text.includes("<!--")) {
      const last = text.lastIndexOf("<!--");
      const wasComment = isComment;
      isComment = text.indexOf("-->", Math.max(last, 0)) === -1;
      if (wasComment || /^\s*<!--/.test(text)) return;
    }
    fence = readFence(content);
    if (fence !== null) return;
    if (read.has(line)) {
      const item = items.get(line);
      if (item?.command !== undefined) return;
      if (CHECK.test(text)) found.push({ line, why: "check" });
      else if (item?.source.split("\n").some(isLongCheck)) found.push({ line, why: "long-check" });
      return;
    }
    const why = judge(text);
    if (why !== null) found.push({ line, why });
  });
  return found;
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
    const [, quote, sign] = marked;
    if (BOX_SIGN.test(sign!)) {
      if (quote !== "") return "quote";
      return measureIndent(text) >= 4 ? "indented" : "html";
    }
    return OTHER_SIGN.test(sign!) ? "sign" : null;
  }
  return CELL.test(text) ? "table" : null;
}

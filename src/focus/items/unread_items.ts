/**
 * Lines that look like items of a checklist but are not read as such, as a warning when a loop starts.
 */
import {
  type Fence,
  isFenceEnd,
  measureIndent,
  readFence,
  splitLines,
} from "../../markdown/line.ts";
import { capitalize, showNames } from "../../text/human_units.ts";
import { decodeText, readStart } from "../files.ts";
import { readFocusFile } from "../focus_file.ts";
import type { Document } from "./document.ts";
import { MAX_COMMAND_LENGTH } from "./item_check.ts";
import { MAX_FILE_BYTES } from "./read_document.ts";

/** Why a line is not read as an item. */
type UnreadWhy =
  | "code"
  | "indented"
  | "quote"
  | "table"
  | "sign"
  | "check"
  | "long-check"
  | "html";

interface UnreadLine {
  readonly line: number;
  readonly why: UnreadWhy;
}

const MARKED =
  /^[ \t]*((?:>[ \t]*)*)(?:(?:[-*+•]|\d{1,9}[.)])[ \t]*)*\[([^[\]\n]{0,4})\](?![(\[:\]])[ \t]*\S/;
const BOX_SIGN = /^(?:[ \t]*|[ \t]?[x✓✔☑✅][ \t]?|[~/!>-]|skip|n\/a)$/i;
/** Signs in boxes whose meaning is unclear. */
const OTHER_SIGN = /^[^\p{L}\p{N}\s"'`$&@#<=^_{}()|\\]$/u;
const CELL = /\|[ \t]*\[[ xX]\][ \t]*(?:\||\S)/;
/** A check with words behind it: "build | `make` (slow)". */
const CHECK = /\s\|\s+`[^`\n]+`[ \t]+[^|\s]/;

/** Lines that are named for each cause. */
const MAX_NAMED = 6;

const WHY: Record<UnreadWhy, string> = {
  code: "they are in a code block: take them out of it",
  indented: "they are indented like code: indent them less",
  quote: "they are in a quotation: remove the >",
  table: "they are in a table: write them as a list",
  sign: "the sign in the box is not known: use [ ], [x], [~] (in progress) or [-] (skipped)",
  "long-check": "its command is too long: put it into a script, and name the script",
  html: "they are in HTML or after a line that takes them in: put a blank line above them",
  check: "words follow the check: end the line with the closing backtick",
};

/**
 * Describes the lines, one sentence for each cause.
 *
 * @param path The plan; null for none.
 */
export async function describeUnreadItems(path: string | null): Promise<string[]> {
  if (path === null) return [];
  const byWhy = Map.groupBy(await readUnreadItems(path), ({ why }) => why);
  return [...byWhy].map(([why, unread]) => {
    const subject = why === "check" || why === "long-check"
      ? `The check in ${nameLines(unread)} of ${path} is not read`
      : `${nameLines(unread)} of ${path} look like items but are not read`;
    return `Warning: ${capitalize(subject)}: ${WHY[why]}`;
  });
}

function nameLines(unread: readonly UnreadLine[]): string {
  const named = unread.slice(0, MAX_NAMED).map(({ line }) => line);
  const rest = unread.length - named.length;
  const shown = showNames(rest > 0 ? [...named, `${rest} more`] : named);
  return `${unread.length === 1 ? "line" : "lines"} ${shown}`;
}

async function readUnreadItems(path: string): Promise<UnreadLine[]> {
  const document = await readFocusFile(path);
  const bytes = document.readable ? readStart(path, MAX_FILE_BYTES) : null;
  return bytes === null ? [] : findUnreadItems(splitLines(decodeText(bytes).text), document);
}

/** Finds the lines. */
export function findUnreadItems(lines: readonly string[], document: Document): UnreadLine[] {
  const items = new Map(document.items.map((item) => [item.line, item]));
  const read = new Set([...items.keys(), ...document.legend]);
  const unread: UnreadLine[] = [];
  let fence: Fence | null = null;
  let isComment = false;
  lines.forEach((text, index) => {
    const line = index + 1;
    const content = text.trimStart().replace(/^(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)/, "");
    if (fence !== null) {
      if (isFenceEnd(content, fence)) fence = null;
      // Beside items, boxes in code are examples; alone, the plan is in code.
      else if (read.size === 0 && isBoxed(text)) unread.push({ line, why: "code" });
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
      if (CHECK.test(text)) unread.push({ line, why: "check" });
      else if (item?.source.split("\n").some(isLongCheck)) unread.push({ line, why: "long-check" });
      return;
    }
    const why = judge(text);
    if (why !== null) unread.push({ line, why });
  });
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
    const [, quote, sign] = marked;
    if (BOX_SIGN.test(sign!)) {
      if (quote !== "") return "quote";
      return measureIndent(text) >= 4 ? "indented" : "html";
    }
    return OTHER_SIGN.test(sign!) ? "sign" : null;
  }
  return CELL.test(text) ? "table" : null;
}

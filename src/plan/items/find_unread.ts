/** Finds lines that look like items of a checklist to a person but are not read as such. */
import { toPlainText } from "../markdown/inline.ts";
import type { Page, PageContext } from "../markdown/read_page.ts";
import { findLooseBox, readCheckbox, stateOfSign } from "./checkbox.ts";
import type { Document, UnreadLine, UnreadWhy } from "./document.ts";
import { MAX_COMMAND_LENGTH } from "./item_check.ts";
import { showLines } from "./shown_lines.ts";
import { readState } from "./state.ts";

/** The text that may precede a box: signs of lists, quotes and tables, numbers, letters, tags. */
const MARK =
  /[\s>*+•‣▪◦–—_|-]+|\d{1,9}(?:\.\d{1,9}){0,8}[.)]?(?=[\s[])|[a-z][.)]|<!--|<(?!input\b)\/?[a-z][^<>]{0,300}>/iy;
const BOX = /^\[([^[\]\n]{0,4})\](?![(\[:\]])[ \t]*\S/;
const BOX_SIGN = /^(?:[ \t]*|[~/!>-]|skip|n\/a)$/i;
/** A box in HTML, which has no brackets. */
const INPUT = /<input\b[^<>]{0,300}\bcheckbox\b[^<>]{0,300}>/gi;
/** A box after a number or sign that does not begin a list: "Step 2: [ ] Write", "・[ ] Write". */
const BEHIND_LABEL =
  /^(?:[^[\]`]{0,30}\d[^[\]`\s]{0,3}[:)–—-]|[・※●○■□►▶▷→⇒◆◇·⁃])[ \t]*\[[ \t]{1,4}\][ \t]+(\S.*)$/u;
const AT_END = /\[[ \t]{1,4}\]$/;
/** Words that refer to the box after them: "open items are marked with [ ]". */
const SPEAKS_OF_BOX = /\b(?:a|an|and|are|as|by|for|from|is|of|or|the|to|with)\W*$/i;
/** Signs in boxes whose meaning is unclear. */
const OTHER_SIGN = /^[^\p{L}\p{N}\s"'`$&@#<=^_{}()|\\]$/u;
const CELL = /\|[ \t]*\[([ xX])\][ \t]*(?:\||\S)/;
/** A check with words after it: "build | `make` (slow)". */
const CHECK = /\s\|\s+`[^`\n]+`[ \t]+[^|\s]/;
/** In characters. A longer line is more than the name of a state. */
const MAX_STATE_LENGTH = 25;

/** Finds the lines of a page. */
export function findUnreadItems(
  lines: readonly string[],
  page: Pick<Page, "contexts" | "fences" | "html">,
  { items, legend }: Pick<Document, "items" | "legend">,
): UnreadLine[] {
  const byLine = new Map(items.map((item) => [item.line, item]));
  const explained = new Set(legend);
  const isAlone = items.length + legend.length === 0;
  // Next to items, boxes in code are examples. Without items, the plan itself is in code.
  const shown = showLines(lines, isAlone ? { ...page, fences: [] } : page);
  const unclosedFrom = page.fences.findLast(({ isClosed }) => !isClosed)?.start ?? Infinity;
  return lines.flatMap((written, index) => {
    const line = index + 1;
    const item = byLine.get(line);
    if (item !== undefined) {
      const why = judgeCheck(written, item);
      return why === null ? [] : [{ line, why, open: null }];
    }
    const text = shown[index]!;
    if (!(text.includes("[") || text.includes("<")) || explained.has(line)) return [];
    const seen = readSeen(text);
    if (seen === null) return [];
    const isInCode = page.contexts[index] === "fence";
    if (isInCode && seen.why === "sign") return [];
    const unclosed = index > unclosedFrom ? "unclosed" : "code";
    const why = seen.why ?? (isInCode ? unclosed : nameCause(text, page.contexts[index]!));
    return [{ line, why, open: why === "code" ? null : seen.open }];
  });
}

function nameCause(text: string, context: PageContext): UnreadWhy {
  if (context === "html" || context === "indented") {
    return context === "html" ? "hidden" : "indented";
  }
  return /^[\s>]*>/.test(text) ? "quote" : "html";
}

function judgeCheck(text: string, { command, source }: Document["items"][number]) {
  if (command !== undefined) return null;
  if (text.includes("|") && CHECK.test(text)) return "check";
  return source.split("\n").some(isLongCheck) ? "long-check" : null;
}

/** Checks whether a check was not read only because of its length. */
function isLongCheck(text: string): boolean {
  return text.length > MAX_COMMAND_LENGTH && /(?:^|\s)\|\s+`/.test(text) &&
    /`\W*$/.test(text.slice(-400));
}

/** The box in a line: the words after an open box, and the cause if it is in the line itself. */
interface SeenBox {
  readonly open: string | null;
  readonly why: "sign" | "table" | "place" | null;
}

function readSeen(line: string): SeenBox | null {
  const text = line.slice(endOfMarks(line));
  const inputs = readInputs(text);
  if (inputs !== null) return inputs;
  const sign = BOX.exec(text)?.[1];
  if (sign === undefined || text.startsWith("[", sign.length + 2)) {
    return readCell(line) ?? readMisplaced(text);
  }
  if (BOX_SIGN.test(sign) || stateOfSign(sign) === "done") {
    const source = findLooseBox(text);
    const box = source === null ? null : readCheckbox(source);
    return { open: box?.state === "open" ? nameWork(box.text) : null, why: null };
  }
  return OTHER_SIGN.test(sign) ? { open: null, why: "sign" } : null;
}

/** Reads the boxes of HTML in a line that begins with one; the first that is open counts. */
function readInputs(text: string): SeenBox | null {
  const inputs = [...text.matchAll(INPUT)];
  if (inputs[0]?.index !== 0) return null;
  const open = inputs.flatMap(({ 0: input, index }, place) => {
    const words = text.slice(index + input.length, inputs[place + 1]?.index);
    return /\bchecked\b/i.test(input) ? [] : nameWork(words) ?? [];
  });
  return { open: open[0] ?? null, why: null };
}

function readCell(line: string): SeenBox | null {
  const sign = line.includes("|") ? CELL.exec(line)?.[1] : undefined;
  if (sign === undefined) return null;
  const words = line.split("|").find((cell) => /\p{L}{2}/u.test(cell)) ?? line;
  return { open: sign === " " ? nameWork(words) : null, why: "table" };
}

/**
 * Reads an open box that is not at the beginning of its line. It must be the only bracket before or after
 * the words.
 */
function readMisplaced(line: string): SeenBox | null {
  const behind = BEHIND_LABEL.exec(line)?.[1];
  const trimmed = line.trimEnd();
  const before = AT_END.test(trimmed) ? trimmed.slice(0, trimmed.lastIndexOf("[")) : null;
  const words = behind ?? before?.trimEnd().replace(/[:–—-]$/, "");
  if (words === undefined || /[[`]/.test(words) || !/\p{L}/u.test(words)) return null;
  if (behind === undefined && SPEAKS_OF_BOX.test(words.slice(-20))) return null;
  const open = nameWork(words);
  return open === null ? null : { open, why: "place" };
}

/** Returns the work in plain text; null for words that only explain a box. */
function nameWork(source: string): string | null {
  const words = toPlainText(source.replace(/<[^<>]{0,300}>/g, " "));
  const isState = words.length <= MAX_STATE_LENGTH && readState(words) !== null;
  return words === "" || isState && !words.includes(":") ? null : words;
}

function endOfMarks(line: string): number {
  MARK.lastIndex = 0;
  for (let end = 0;; end = MARK.lastIndex) {
    MARK.lastIndex = end;
    if (MARK.exec(line) === null) return end;
  }
}

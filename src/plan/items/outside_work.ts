/**
 * Finds work outside of a page's items: open boxes that are not read, the text around the only box of a
 * long page, items whose sign the page explains in unknown words, and sentences that say the rest is in
 * another file.
 */
import { toPlainText } from "../markdown/inline.ts";
import type { Page } from "../markdown/read_page.ts";
import { readCheckbox } from "./checkbox.ts";
import type { Document, OutsideWork } from "./document.ts";
import { findMeaning, isExplained } from "./legend.ts";

/** Work that is not in this file: "Remaining phases are parked in `phases.md`", "Phases 3 and 4 follow in …". */
const ELSEWHERE =
  /\b(?:remaining|rest of (?:the|this|its)|(?:other|further|later|next|following|subsequent|upcoming) (?:phase|stage|milestone|task|item|step|part)s?|(?:phase|stage|milestone|part)s? \d+(?:(?:,| and| to|[-–—]|\s)+\d+)*)\b[^.!?]{0,100}[\s`"'[(*][\w./-]+\.md\b/i;
/** "When all of this is `[x]`, promote phase 6", "When this file is done, copy the next one here". */
const PROMOTES =
  /\b(?:when|once|after)\b[^.!?]{0,60}(?:\[x\]|\bdone\b|\bticked\b|\bchecked\b|\bfinished\b|\bcomplete[d]?\b)[^.!?]{0,20}(?:\b(?:promote|pull in|move on to|continue with|go on with)\b|[^.!?]{0,20}\bthe next (?:one|file|plan|list|phase|stage|part|milestone)\b)/i;

/** The box of an item, unless it contains a word. */
const SIGN = /\[([^[\]\p{L}\p{N}\s]{1,4})\]/u;
/** From this many lines on, a page is more than a list: a single box in it is not its whole work. */
const LONG = 100;

/** Finds such work in a page without open items. */
export function findOutsideWork(
  lines: readonly string[],
  contexts: Page["contexts"],
  { items, headings, unread }: Pick<Document, "items" | "headings" | "unread">,
): OutsideWork[] {
  const [only, more] = items;
  const isLone = only !== undefined && more === undefined && lines.length > LONG;
  const lone = `This is the only box in ${lines.length} lines: ${only?.text}`;
  return [
    ...unread.flatMap(({ line, open }) => {
      const isAside = headings.findLast((heading) => heading.line < line)?.optional === true;
      return open === null || isAside ? [] : [{ text: open, line }];
    }),
    ...isLone ? [{ text: lone, line: only.line }] : [],
    ...findUnclear(lines, items),
    ...findRestElsewhere(lines, contexts),
  ];
}

/** Finds items that count as skipped by a sign that the page explains otherwise, in unknown words. */
function findUnclear(lines: readonly string[], items: Document["items"]): OutsideWork[] {
  const itemLines = new Set(items.map(({ line }) => line));
  const isItem = (line: number) => itemLines.has(line);
  return items.flatMap(({ line, optional, rawLine, state, text }) => {
    const sign = state === "skipped" && !optional ? SIGN.exec(rawLine)?.[1] : undefined;
    const isUnclear = sign !== undefined && findMeaning(sign, lines, isItem) === null &&
      isExplained(sign, lines, isItem);
    return isUnclear ? [{ text: `[${sign}] ${text}`, line }] : [];
  });
}

function findRestElsewhere(lines: readonly string[], contexts: Page["contexts"]): OutsideWork[] {
  const found: OutsideWork[] = [];
  let paragraph = "";
  let first = 1;
  /** True if the lines belong to an item with a box, whose state is known. */
  let isBoxed = false;
  const close = () => {
    const said = ELSEWHERE.exec(paragraph) ?? PROMOTES.exec(paragraph);
    if (said !== null) {
      found.push({ text: toPlainText(sentenceAt(paragraph, said.index)), line: first });
    }
    paragraph = "";
  };
  for (const [index, line] of lines.entries()) {
    const context = contexts[index];
    const words = line.replace(/^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)?/, "");
    const isProse = (context === "plain" || context === "quote") && words !== "" &&
      !words.startsWith("#");
    if (!isProse || /^[\s>]*(?:[-*+]|\d+[.)])\s/.test(line)) {
      close();
      isBoxed = readCheckbox(words) !== null;
    }
    if (!isProse || isBoxed) continue;
    if (paragraph === "") first = index + 1;
    paragraph += `${words} `;
  }
  close();
  return found;
}

function sentenceAt(text: string, index: number): string {
  const start = Math.max(...[". ", "! ", "? "].map((end) => text.lastIndexOf(end, index) + 1));
  const end = text.slice(index).search(/[.!?](?=\s)/);
  return text.slice(start, end === -1 ? undefined : index + end + 1);
}

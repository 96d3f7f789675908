/**
 * Work that a page has outside of what is read of it: open boxes that markdown hides, and sentences
 * that say that the rest is in another file.
 */
import { toPlainText } from "../markdown/inline.ts";
import type { Page } from "../markdown/read_page.ts";
import { findLooseBox, readCheckbox } from "./checkbox.ts";
import type { OutsideWork, UnreadLine } from "./document.ts";

/** Work that is not in this file: "Remaining phases are parked in `phases.md`", "Phases 3 and 4 follow in …". */
const ELSEWHERE =
  /\b(?:remaining|rest of (?:the|this|its)|(?:other|further|later|next|following|subsequent|upcoming) (?:phase|stage|milestone|task|item|step|part)s?|(?:phase|stage|milestone|part)s? \d+(?:(?:,| and| to|[-–—]|\s)+\d+)*)\b[^.!?]{0,100}[\s`"'[(*][\w./-]+\.md\b/i;
/** "When all of this is `[x]`, promote phase 6", "When this file is done, copy the next one here". */
const PROMOTES =
  /\b(?:when|once|after)\b[^.!?]{0,60}(?:\[x\]|\bdone\b|\bticked\b|\bchecked\b|\bfinished\b|\bcomplete[d]?\b)[^.!?]{0,20}(?:\b(?:promote|pull in|move on to|continue with|go on with)\b|[^.!?]{0,20}\bthe next (?:one|file|plan|list|phase|stage|part|milestone)\b)/i;

/** Finds such work in a page without open items. */
export function findOutsideWork(
  lines: readonly string[],
  contexts: Page["contexts"],
  unread: readonly UnreadLine[],
): OutsideWork[] {
  return [...findHiddenItems(lines, unread), ...findRestElsewhere(lines, contexts)];
}

function findHiddenItems(lines: readonly string[], unread: readonly UnreadLine[]): OutsideWork[] {
  return unread.flatMap(({ line, why }) => {
    if (why !== "html" && why !== "unclosed") return [];
    const source = findLooseBox(lines[line - 1]!.trim());
    const box = source === null ? null : readCheckbox(source);
    return box?.state === "open" ? [{ text: box.text, line }] : [];
  });
}

function findRestElsewhere(lines: readonly string[], contexts: Page["contexts"]): OutsideWork[] {
  const found: OutsideWork[] = [];
  let paragraph = "";
  let first = 1;
  /** Whether the lines belong to an item with a box, whose state is known. */
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

/**
 * Work that a page has outside of what is read of it: open boxes that markdown hides, and sentences
 * that say that the rest is in another file.
 */
import { toPlainText } from "../markdown/inline.ts";
import type { Page } from "../markdown/read_page.ts";
import { findLooseBox, readCheckbox } from "./checkbox.ts";
import type { OutsideWork, UnreadLine } from "./document.ts";

/** "Remaining phases are parked in `phases.md`". */
const ELSEWHERE =
  /\b(?:remaining|rest of (?:the|this|its)|(?:other|further|later|subsequent|upcoming) (?:phase|stage|milestone|task|item|step|part)s?)\b[^.!?]{0,60}\b(?:parked|kept|waits?|waiting|live|tracked|queued|listed|collected|moved|continued?s?|are|is)\b[^.!?]{0,30}\b(?:in|to)\s[`"'[(*]{0,3}[\w./-]+\.md\b/i;
/** "When all of this is `[x]`, promote phase 6". */
const PROMOTES =
  /\b(?:when|once|after)\b[^.!?]{0,60}(?:\[x\]|\bdone\b|\bticked\b|\bchecked\b|\bcomplete[d]?\b)[^.!?]{0,20}\b(?:promote|pull in|move on to|continue with|go on with)\b/i;

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
  const close = () => {
    const said = ELSEWHERE.exec(paragraph) ?? PROMOTES.exec(paragraph);
    if (said !== null) {
      found.push({ text: toPlainText(sentenceAt(paragraph, said.index)), line: first });
    }
    paragraph = "";
  };
  for (const [index, line] of lines.entries()) {
    const context = contexts[index];
    const words = line.replace(/^[\s>]*(?:[-*+]\s+)?/, "");
    const isProse = (context === "plain" || context === "quote") && words !== "" &&
      !words.startsWith("#");
    if (!isProse || /^[\s>]*[-*+]\s/.test(line)) close();
    if (!isProse) continue;
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

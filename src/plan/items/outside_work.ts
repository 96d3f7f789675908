/**
 * Work that a page has outside of what is read of it: open boxes that markdown hides, and sentences
 * that say that the rest is in another file.
 */
import { classifyLines } from "../markdown/line_context.ts";
import { toPlainText } from "../markdown/inline.ts";
import { findLooseBox, readCheckbox } from "./checkbox.ts";
import type { Document, OutsideWork } from "./document.ts";
import { findUnreadItems } from "./find_unread.ts";

/** "Remaining phases are parked in `phases.md`". */
const ELSEWHERE =
  /\b(?:remaining|rest of (?:the|this|its)|(?:other|further|later|subsequent|upcoming) (?:phase|stage|milestone|task|item|step|part)s?)\b[^.!?]{0,60}\b(?:parked|kept|waits?|waiting|live|tracked|queued|listed|collected|moved|continued?s?|are|is)\b[^.!?]{0,30}\b(?:in|to)\s[`"'[(*]{0,3}[\w./-]+\.md\b/i;
/** "When all of this is `[x]`, promote phase 6". */
const PROMOTES =
  /\b(?:when|once|after)\b[^.!?]{0,60}(?:\[x\]|\bdone\b|\bticked\b|\bchecked\b|\bcomplete[d]?\b)[^.!?]{0,20}\b(?:promote|pull in|move on to|continue with|go on with)\b/i;

/**
 * Finds such work.
 *
 * @param document What was read of the page, without open items.
 */
export function findOutsideWork(
  lines: readonly string[],
  document: Pick<Document, "items" | "legend">,
): OutsideWork[] {
  return [...findHiddenItems(lines, document), ...findRestElsewhere(lines)];
}

function findHiddenItems(
  lines: readonly string[],
  document: Pick<Document, "items" | "legend">,
): OutsideWork[] {
  return findUnreadItems(lines, document).flatMap(({ line, why }) => {
    if (why !== "html" && why !== "unclosed") return [];
    const source = findLooseBox(lines[line - 1]!.trim());
    const box = source === null ? null : readCheckbox(source);
    return box?.state === "open" ? [{ text: box.text, line }] : [];
  });
}

function findRestElsewhere(lines: readonly string[]): OutsideWork[] {
  const text = lines.join("\n");
  if (!/\.md\b|\bpromote\b|\bpull in\b|\b(?:move|continue|go) on\b|\bcontinue with\b/i.test(text)) {
    return [];
  }
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
  for (const [index, { text: line, context }] of classifyLines(text).entries()) {
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

/**
 * The tags in an agent's last message, in the forms in which models write them.
 *
 * Only the agent's own words count: a tag in a fence, a quotation or a comment is what it shows of
 * others. Elsewhere a finding counts anywhere, since a lost finding ends a loop that should continue.
 * `blocked` and `validated` count where they are clearly meant. A promise ends a loop, so only its exact
 * form counts: alone on its line, outside code. A tag that may be meant but does not count is reported as
 * unread.
 */
import type { Finding, Tags, UnreadTag } from "../../loop/facts.ts";
import {
  cleanText,
  hasControl,
  isEmphasisOnly,
  isExample,
  isNone,
  isSentenceBefore,
  isTrailing,
  readDecoration,
  readSeverity,
} from "./_decoration.ts";
import type { MessageLine } from "../../plan/markdown/line_context.ts";
import { findTags, type TagElement } from "./_tag_elements.ts";
import { shorten } from "../../text/shorten.ts";

/** Unread tags that are reported, and characters of each line. */
const MOST_UNREAD = 5;
const UNREAD_CHARACTERS = 160;
/** A text of `validated` that denies it. */
const DENIED = /\b(?:no|not|false|cannot|can't|never|un\w+)\b/i;

/** The marker of a focus file, written into a message. */
const MARKER = /^[ \t>]*(?:[-*+]\s+)?[*_`]*\[[xX]\][*_`]*\s+[*_`]*TASK_COMPLETE[*_`.!]*\s*$/m;

const OPENING_QUOTE = /["'“”„‘’«»]\s*$/u;
const CLOSING_QUOTE = /^[\s.,!?]*["'“”‘’«»]/u;

/** Whether the text of a `validated` denies it. */
export function deniesValidation(text: string): boolean {
  return DENIED.test(text);
}

type TagReading = "said" | "unread" | "about";

interface Message {
  /** Paragraphs and fences that repeat an example of ours. */
  readonly examples: ReadonlySet<number>;
  /** Number of the last line that is neither blank nor has a tag. */
  readonly lastOtherLine: number;
}

/**
 * Reads the tags of a message. Of several promises, or several `blocked`, the last counts.
 *
 * @example
 * ```ts
 * const tags = readTags("All done.\n\n- <promise>TESTS PASS</promise>");
 * if (tags.promise !== "TESTS PASS") throw new Error("a list mark does not hide a tag");
 * ```
 */
export function readTags(message: string): Tags {
  const { lines, elements } = findTags(message);
  const context: Message = {
    examples: new Set(elements.filter(repeatsExample).map(({ block }) => block)),
    lastOtherLine: findLastOtherLine(lines, elements),
  };
  const readings = elements.map((element) => ({ element, reading: read(element, context) }));
  const said = readings.filter(({ reading }) => reading === "said").map(({ element }) => element);
  const textsOf = (name: TagElement["name"]) =>
    said.filter((element) => element.name === name).map(textOf);
  return {
    promise: textsOf("promise").at(-1) ?? null,
    blocked: textsOf("blocked").at(-1) ?? null,
    findings: said.filter(({ name }) => name === "finding").map(findingOf),
    validated: said.some(({ name }) => name === "validated"),
    worked: textsOf("worked"),
    ideas: textsOf("idea"),
    unread: listUnread(readings, said, lines),
    hasMarker: message.includes("TASK_COMPLETE") && MARKER.test(message),
  };
}

function read(element: TagElement, message: Message): TagReading {
  const { name } = element;
  if (message.examples.has(element.block)) return "about";
  if (name === "promise") return readPromise(element, message);
  if (name === "validated") return readValidated(element);
  const text = textOf(element);
  if (text !== "" && (isExample(text) || isNone(text))) return "about";
  return name === "blocked" ? readBlocked(element) : readFinding(element);
}

/** A finding with a text also counts in prose; in code it must be at the end of its line. */
function readFinding(element: TagElement): TagReading {
  const { before, after, content } = element;
  if (content === null && isBareMention(element)) return "about";
  if (textOf(element) === "") return "unread";
  if (isForeign(element)) return "unread";
  if (content === null) return readDecoration(before).isAll ? "said" : "unread";
  return !element.isInCode || isTrailing(after) ? "said" : "unread";
}

/** `blocked`: alone on a line, or at the end of a line after a complete sentence. */
function readBlocked(element: TagElement): TagReading {
  const { before, content } = element;
  if (content === null || textOf(element) === "") return isMention(element) ? "about" : "unread";
  return readStatement(element, readDecoration(before).isAll || isSentenceBefore(before));
}

/** `validated`: alone on its line, or after a complete sentence. */
function readValidated(element: TagElement): TagReading {
  const { before, content } = element;
  if (content !== null && deniesValidation(content)) return "unread";
  const { isAll, isOpenBox } = readDecoration(before);
  return readStatement(element, isAll ? !isOpenBox : isSentenceBefore(before));
}

function readStatement(element: TagElement, isUsed: boolean): TagReading {
  if (isForeign(element)) return "unread";
  if (isUsed && isTrailing(element.after)) return "said";
  return isMention(element) ? "about" : "unread";
}

/** `<promise>TEXT</promise>`; with list or bold marks only at the end of the message. */
function readPromise(element: TagElement, { lastOtherLine }: Message): TagReading {
  const { before, after, content, context } = element;
  const decoration = readDecoration(before);
  const isWhole = decoration.isAll && isTrailing(after);
  const isExact = element.opening === "<promise>" && element.closing === "</promise>" &&
    element.isAlone && element.line === element.lastLine && content !== null &&
    content.trim() !== "" && !hasControl(content);
  const isBare = before.trim() === "" && after.trim() === "";
  const isAllowed = !decoration.isQuoted && !decoration.isCode && !decoration.isOpenBox &&
    isEmphasisOnly(after) && element.line > lastOtherLine;
  if (isExact && context === "plain" && isWhole && (isBare || isAllowed)) return "said";
  if (decoration.isAll) return isTrailing(after) || content === null ? "unread" : "about";
  return !element.isInCode && content !== null && isTrailing(after) ? "unread" : "about";
}

/** Whether it shows what somebody else wrote: in a fence, a quotation or a comment. */
function isForeign({ context, before, after }: TagElement): boolean {
  if (context === "fence" || context === "quote" || context === "html") return true;
  const { isAll, isQuoted } = readDecoration(before);
  return isAll && isQuoted || OPENING_QUOTE.test(before) && CLOSING_QUOTE.test(after);
}

function findLastOtherLine(
  lines: readonly MessageLine[],
  elements: readonly TagElement[],
): number {
  const own = new Set(elements.map(({ line }) => line));
  return lines.findLastIndex(({ text }, index) => text.trim() !== "" && !own.has(index));
}

/** Whether the tag is only named: in code, in the middle of a text. */
function isMention(element: TagElement): boolean {
  return element.isInCode && !readDecoration(element.before).isAll;
}

/** Whether only the tag's name is between backticks in a text: `<finding>`. */
function isBareMention({ before, after }: TagElement): boolean {
  return before.endsWith("`") && after.startsWith("`") && !readDecoration(before).isAll;
}

function repeatsExample(element: TagElement): boolean {
  return element.name !== "promise" && textOf(element) !== "" && isExample(textOf(element));
}

/** The text between the tags; for an unclosed tag, the rest of its line. */
function textOf({ content, after }: TagElement): string {
  return cleanText(content ?? after.replace(/[\s*_`|]+$/, ""));
}

function findingOf(element: TagElement): Finding {
  return { severity: readSeverity(element.attributes), text: textOf(element) };
}

/** Lists unread tags; those of which one counts, only if none was read. */
function listUnread(
  readings: readonly { readonly element: TagElement; readonly reading: TagReading }[],
  said: readonly TagElement[],
  lines: readonly MessageLine[],
): UnreadTag[] {
  const isSaid = (name: string) =>
    name !== "finding" && said.some((element) => element.name === name);
  return readings.filter(({ reading }) => reading === "unread").flatMap(({ element }) => {
    const { name: tag, line } = element;
    // A lost `worked` or `idea` does not end a loop.
    if (tag === "worked" || tag === "idea" || isSaid(tag)) return [];
    return [{
      tag,
      line: shorten((lines[line]?.text ?? element.opening).trim(), UNREAD_CHARACTERS),
    }];
  }).slice(0, MOST_UNREAD);
}

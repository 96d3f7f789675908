/**
 * The tags in an agent's last message, in the forms in which models write them.
 *
 * A tag counts if it is alone on its line, with or without marks such as bullets and bold. A promise ends a
 * loop, so only its exact form counts, outside of code. A tag in a fence, a quotation or a comment is
 * quoted, so it does not count. Tags that may be meant but do not count are reported as unread. Then the
 * agent is asked to write them again, and no validation round closes, so that no finding is lost.
 */
import type { Finding, Tags, UnreadTag } from "../../loop/facts.ts";
import {
  cleanText,
  type Decoration,
  hasControl,
  isEmphasisOnly,
  isExample,
  isNone,
  isTrailing,
  readDecoration,
  readSeverity,
} from "./_decoration.ts";
import type { MessageLine } from "../../plan/markdown/line_context.ts";
import { findTags, type TagElement } from "./_tag_elements.ts";
import { shorten } from "../../text/shorten.ts";

/** Maximum number of unread tags to report, and of characters in each line. */
const MOST_UNREAD = 5;
const UNREAD_CHARACTERS = 160;
/** A text in `validated` that denies it. */
const DENIED = /\b(?:no|not|false|cannot|can't|never|un\w+)\b/i;

/** The marker of a focus file, written into a message. */
const MARKER = /^[ \t>]*(?:[-*+]\s+)?[*_`]*\[[xX]\][*_`]*\s+[*_`]*TASK_COMPLETE[*_`.!]*\s*$/m;

type TagReading = "said" | "unread" | "about";

interface Message {
  /** Paragraphs and fences that repeat one of ralph's examples. */
  readonly examples: ReadonlySet<number>;
  /** The number of the last line that is neither blank nor has a tag. */
  readonly lastOtherLine: number;
}

/**
 * Reads the tags of a message. If there are several promises, or several `blocked`, the last one counts.
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
  const { name, before, after, content, context } = element;
  const isPromise = name === "promise";
  const text = textOf(element);
  // Below an example, a tag without its own text belongs to the example. A tag with text is meant.
  const isPart = isPromise || name === "validated" || text === "";
  if (isPart && message.examples.has(element.block)) return "about";
  if (!isPromise && text !== "" && (isExample(text) || isNone(text))) return "about";
  const decoration = readDecoration(before);
  if (!decoration.isAll || !isTrailing(after)) {
    return isMention(element, decoration.isAll) ? "about" : "unread";
  }
  const isForeign = context === "fence" || context === "quote" || context === "html";
  if (isForeign || decoration.isQuoted) return "unread";
  switch (name) {
    case "promise":
      return isExactPromise(element, decoration, message) ? "said" : "unread";
    case "validated":
      return decoration.isOpenBox || DENIED.test(content ?? "") ? "unread" : "said";
    default:
      return content === null || text === "" ? "unread" : "said";
  }
}

/** Checks whether a tag within a text is only mentioned. A finding with a text is always meant. */
function isMention({ name, before, after, content, isInCode }: TagElement, isAtStart: boolean) {
  if (name === "promise") return isAtStart ? content !== null : isInCode || !isTrailing(after);
  if (name === "finding") return content === null && before.endsWith("`") && after.startsWith("`");
  return isInCode && !isAtStart;
}

/**
 * Checks whether a promise is exactly `<promise>TEXT</promise>`. List or bold marks around it are allowed
 * only at the end of the message.
 */
function isExactPromise(
  { before, after, content, context, ...element }: TagElement,
  { isCode, isOpenBox }: Decoration,
  { lastOtherLine }: Message,
): boolean {
  const isExact = element.opening === "<promise>" && element.closing === "</promise>" &&
    element.isAlone && element.line === element.lastLine && content !== null &&
    content.trim() !== "" && !hasControl(content);
  const isBare = before.trim() === "" && after.trim() === "";
  const isAtEnd = !isCode && !isOpenBox && isEmphasisOnly(after) && element.line > lastOtherLine;
  return isExact && context === "plain" && (isBare || isAtEnd);
}

function findLastOtherLine(
  lines: readonly MessageLine[],
  elements: readonly TagElement[],
): number {
  const own = new Set(elements.map(({ line }) => line));
  return lines.findLastIndex(({ text }, index) => text.trim() !== "" && !own.has(index));
}

function repeatsExample(element: TagElement): boolean {
  return element.name !== "promise" && textOf(element) !== "" && isExample(textOf(element));
}

/** Returns the text between the tags; for an unclosed tag, the rest of its line. */
function textOf({ content, after }: TagElement): string {
  return cleanText(content ?? after.replace(/[\s*_`|]+$/, ""));
}

function findingOf(element: TagElement): Finding {
  return { severity: readSeverity(element.attributes), text: textOf(element) };
}

/** Lists the unread tags. A kind of which only one counts is listed only if none of it was read. */
function listUnread(
  readings: readonly { readonly element: TagElement; readonly reading: TagReading }[],
  said: readonly TagElement[],
  lines: readonly MessageLine[],
): UnreadTag[] {
  const isSaid = (name: string) =>
    name !== "finding" && said.some((element) => element.name === name);
  return readings.filter(({ reading }) => reading === "unread").flatMap(({ element }) => {
    const { name: tag, line } = element;
    // A lost `worked` or `idea` does not matter for the end of a loop.
    if (tag === "worked" || tag === "idea" || isSaid(tag)) return [];
    return [{
      tag,
      line: shorten((lines[line]?.text ?? element.opening).trim(), UNREAD_CHARACTERS),
    }];
  }).slice(0, MOST_UNREAD);
}

/**
 * The tags in an agent's last message, in the forms in which models write them.
 *
 * A tag counts alone on its line; marks such as bullets and bold may be around it. A promise ends a loop, so only
 * its exact form counts, outside code. A tag in a fence, a quotation or a comment is what the agent shows
 * of others. What may be meant but does not count is reported as unread: then the agent is asked to write
 * it again, and no validation round closes, so that no finding is lost.
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

/** Unread tags that are reported, and characters of each line. */
const MOST_UNREAD = 5;
const UNREAD_CHARACTERS = 160;
/** A text of `validated` that denies it. */
const DENIED = /\b(?:no|not|false|cannot|can't|never|un\w+)\b/i;

/** The marker of a focus file, written into a message. */
const MARKER = /^[ \t>]*(?:[-*+]\s+)?[*_`]*\[[xX]\][*_`]*\s+[*_`]*TASK_COMPLETE[*_`.!]*\s*$/m;

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
  const { name, before, after, content, context } = element;
  const isPromise = name === "promise";
  const text = textOf(element);
  // Below an example of ours, a tag without a text of its own belongs to it. What has one is meant.
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

/** Checks whether a tag in the middle of a text is only named there. A finding with a text is always meant. */
function isMention({ name, before, after, content, isInCode }: TagElement, isAtStart: boolean) {
  if (name === "promise") return isAtStart ? content !== null : isInCode || !isTrailing(after);
  if (name === "finding") return content === null && before.endsWith("`") && after.startsWith("`");
  return isInCode && !isAtStart;
}

/** `<promise>TEXT</promise>`; with list or bold marks only at the end of the message. */
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

/** The checkbox that an item starts with. */
import { readCheck } from "./item_check.ts";
import { toPlainText } from "../markdown/inline.ts";
import { isStateName } from "./asides.ts";
import type { BoxKind, TaskItem, TaskState } from "./document.ts";
import { withoutParallelMark } from "./marks.ts";
import { readState } from "./state.ts";

/** The beginning of a list item, read as a checkbox. */
export interface Checkbox
  extends Pick<TaskItem, "state" | "source" | "text" | "title" | "command"> {
  /** The text between the brackets. */
  readonly sign: string;
  readonly kind: BoxKind;
  /** True if the item's own words name its state. */
  readonly isStated: boolean;
}

/** Spaces of any width. */
const BLANK = "[ \\t\\u00a0\\u2000-\\u200b\\u202f\\u3000]";
/** Signs of a finished item, including the Cyrillic and the full-width letter. */
const TICK = "[xXхХｘＸ√✓✔☑✅]\\ufe0f?";
/** Ticks in Korea and Israel. Elsewhere, they may be the "View" of a menu. */
const LETTER_TICK = /^[vV]$/;
/** Links, references and definitions are not boxes. */
const NO_LINK = "(?![(\\[:\\]])";
/** The form of nearly all boxes. */
const PLAIN = /^\[( |[xX])\] (?=\S)/;
/**
 * Space or words follow. Asian scripts write no space there, and a box without a space after it still
 * counts.
 */
const BOX = new RegExp(`^\\[([^[\\]\\n]{0,20})\\]${NO_LINK}\\s*(?=\\S)`, "u");
/** A box in emphasis: "**[ ]** Write it". */
const EMPHASIZED = /^(?:[*_]{1,3}|~~)(?=\[)/;
const EMPTY = new RegExp(`^${BLANK}{0,20}$`, "u");
const TICKED = new RegExp(`^${BLANK}?(?:${TICK}|done|completed?)${BLANK}?$`, "iu");
const OPEN = /^[~/!>]$/;
const SKIPPED = /^(?:[-–—]|skip|n\/a)$/i;
/** A box even outside of a list item: the source of a pattern for `iu`. */
export const SURE_BOX = `\\[(?:${BLANK}{1,5}|[~/]|${BLANK}?${TICK}${BLANK}?|-|skip)\\]`;
/** Boxes with words behind them, as the words of an item begin. */
const MORE_BOXES = new RegExp(`^(?:${SURE_BOX}\\s+)+(?=\\S)`, "iu");
const ONE_BOX = /\[([^\]]*)\]/g;
/**
 * A box that begins a line of prose, without a bullet, or with a bullet or number that did not begin a
 * list. Created lazily: compiling it takes as long as reading a plan of twenty items.
 */
const LOOSE =
  `^(?:(?:[-*+•‣▪◦–—]|-{2,3}|\\d{1,9}[.)]|[a-z][.)]|\\d{1,9}(?:\\.\\d{1,9})+[.)]?)[ \\t]*)?` +
  `((?:\\*\\*|__)?(?:${SURE_BOX}|\\[\\p{Extended_Pictographic}\\ufe0f?\\]${NO_LINK})` +
  "(?:(?:\\*\\*|__)?[ \\t]+|(?=[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}" +
  "\\u3000-\\u303f\\uff00-\\uffef*]))(?=\\S).*)$";
/**
 * Text that explains a box instead of naming a task ("[x] = done"), or tells the reader to write the
 * marker.
 */
const EXPLAINS = /^(?:=|:|→|->|means\b|[-–—] |\W*TASK_COMPLETE\b)|\[[ x~/-]\]/i;

/** Returns the state that a sign between brackets means by itself; null if it does not make a box. */
export function stateOfSign(sign: string): TaskState | null {
  return readSign(sign)?.state ?? null;
}

/**
 * Reads the checkbox of a list item.
 *
 * @param source The item's first paragraph as written, lines separated by a line feed.
 * @returns The task, or null if the item has no checkbox or no words after it.
 */
export function readCheckbox(source: string): Checkbox | null {
  const emphasis = EMPHASIZED.exec(source)?.[0] ?? "";
  if (source[emphasis.length] !== "[") return null;
  const boxed = source.slice(emphasis.length);
  const box = PLAIN.exec(boxed) ?? BOX.exec(boxed);
  if (!box) return null;
  const [opening, sign = ""] = box;
  const read = readSign(sign);
  if (read === null) return null;
  const rest = boxed.slice(opening.length);
  const words =
    (emphasis === "" || rest.startsWith(emphasis) ? rest.slice(emphasis.length) : emphasis + rest)
      .trim();
  if (words === "" || (emphasis !== "" || read.kind !== "known") && EXPLAINS.test(words)) {
    return null;
  }
  const { command, end } = readCheck(words);
  const task = words.slice(0, end);
  const written = toPlainText(task);
  const text = withoutParallelMark(written);
  if (emphasis !== "" && isStateName(text)) return null;
  const feed = task.indexOf("\n");
  const title = feed === -1 ? written : toPlainText(task.slice(0, feed));
  // A blank and a tick are unambiguous. Any other sign can be explained by words.
  const stated = isPlainSign(sign) ? null : readStatedState(text) ?? readStatedState(title);
  const state = stated ?? (read.state === "open" && isStruck(task) ? "skipped" : read.state);
  const isOpenBehind = read.kind === "known" && state !== "open" && hasOpenBox(words);
  return {
    state: isOpenBehind ? "open" : state,
    sign,
    isStated: stated !== null,
    kind: read.kind,
    source: words,
    text,
    title,
    ...(command === null ? {} : { command }),
  };
}

/** Checks whether the words behind a box begin with more boxes, one of which is open: "[x] [ ] Write it". */
function hasOpenBox(words: string): boolean {
  const boxes = MORE_BOXES.exec(words)?.[0] ?? "";
  if (boxes === "" || EXPLAINS.test(words.slice(boxes.length))) return false;
  return [...boxes.matchAll(ONE_BOX)].some(([, sign = ""]) => stateOfSign(sign) === "open");
}

/**
 * Reads the text between the brackets. Any sign other than done or skipped is open: an item that cannot be
 * understood is not finished.
 *
 * @returns Null for words of other kinds, such as a label.
 */
function readSign(sign: string): { readonly state: TaskState; readonly kind: BoxKind } | null {
  if (sign === "x" || sign !== " " && TICKED.test(sign)) return { state: "done", kind: "known" };
  if (sign === " " || EMPTY.test(sign) || OPEN.test(sign)) return { state: "open", kind: "known" };
  if (SKIPPED.test(sign)) return { state: "skipped", kind: "known" };
  if (LETTER_TICK.test(sign)) return { state: "done", kind: "letter" };
  const state = readState(sign);
  if (state !== null) return { state, kind: "state" };
  const words = sign.trim();
  if (!/[\p{L}\p{N}]/u.test(words)) {
    return /[`"'\\]/.test(words) ? null : { state: "open", kind: "state" };
  }
  return [...words].length === 1 ? { state: "open", kind: "letter" } : null;
}

/** Checks whether a sign has one meaning everywhere: a blank, and an `x`. */
export function isPlainSign(sign: string): boolean {
  return /^[xX]$/.test(sign) || EMPTY.test(sign);
}

/** Reads the state in brackets that ends an item: "(dropped)", "(in progress)". Words never tick a box. */
function readStatedState(text: string): TaskState | null {
  const named = /\(([^()\n]{1,100})\)[\s.]*$/.exec(text.slice(-200))?.[1];
  const state = named === undefined ? null : readState(named);
  return state === "done" ? null : state;
}

/** Checks whether all words of an item are struck out, except a remark in brackets. */
function isStruck(words: string): boolean {
  return /^~~[^~]+~~(?:\W*|[\s:–—-]*\([^()\n]{1,300}\)[\s.]*)$/.test(words);
}

/**
 * Finds the box and the words of a line that begins with a box but is not a list item in Markdown: it has
 * no bullet, or one that cannot begin a list there.
 *
 * @param line A line of a paragraph, without its indentation.
 * @returns Text for {@link readCheckbox}, or null.
 */
export function findLooseBox(line: string): string | null {
  const source = line.includes("[") ? new RegExp(LOOSE, "iu").exec(line)?.[1] : undefined;
  // "**[X] Exit**" is a choice of a menu.
  if (source === undefined || /^(?:\*\*|__)\[X\]/.test(source)) return null;
  const words = source.slice(source.indexOf("]") + 1).replace(/^[*_]{2}/, "").trimStart();
  return EXPLAINS.test(words) ? null : source;
}

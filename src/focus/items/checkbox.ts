/** The checkbox that an item starts with. */
import { readCheck } from "./item_check.ts";
import { toPlainText } from "../../markdown/inline.ts";
import type { TaskItem } from "./document.ts";

type Checkbox = Pick<TaskItem, "state" | "source" | "text" | "title" | "command">;

/** `[ ]`, `[x]`, `[-]`, and what else people write between the brackets. */
const SIGNS = "(?:[ \\t]{0,5}|[~/!>]|[ \\t]?([x✓✔☑✅])[ \\t]?|(-|skip|n/a))";
/**
 * Space or words follow; a link, a reference and a definition are not boxes. Asian scripts write no
 * space there, and a box without space behind it is still meant as one.
 */
const BOX = new RegExp(`^\\[${SIGNS}\\](?![(\\[:\\]])\\s*(?=\\S)`, "iu");
/** Nearly all of them. */
const PLAIN = /^\[(?: |([xX]))\] (?=\S)/;
/** A box that is one even where no list item begins: the source of a pattern for `iu`. */
export const SURE_BOX = "\\[(?:[ \\t]{1,5}|[~/]|[ \\t]?[x✓✔☑✅][ \\t]?|-|skip)\\]";
/** A box that begins a line of prose, with a bullet or number that began no list, or with none. */
const LOOSE = new RegExp(
  `^(?:(?:[-*+•‣▪◦–—]|\\d{1,9}[.)])[ \\t]*)?(${SURE_BOX}` +
    "(?:[ \\t]+|(?=[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}" +
    "\\u3000-\\u303f\\uff00-\\uffef*]))(?=\\S).*)$",
  "iu",
);
/** What explains a box instead of naming a task: "[x] = done"; or an instruction to write the marker. */
const EXPLAINS = /^(?:=|:|→|->|[-–—] |\W*TASK_COMPLETE\b)|\[[ x~/-]\]/i;

/**
 * Reads the checkbox of a list item.
 *
 * @param source The item's first paragraph as written, lines separated by a line feed.
 * @returns The task, or null where the item has no checkbox or no words after it.
 */
export function readCheckbox(source: string): Checkbox | null {
  if (source[0] !== "[") return null;
  const box = PLAIN.exec(source) ?? BOX.exec(source);
  if (!box) return null;
  const [opening, tick, skip] = box;
  const state = tick !== undefined ? "done" : skip !== undefined ? "skipped" : "open";
  const words = source.slice(opening.length).trim();
  const { command, end } = readCheck(words);
  const stated = words.slice(0, end);
  const text = toPlainText(stated);
  const feed = stated.indexOf("\n");
  const title = feed === -1 ? text : toPlainText(stated.slice(0, feed));
  return { state, source: words, text, title, ...(command === null ? {} : { command }) };
}

/**
 * The box and the words of a line that begins with a box and is not a list item to markdown: one
 * without a bullet, or with one that cannot begin a list there.
 *
 * @param line A line of a paragraph, without its indentation.
 * @returns What {@link readCheckbox} reads, or null.
 */
export function findLooseBox(line: string): string | null {
  const source = line.includes("[") ? LOOSE.exec(line)?.[1] : undefined;
  if (source === undefined) return null;
  return EXPLAINS.test(source.slice(source.indexOf("]") + 1).trimStart()) ? null : source;
}

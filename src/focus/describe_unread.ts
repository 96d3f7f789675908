/**
 * Says which lines of a plan look like items and are not read as such, before a loop works on it.
 *
 * @module
 */
import { readUnreadItems } from "./focus_file.ts";
import type { UnreadLine, UnreadWhy } from "./items/unread_items.ts";
import { showNames } from "../text/human_units.ts";

/** So many lines are named for each cause. */
const MAX_NAMED = 6;

const WHY: Record<UnreadWhy, string> = {
  code: "they are in a code block: take them out of it",
  indented: "they are indented like code: indent them less",
  quote: "they are in a quotation: remove the >",
  table: "they are in a table: write them as a list",
  sign: "the sign in the box is not known: use [ ], [x], [~] (in progress) or [-] (skipped)",
  "long-check": "its command is too long: put it into a script, and name the script",
  html: "they are in HTML or after a line that takes them in: put a blank line above them",
  check: "words follow the check: end the line with the closing backtick",
};

/**
 * Describes the lines, one sentence for each cause.
 *
 * @param path The plan; null where there is none.
 */
export async function describeUnreadItems(path: string | null): Promise<string[]> {
  if (path === null) return [];
  const byWhy = Map.groupBy(await readUnreadItems(path), ({ why }) => why);
  return [...byWhy].map(([why, unread]) => {
    const subject = why === "check" || why === "long-check"
      ? `The check in ${nameLines(unread)} of ${path} is not read`
      : `${nameLines(unread)} of ${path} look like items but are not read`;
    return `Warning: ${subject[0]!.toUpperCase()}${subject.slice(1)}: ${WHY[why]}`;
  });
}

function nameLines(unread: readonly UnreadLine[]): string {
  const named = unread.slice(0, MAX_NAMED).map(({ line }) => line);
  const rest = unread.length - named.length;
  const shown = showNames(rest > 0 ? [...named, `${rest} more`] : named);
  return `${unread.length === 1 ? "line" : "lines"} ${shown}`;
}

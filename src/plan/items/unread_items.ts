/**
 * Warns of what in a plan is not read, when a loop starts: lines that look like items of a checklist,
 * or the whole file.
 */
import { capitalize, showNames } from "../../text/human_units.ts";
import type { UnreadLine, UnreadWhy } from "./document.ts";
import { readFocusFile } from "./read_document.ts";

/** Lines that are named for each cause. */
const MAX_NAMED = 6;

/** Why lines are not read, and what to do: of one line, or of several. */
const WHY: Record<UnreadWhy, readonly [one: string, several: string]> = {
  code: [
    "it is in a code block: take it out of it",
    "they are in a code block: take them out of it",
  ],
  unclosed: [
    "it is below a code block that does not end: close the block above it",
    "they are below a code block that does not end: close the block above them",
  ],
  indented: [
    "it is indented like code: indent it less",
    "they are indented like code: indent them less",
  ],
  quote: ["it is in a quotation: remove the >", "they are in a quotation: remove the >"],
  table: ["it is in a table: write it as a list", "they are in a table: write them as a list"],
  sign: unknownSign(),
  "long-check": [
    "its command is too long: put it into a script, and name the script",
    "their commands are too long: put them into scripts, and name the scripts",
  ],
  html: [
    "it is in HTML or after a line that takes it in: put a blank line above it",
    "they are in HTML or after a line that takes them in: put a blank line above them",
  ],
  check: [
    "words follow the check: end the line with the closing backtick",
    "words follow the check: end the line with the closing backtick",
  ],
};

function unknownSign(): readonly [string, string] {
  const how = "use [ ], [x], [~] (in progress) or [-] (skipped)";
  return [
    `the sign in the box is not known: ${how}`,
    `the signs in the boxes are not known: ${how}`,
  ];
}

/**
 * Describes the lines, one sentence for each cause.
 *
 * @param path The plan; null for none.
 */
export async function describeUnreadItems(path: string | null): Promise<string[]> {
  if (path === null) return [];
  const { problems, readable, unread } = await readFocusFile(path);
  if (!readable) return [`Warning: ${path} is not read: ${problems[0]}`];
  const byWhy = Map.groupBy(unread, ({ why }) => why);
  return [...byWhy].map(([why, unread]) => describe(why, unread, path));
}

function describe(why: UnreadWhy, unread: readonly UnreadLine[], path: string): string {
  const named = `${nameLines(unread)} of ${path}`;
  const isOne = unread.length === 1;
  const subject = why === "check" || why === "long-check"
    ? isOne ? `the check in ${named} is not read` : `the checks in ${named} are not read`
    : isOne
    ? `${named} looks like an item but is not read`
    : `${named} look like items but are not read`;
  return `Warning: ${capitalize(subject)}: ${WHY[why][isOne ? 0 : 1]}`;
}

function nameLines(unread: readonly UnreadLine[]): string {
  const named = unread.slice(0, MAX_NAMED).map(({ line }) => line);
  const rest = unread.length - named.length;
  const shown = showNames(rest > 0 ? [...named, `${rest} more`] : named);
  return `${unread.length === 1 ? "line" : "lines"} ${shown}`;
}

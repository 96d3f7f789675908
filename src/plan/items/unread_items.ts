/**
 * Warns at the start of a loop about parts of a plan that are not read: lines that look like items of a
 * checklist, or the whole file.
 */
import { capitalize, showNames } from "../../text/human_units.ts";
import { UNREAD, type UnreadLine, type UnreadWhy } from "./document.ts";
import { readFocusFile } from "./read_document.ts";

/** Maximum number of lines to name per cause. */
const MAX_NAMED = 6;

/**
 * Describes the lines, one sentence per cause.
 *
 * @param path The plan; null without one.
 */
export function describeUnreadItems(path: string | null): string[] {
  if (path === null) return [];
  const { problems, readable, unread } = readFocusFile(path);
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
  return `Warning: ${capitalize(subject)}: ${UNREAD[why]}`;
}

function nameLines(unread: readonly UnreadLine[]): string {
  const named = unread.slice(0, MAX_NAMED).map(({ line }) => line);
  const rest = unread.length - named.length;
  const shown = showNames(rest > 0 ? [...named, `${rest} more`] : named);
  return `${unread.length === 1 ? "line" : "lines"} ${shown}`;
}

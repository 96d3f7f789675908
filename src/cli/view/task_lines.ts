/** Shortens tasks, items and paths for people to read in a line. */
import { relative } from "@std/path";
import { oneLine } from "../../text/shorten.ts";

/** Maximum length of a shown task or item, in characters. */
const MOST_CHARACTERS = 200;

/** Shortens a text to one line; an ellipsis replaces the rest. */
export function shortenLine(text: string, most = MOST_CHARACTERS): string {
  return oneLine(text, most);
}

/**
 * Shortens a path to the form that a person in the project would use.
 *
 * @param path An absolute path.
 *
 * @example Inside and outside
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(shortenPath("/work/docs/PLAN.md", "/work"), "docs/PLAN.md");
 * assertEquals(shortenPath("/other/PLAN.md", "/work"), "/other/PLAN.md");
 * ```
 */
export function shortenPath(path: string, project: string): string {
  const inside = relative(project, path);
  return inside === "" || inside.startsWith("..") ? path : inside;
}

/**
 * Replaces the home folder by `~` in a text.
 *
 * @param home The home folder; null leaves the text unchanged.
 *
 * @example Only whole folders
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(shortenHome("in /home/dev/a, /home/dev2/b", "/home/dev"), "in ~/a, /home/dev2/b");
 * ```
 */
export function shortenHome(text: string, home: string | null): string {
  if (home === null || home === "/") return text;
  return text.replaceAll(`${home}/`, "~/").replaceAll(`${home}"`, '~"');
}

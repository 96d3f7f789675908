/** Finds what a word of a shell names: a path, or the pattern of many. */
import { attempt } from "../error.ts";
import { resolve } from "../system/path.ts";
import { resolvePath } from "../store/project.ts";
import { MAX_PATH, type Named } from "./_control_files.ts";
import { UNKNOWN, unquote } from "./_split.ts";

/** More wildcards in one word are not compared. */
const MOST_WILDCARDS = 6;

/** A sign that stands for others. */
export const WILD = new RegExp(`[*?[{${UNKNOWN}]`);
const PLAIN_PART = new RegExp(`^(?:\\\\[^]|[^\\\\*?[{${UNKNOWN}])*`);

/** Finds what an expanded word names; null if it does not say that. */
export function locate(word: string, cwd: string | null, followsLast: boolean): Named | null {
  const [head = ""] = PLAIN_PART.exec(word) ?? [];
  const isPlain = head.length === word.length;
  const text = unquote(isPlain ? head : head.slice(0, head.lastIndexOf("/") + 1));
  if (word.length > MAX_PATH || (isPlain ? text === "" : head === "" && word.startsWith(UNKNOWN))) {
    return null;
  }
  if (cwd === null && !text.startsWith("/") || text.startsWith("/dev/")) return null;
  const follows = followsLast || !isPlain || text.endsWith("/");
  const path = resolvePath(resolve(cwd ?? "/", text), follows);
  const glob = word.slice(head.lastIndexOf("/") + 1).replace(/\/+$/, "");
  return { path, pattern: isPlain ? null : compilePattern(path, glob) };
}

/** Matches nothing: the folder alone is known. */
const NO_PATH = /(?!)/;
const PATTERN_SIGNS = new Map([["?", "[^/]"], ["{", "(?:"], [",", "|"], ["}", ")"]]);

/** Compiles a pattern of the shell below a folder. @param between What may be in between, as a pattern. */
export function compilePattern(folder: string, glob: string, between = ""): RegExp {
  if (glob.includes(UNKNOWN) || glob.split(/[*?[{]/).length - 1 > MOST_WILDCARDS) return NO_PATH;
  let source = "";
  for (const [part] of glob.matchAll(/\\[^]|\*+|\[[!^]?\]?[^\]/]*\]|[^]/g)) {
    // A wildcard does not stand for the dot of a hidden file.
    if (/^[*?]|^\[./.test(part) && /(^|\/)$/.test(source)) source += "(?!\\.)";
    if (part.startsWith("*")) source += "[^/]*";
    else if (/^\[./.test(part)) source += part.replace(/^\[!/, "[^").replace(/\\(?![\]\\])/g, "");
    else source += PATTERN_SIGNS.get(part) ?? RegExp.escape(unquote(part));
  }
  const base = folder === "/" ? "" : RegExp.escape(folder);
  return attempt(() => new RegExp(`^${base}/${between}${source}$`, "i")) ?? NO_PATH;
}

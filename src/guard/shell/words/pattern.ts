/**
 * Shell patterns: matches a name, and expands a path against the disk as bash does.
 *
 * In a pattern, characters that were quoted are escaped by a backslash.
 *
 * @module
 */
import type { LineDisk } from "../../_line_disk.ts";
import { joinPath } from "../../_paths.ts";

/** Maximum number of paths that a pattern is expanded to. */
const MAX_PATHS = 20_000;
/** Maximum number of stars in a pattern; matching more may take too long. */
const MAX_STARS = 8;

/** Options of `shopt` for patterns. */
export interface GlobOptions {
  readonly dotglob: boolean;
  readonly nocaseglob: boolean;
}

/** Escapes the characters that have a meaning in patterns. */
export function escapePattern(text: string): string {
  return text.replace(/[\\*?[\]!@+()|]/g, "\\$&");
}

/** Removes the backslashes that escape characters of a pattern. */
export function unescapePattern(pattern: string): string {
  return pattern.replace(/\\([^])/g, "$1");
}

/** Whether a pattern has characters that match more than themselves. */
export function hasMagic(pattern: string): boolean {
  return /[*?[]|[?*+@!]\(/.test(pattern.replace(/\\[^]/g, ""));
}

/**
 * Compiles a pattern to a test for one name (or, with `crossesSlashes`, any text).
 *
 * @param options `ignoresCase` as for `find -iname`; `whenUnclear` is the answer for a pattern that
 *   is too long or invalid.
 *
 * @example A name with any end
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(compilePattern("loop-*").test("loop-enabled"), true);
 * assertEquals(compilePattern("loop-*").test("loop-a/b"), false);
 * ```
 */
export function compilePattern(
  pattern: string,
  { crossesSlashes = false, ignoresCase = false, whenUnclear = true } = {},
): RegExp {
  const unclear = whenUnclear ? /^/ : /(?!)/;
  if ((pattern.match(/\*+/g)?.length ?? 0) > MAX_STARS) return unclear;
  const any = crossesSlashes ? "[^]" : "[^/]";
  try {
    return new RegExp(`^${translate(pattern, any)}$`, ignoresCase ? "iu" : "u");
  } catch {
    return unclear;
  }
}

/** An escaped sign, a class, the begin of a list of patterns, and the other signs with a meaning. */
const TOKENS =
  /\\([^])|\[([!^]?)(\]?(?:\\[^]|\[:\w+:\]|[^\]\\])*)\]|([?*+@!])\(|(\*+)|(\?)|([|)])|[^]/gu;
const CLASSES: Readonly<Record<string, string>> = {
  alpha: "a-zA-Z",
  digit: "0-9",
  alnum: "a-zA-Z0-9",
  lower: "a-z",
  upper: "A-Z",
  punct: "!-\\/:-@\\[-`{-~",
  space: "\\s",
  word: "\\w",
};

/** Translates a pattern to the source of a regular expression, in which `any` is any character. */
function translate(pattern: string, any: string): string {
  const closings: string[] = [];
  return pattern.replace(TOKENS, (sign, escaped, negation, body, list, stars, one, end) => {
    if (body !== undefined) return `[${negation === "" ? "" : "^/"}${translateClass(body)}]`;
    if (stars !== undefined) return `${any}*`;
    if (one !== undefined) return any;
    if (list !== undefined) {
      closings.push(list === "!" ? `)$)${any}*` : `)${list === "@" ? "" : list}`);
      return list === "!" ? "(?!(?:" : "(?:";
    }
    if (end !== undefined && closings.length > 0) return end === "|" ? "|" : closings.pop() ?? "";
    return (escaped ?? sign).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  });
}

function translateClass(body: string): string {
  return body.replace(
    /\[:(\w+):\]|\\?([\\\][^])|\\([^])/gu,
    (_all, name, special, other) =>
      name !== undefined ? CLASSES[name] ?? "" : special !== undefined ? `\\${special}` : other,
  );
}

/**
 * Lists the existing paths that match a pattern, as bash does: names that begin with a dot match
 * only where the pattern does too.
 *
 * @param cwd Absolute folder of a relative pattern.
 * @returns The arguments of the command; undefined where nothing matches, and "too many" where they
 *   are not listed.
 */
export function expandGlob(
  pattern: string,
  cwd: string,
  disk: LineDisk,
  options: GlobOptions,
): string[] | "too many" | undefined {
  const parts = pattern.split("/");
  let paths = [pattern.startsWith("/") ? "/" : ""];
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    if (part === "" && !isLast) continue;
    const next: string[] = [];
    for (const path of paths) {
      for (const name of listNames(part, joinPath(cwd, path), disk, options)) {
        const matched = path === "" || path.endsWith("/") ? path + name : `${path}/${name}`;
        const here = joinPath(cwd, matched);
        // A name from a listing exists; a literal name may not.
        const exists = isLast
          ? hasMagic(part) || name === "" || disk.exists(disk.resolve(here, false))
          : disk.isFolder(here);
        if (exists) next.push(matched);
        if (next.length > MAX_PATHS) return "too many";
      }
    }
    paths = next;
  }
  return paths.length === 0 ? undefined : paths;
}

/** Lists the names in a folder that match one part of a pattern. */
function listNames(
  part: string,
  folder: string,
  disk: LineDisk,
  options: GlobOptions,
): readonly string[] {
  if (!hasMagic(part)) return [unescapePattern(part)];
  // Only a literal dot matches a leading dot, also in `@(.a|b)`; `!(a)` does not.
  const seesDots = options.dotglob || /^(\\?\.|[?*+@]\(([^)]*\|)?\\?\.)/.test(part);
  const test = compilePattern(part, { ignoresCase: options.nocaseglob });
  return disk.names(folder).filter((name) => (seesDots || !name.startsWith(".")) && test.test(name))
    .toSorted();
}

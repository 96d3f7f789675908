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

function translate(pattern: string, any: string): string {
  let source = "";
  const closings: string[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] as string;
    const next = pattern[at + 1];
    if (character === "\\") {
      source += quote(next ?? "\\");
      at++;
    } else if ("?*+@!".includes(character) && next === "(") {
      source += character === "!" ? "(?!(?:" : "(?:";
      closings.push(character === "!" ? `)$)${any}*` : `)${character === "@" ? "" : character}`);
      at++;
    } else if (character === "|" && closings.length > 0) source += "|";
    else if (character === ")" && closings.length > 0) source += closings.pop();
    else if (character === "*") {
      source += `${any}*`;
      while (pattern[at + 1] === "*") at++;
    } else if (character === "?") source += any;
    else if (character === "[") {
      const end = findClassEnd(pattern, at);
      if (end < 0) source += "\\[";
      else {
        source += translateClass(pattern.slice(at + 1, end));
        at = end;
      }
    } else source += quote(character);
  }
  return source;
}

function quote(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function findClassEnd(pattern: string, start: number): number {
  let at = start + 1;
  if (pattern[at] === "!" || pattern[at] === "^") at++;
  if (pattern[at] === "]") at++;
  for (; at < pattern.length; at++) {
    if (pattern[at] === "\\") at++;
    else if (pattern.startsWith("[:", at)) at = Math.max(at, pattern.indexOf(":]", at) + 1);
    else if (pattern[at] === "]") return at;
  }
  return -1;
}

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

function translateClass(body: string): string {
  const isNegated = /^[!^]/.test(body);
  const inner = body.slice(isNegated ? 1 : 0)
    .replace(
      /\[:(\w+):\]|\\?([\\\][^])|\\([^])/gu,
      (_all, name, character, other) =>
        name !== undefined
          ? CLASSES[name] ?? ""
          : character !== undefined
          ? `\\${character}`
          : other,
    );
  return `[${isNegated ? "^/" : ""}${inner}]`;
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

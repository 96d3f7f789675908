/**
 * Shell patterns: matching one name, and expanding a path against the disk as bash does.
 *
 * A pattern is a text in which signs that were quoted are escaped by a backslash.
 *
 * @module
 */
import type { LineDisk } from "../../_line_disk.ts";
import { joinPath } from "../../_paths.ts";

/** A pattern that stands for more paths than this is not expanded. */
const MAX_PATHS = 20_000;
/** Patterns with more stars than this could take for ever. */
const MAX_STARS = 8;

/** What `shopt` changes about patterns. */
export interface GlobOptions {
  readonly dotglob: boolean;
  readonly nocaseglob: boolean;
}

/** Escapes what a pattern would take for a sign of its own. */
export function escapePattern(text: string): string {
  return text.replace(/[\\*?[\]!@+()|]/g, "\\$&");
}

/** Takes the escapes out again. */
export function unescapePattern(pattern: string): string {
  return pattern.replace(/\\([^])/g, "$1");
}

/** Whether a pattern has signs that match more than themselves. */
export function hasMagic(pattern: string): boolean {
  return /[*?[]|[?*+@!]\(/.test(pattern.replace(/\\[^]/g, ""));
}

/**
 * Makes a test for one name (or, with `crossesSlashes`, a whole text) against a pattern.
 *
 * @param options `ignoresCase` as for `find -iname`; `whenUnclear` is the answer where a pattern is
 *   too long or broken.
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
    const sign = pattern[at] as string;
    const next = pattern[at + 1];
    if (sign === "\\") {
      source += quote(next ?? "\\");
      at++;
    } else if ("?*+@!".includes(sign) && next === "(") {
      source += sign === "!" ? "(?!(?:" : "(?:";
      closings.push(sign === "!" ? `)$)${any}*` : `)${sign === "@" ? "" : sign}`);
      at++;
    } else if (sign === "|" && closings.length > 0) source += "|";
    else if (sign === ")" && closings.length > 0) source += closings.pop();
    else if (sign === "*") {
      source += `${any}*`;
      while (pattern[at + 1] === "*") at++;
    } else if (sign === "?") source += any;
    else if (sign === "[") {
      const end = findClassEnd(pattern, at);
      if (end < 0) source += "\\[";
      else {
        source += translateClass(pattern.slice(at + 1, end));
        at = end;
      }
    } else source += quote(sign);
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
      (_all, name, sign, other) =>
        name !== undefined ? CLASSES[name] ?? "" : sign !== undefined ? `\\${sign}` : other,
    );
  return `[${isNegated ? "^/" : ""}${inner}]`;
}

/**
 * Lists the existing paths that a pattern stands for, as bash does: names that begin with a dot only
 * where the pattern does too.
 *
 * @param cwd Absolute folder that a relative pattern starts from.
 * @returns The paths as the command would get them; undefined where nothing matches, and "too many"
 *   where they are not listed.
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
        const whole = path === "" || path.endsWith("/") ? path + name : `${path}/${name}`;
        const here = joinPath(cwd, whole);
        // What a listing gave exists; what was written out has to be looked for.
        const exists = isLast
          ? hasMagic(part) || name === "" || disk.exists(disk.resolve(here, false))
          : disk.isFolder(here);
        if (exists) next.push(whole);
        if (next.length > MAX_PATHS) return "too many";
      }
    }
    paths = next;
  }
  return paths.length === 0 ? undefined : paths;
}

/** The names in a folder that one part of a pattern stands for. */
function listNames(
  part: string,
  folder: string,
  disk: LineDisk,
  options: GlobOptions,
): readonly string[] {
  if (!hasMagic(part)) return [unescapePattern(part)];
  // A leading dot is matched by a dot that is written out, also in `@(.a|b)`; never by `!(a)`.
  const seesDots = options.dotglob || /^(\\?\.|[?*+@]\(([^)]*\|)?\\?\.)/.test(part);
  const test = compilePattern(part, { ignoresCase: options.nocaseglob });
  return disk.names(folder).filter((name) => (seesDots || !name.startsWith(".")) && test.test(name))
    .toSorted();
}

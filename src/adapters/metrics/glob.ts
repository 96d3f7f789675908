/**
 * Glob patterns against a project's folders: `*`, `?`, `[a-z]`, `{a,b}` within a name, `**` for any
 * folders. Hidden names only match patterns that begin with a dot. Not for hooks.
 */
import { walkSync } from "@std/fs";
import { join } from "@std/path";
import { attempt } from "../../error.ts";
import { hash32 } from "../../store/files/file_name.ts";
import { infoOf } from "../../store/files/presence.ts";

/** Files that a walk visits at most, even from the root of a disk. */
const MOST_FILES_SEEN = 100_000;
/** More stars in a name could take extremely long to match. */
const MOST_STARS = 8;
/** Folders without results. */
const NEVER = "(?:\\.git|node_modules|__pycache__|\\.venv)";

/** A special character of a pattern or an expression, or a character set. */
const SIGN = /\*+|\[([!^]?)([^\]]+)\]|[?{},.+^$()|\\[\]]/g;
const MEANINGS: Readonly<Record<string, string>> = { "?": "[^/]", "{": "(?:", "}": ")" };

/** Whether a pattern can be read, and stays inside the project. */
export function isGlob(pattern: string): boolean {
  const names = namesOf(pattern);
  return names.length > 0 && !/^(?:[/\\~]|[A-Za-z]:)/.test(pattern) && !names.includes("..") &&
    names.every((name) => (name.match(/\*/g)?.length ?? 0) <= MOST_STARS) &&
    attempt(() => expressionOf(names)) !== null;
}

/** Finds the files that a valid pattern matches: paths from the root, with `/`. */
export function findByGlob(root: string, pattern: string): string[] {
  const names = namesOf(pattern);
  const expression = expressionOf(names);
  const fixed = names.slice(0, -1).findIndex((name) => /[*?[\]{}]/.test(name));
  const folder = names.slice(0, fixed < 0 ? -1 : fixed);
  const maxDepth = names.includes("**") ? Infinity : names.length - folder.length;
  const skip = [new RegExp(`^${RegExp.escape(root)}/(?:.*/)?${NEVER}$`)];
  const walk = () => {
    const files = walkSync(join(root, ...folder), { includeDirs: false, maxDepth, skip });
    return Iterator.from(files).take(MOST_FILES_SEEN).toArray();
  };
  return (attempt(walk) ?? []).map(({ path }) => path.slice(root.length + 1))
    .filter((path) => expression.test(path)).sort();
}

/**
 * Fingerprints files without reading them.
 *
 * @param globs Valid patterns.
 * @returns A digest of paths, sizes and times.
 */
export function fingerprintFiles(root: string, globs: readonly string[]): string {
  const lines = globs.flatMap((glob) => findByGlob(root, glob)).flatMap((path) => {
    const info = infoOf(join(root, path));
    return info?.isFile ? [`${path} ${info.size} ${info.mtime?.getTime()}`] : [];
  });
  const text = lines.join("\n");
  return `${lines.length}:${hash32(text)}${hash32(`${text}~`)}`;
}

function namesOf(pattern: string): string[] {
  const names = pattern.trim().split("/").filter((name) => name !== "" && name !== ".");
  // A trailing `**` matches every file below.
  return names.at(-1) === "**" ? [...names, "*"] : names;
}

function expressionOf(names: readonly string[]): RegExp {
  const parts = names.map((name, index) =>
    name === "**" ? "(?:[^/.][^/]*/)*" : `${sourceOf(name)}${index === names.length - 1 ? "" : "/"}`
  );
  return new RegExp(`^${parts.join("")}$`, "u");
}

function sourceOf(name: string): string {
  let depth = 0;
  const source = name.replace(SIGN, (sign, negation?: string, set?: string) => {
    if (set !== undefined) return `[${negation ? "^" : ""}${set.replace(/[\\[^]/g, "\\$&")}]`;
    if (sign === "{") depth++;
    if (sign === "}") depth--;
    if (sign === ",") return depth > 0 ? "|" : ",";
    return sign[0] === "*" ? "[^/]*" : MEANINGS[sign] ?? `\\${sign}`;
  });
  return `${/^[*?[]/.test(name) ? "(?!\\.)" : ""}${source}`;
}

/**
 * Glob patterns against a project's folders: `*`, `?`, `[a-z]`, `{a,b}` within a name, `**` for any
 * folders. Hidden names only match patterns that begin with a dot. Not for hooks.
 */
import { join } from "@std/path";
import { attempt } from "../../error.ts";
import { hash32 } from "../../store/files/file_name.ts";
import { infoOf } from "../../store/files/presence.ts";

/** Maximum number of entries that a walk visits, even from the root of a disk. */
const MOST_ENTRIES_SEEN = 100_000;
/** Maximum number of stars in a name: more could take extremely long to match. */
const MOST_STARS = 8;
/** Folders without results. */
const NEVER = ["node_modules", "__pycache__"];
/** A name with one of these is a pattern. */
const SPECIAL = /[*?[\]{}]/;

/** A special character of a pattern or an expression, or a character set. */
const SIGN = /\*+|\[([!^]?)([^\]]+)\]|[?{},.+^$()|\\[\]]/g;
const MEANINGS: Readonly<Record<string, string>> = { "?": "[^/]", "{": "(?:", "}": ")" };

/** Checks whether a pattern is valid, and stays inside the project. */
export function isGlob(pattern: string): boolean {
  const names = namesOf(pattern);
  return names.length > 0 && !/^(?:[/\\~]|[A-Za-z]:)/.test(pattern) && !names.includes("..") &&
    names.every((name) => (name.match(/\*/g)?.length ?? 0) <= MOST_STARS) &&
    attempt(() => names.map(expressionOf)) !== null;
}

/** Finds the files that a valid pattern matches: paths from the root, with `/`. */
export function findByGlob(root: string, pattern: string): string[] {
  let left = MOST_ENTRIES_SEEN;
  // A folder that cannot be read must not hide files elsewhere.
  const list = (folder: string) =>
    attempt(() => Iterator.from(Deno.readDirSync(join(root, folder))).take(left).toArray()) ?? [];
  const expand = (folder: string, [name, ...rest]: readonly string[]): string[] => {
    if (name === undefined) return [folder];
    const enter = (entry: string, names: readonly string[]) =>
      expand(folder === "" ? entry : `${folder}/${entry}`, names);
    if (!SPECIAL.test(name)) return enter(name, rest);
    const entries = list(folder);
    left -= entries.length;
    if (name === "**") {
      // Links are not followed, since they may form a cycle.
      const below = entries.filter((entry) =>
        entry.isDirectory && !entry.name.startsWith(".") && !NEVER.includes(entry.name)
      );
      return [
        ...expand(folder, rest),
        ...below.flatMap((entry) => enter(entry.name, [name, ...rest])),
      ];
    }
    const expression = expressionOf(name);
    return entries.filter((entry) =>
      expression.test(entry.name) && (rest.length === 0 || !entry.isFile)
    )
      .flatMap((entry) => enter(entry.name, rest));
  };
  const isFile = (path: string) => infoOf(join(root, path))?.isDirectory === false;
  return [...new Set(expand("", namesOf(pattern)))].filter(isFile).sort();
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
  const names = pattern.trim().split("/").filter((name, index, all) =>
    name !== "" && name !== "." && !(name === "**" && all[index - 1] === "**")
  );
  // A trailing `**` matches every file below.
  return names.at(-1) === "**" ? [...names, "*"] : names;
}

function expressionOf(name: string): RegExp {
  let depth = 0;
  const source = name.replace(SIGN, (sign, negation?: string, set?: string) => {
    if (set !== undefined) return `[${negation ? "^" : ""}${set.replace(/[\\[^]/g, "\\$&")}]`;
    if (sign === "{") depth++;
    if (sign === "}") depth--;
    if (sign === ",") return depth > 0 ? "|" : ",";
    return sign[0] === "*" ? "[^/]*" : MEANINGS[sign] ?? `\\${sign}`;
  });
  return new RegExp(`^${/^[*?[]/.test(name) ? "(?!\\.)" : ""}${source}$`, "u");
}

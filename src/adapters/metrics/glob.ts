/**
 * Glob patterns against a project's folders: `*`, `?`, `[a-z]`, `{a,b}` within a name, `**` for any
 * folders. Hidden names only match patterns that begin with a dot.
 *
 * No library: those that walk need a `node:` module, and a hook would pay for it, while `walk` of
 * `@std/fs` lists every folder of the tree. A pattern's fixed names are joined here, never listed, so
 * ten thousand run folders are one listing.
 */
import { join } from "../../system/path.ts";
import { hash32 } from "../../store/files/file_name.ts";
import { infoOf } from "../../store/files/presence.ts";

/** Entries that a walk visits at most, even from the root of a disk. */
const MOST_ENTRIES_SEEN = 100_000;
/** More stars in a name could take extremely long to match. */
const MOST_STARS = 8;
/** Folders that `**` never enters, since they contain no results. */
const NEVER: ReadonlySet<string> = new Set([".git", "node_modules", "__pycache__", ".venv"]);

/** A special character of a pattern or an expression, or a character set. */
const SIGN = /\*+|\[([!^]?)([^\]]+)\]|[?{},.+^$()|\\[\]]/g;
const MEANINGS: Readonly<Record<string, string>> = { "?": "[^/]", "{": "(?:", "}": ")" };

/**
 * Finds what is wrong with a pattern.
 *
 * @returns The end of "should be …"; null for a valid pattern.
 */
export function faultOfGlob(pattern: string): string | null {
  if (pattern.trim() === "") return "a pattern that is not empty";
  if (/^(?:[/\\~]|[A-Za-z]:)/.test(pattern)) return "a pattern from the project's root";
  const names = namesOf(pattern);
  if (names.includes("..")) return "a pattern that stays inside the project";
  if (names.some((name) => name !== "**" && (name.match(/\*/g)?.length ?? 0) > MOST_STARS)) {
    return `a pattern with at most ${MOST_STARS} stars in one name`;
  }
  try {
    names.forEach(stepOf);
    return null;
  } catch {
    return "a pattern whose brackets are closed";
  }
}

/**
 * Finds what a pattern matches.
 *
 * @param root The folder that the pattern starts from, absolute.
 * @param pattern A valid pattern.
 * @param mostSeen Entries to visit, at most; the walk ends there.
 * @returns Paths from the root with `/`; a path whose last names are fixed may not exist.
 */
export function findByGlob(
  root: string,
  pattern: string,
  mostSeen: number = MOST_ENTRIES_SEEN,
): string[] {
  const names = namesOf(pattern);
  const steps = names.map(stepOf);
  // From here on all names are fixed: only join them.
  const fixedFrom = steps.findLastIndex((step) => step !== null) + 1;
  const tail = names.slice(fixedFrom).map((name) => `/${name}`).join("");
  let left = mostSeen;
  const list = (folder: string, isMeant: (entry: Deno.DirEntry) => boolean): string[] => {
    const found: string[] = [];
    try {
      for (const entry of Deno.readDirSync(join(root, folder))) {
        if (--left < 0) break;
        if (isMeant(entry)) found.push(entry.name);
      }
    } catch {
      // The folder does not exist.
    }
    return found.sort();
  };
  const expand = (folder: string, index: number): string[] => {
    const at = (name: string) => folder === "" ? name : `${folder}/${name}`;
    if (index >= fixedFrom) return [`${folder}${tail}`.replace(/^\//, "")];
    const step = steps[index] ?? null;
    if (step === null) return expand(at(names[index]!), index + 1);
    if (step === "any folders") {
      // Links are not followed, since they may form a cycle.
      const isEntered = ({ name, isDirectory }: Deno.DirEntry) =>
        isDirectory && !NEVER.has(name) && !name.startsWith(".");
      const here = expand(folder, index + 1);
      return [...here, ...list(folder, isEntered).flatMap((name) => expand(at(name), index))];
    }
    const isLast = index === names.length - 1;
    return list(folder, ({ name, isFile }) => (isLast || !isFile) && step.test(name))
      .flatMap((name) => expand(at(name), index + 1));
  };
  return [...new Set(expand("", 0))];
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
  const names = pattern.split("/")
    .filter((name, index, all) =>
      name !== "" && name !== "." && !(name === "**" && all[index - 1] === "**")
    );
  // A trailing `**` matches every file below.
  return names.at(-1) === "**" ? [...names, "*"] : names;
}

/** Null for a fixed name. */
function stepOf(name: string): RegExp | "any folders" | null {
  if (name === "**") return "any folders";
  if (!/[*?[\]{}]/.test(name)) return null;
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

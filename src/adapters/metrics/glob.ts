/**
 * Glob patterns against a project's folders: `*`, `?`, `[a-z]`, `{a,b}` within a name, `**` for any
 * folders. A name that begins with a point is only matched by a pattern that does.
 *
 * No library: those that walk need a `node:` module, and a hook would pay for it, while `walk` of
 * `@std/fs` lists every folder of the tree. A pattern's fixed names are joined here, never listed, so
 * ten thousand run folders are one listing.
 *
 * @module
 */
import { join } from "../../path/path.ts";

/** Where a walk ends, even in the root of a disk. */
const MOST_ENTRIES_SEEN = 100_000;
/** More stars in one name could take for ever to match. */
const MOST_STARS = 8;
/** Folders that `**` never enters: nobody's results lie there. */
const NEVER: ReadonlySet<string> = new Set([".git", "node_modules", "__pycache__", ".venv"]);

/** A sign of a pattern or of an expression, or a set of letters. */
const SIGN = /\*+|\[([!^]?)([^\]]+)\]|[?{},.+^$()|\\[\]]/g;
const MEANINGS: Readonly<Record<string, string>> = { "?": "[^/]", "{": "(?:", "}": ")" };

/** What a walk found. */
interface GlobFound {
  /** Paths from the root with `/`; a path whose last names are fixed may not exist. */
  readonly paths: readonly string[];
  /** Folders that were listed, from the root: while they stay as they are, so do the paths. */
  readonly folders: readonly string[];
  /** Whether the walk ended at its bound. */
  readonly isCut: boolean;
}

/**
 * What is wrong with a pattern.
 *
 * @param pattern As it was written.
 * @returns The end of "should be …"; null where it can be used.
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
 * @param pattern One that has no fault.
 * @param mostSeen Entries that are looked at, at most.
 * @returns Paths in the order of their names, folder by folder.
 */
export function findByGlob(
  root: string,
  pattern: string,
  mostSeen: number = MOST_ENTRIES_SEEN,
): GlobFound {
  const names = namesOf(pattern);
  const steps = names.map(stepOf);
  // From here on all names are fixed, so what is found so far is joined with them and done.
  const fixedFrom = steps.findLastIndex((step) => step !== null) + 1;
  const tail = names.slice(fixedFrom).map((name) => `/${name}`).join("");
  const folders = new Set<string>();
  let left = mostSeen;
  const list = (folder: string, isMeant: (entry: Deno.DirEntry) => boolean): string[] => {
    const found: string[] = [];
    folders.add(folder);
    try {
      for (const entry of Deno.readDirSync(join(root, folder))) {
        if (--left < 0) break;
        if (isMeant(entry)) found.push(entry.name);
      }
    } catch {
      // No such folder: nothing matches in it.
    }
    return found.sort();
  };
  const expand = (folder: string, index: number): string[] => {
    const at = (name: string) => folder === "" ? name : `${folder}/${name}`;
    if (index >= fixedFrom) return [`${folder}${tail}`.replace(/^\//, "")];
    const step = steps[index] ?? null;
    if (step === null) return expand(at(names[index]!), index + 1);
    if (step === "any folders") {
      // Links are not followed: they may lead back up.
      const isEntered = ({ name, isDirectory }: Deno.DirEntry) =>
        isDirectory && !NEVER.has(name) && !name.startsWith(".");
      const here = expand(folder, index + 1);
      return [...here, ...list(folder, isEntered).flatMap((name) => expand(at(name), index))];
    }
    const isLast = index === names.length - 1;
    return list(folder, ({ name, isFile }) => (isLast || !isFile) && step.test(name))
      .flatMap((name) => expand(at(name), index + 1));
  };
  return { paths: [...new Set(expand("", 0))], folders: [...folders], isCut: left < 0 };
}

function namesOf(pattern: string): string[] {
  const names = pattern.split("/")
    .filter((name, index, all) =>
      name !== "" && name !== "." && !(name === "**" && all[index - 1] === "**")
    );
  // Without a name behind it, `**` means every file below.
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

/**
 * Whether git ignores a file: the rules of `.gitignore` files, `info/exclude` and the user's own.
 *
 * @module
 */
import type { LineDisk } from "./_line_disk.ts";
import { joinPath } from "./_paths.ts";
import { compilePattern } from "./shell/words/pattern.ts";
import type { Repository } from "./git_repository.ts";

const MAX_RULES_BYTES = 262_144;

/** One line of an ignore file. */
interface Rule {
  readonly test: (path: string) => boolean;
  readonly isForFolders: boolean;
  readonly isNegated: boolean;
}

/**
 * Makes the test for one repository.
 *
 * @param extra More patterns, as `git clean -e` gives them; they win.
 * @param seesFiles Whether the ignore files count (`git clean -x` leaves them out).
 * @returns A test for paths from the top, folders above included.
 */
export function createIgnoreTest(
  disk: LineDisk,
  repository: Repository,
  homeDir: string,
  extra: readonly string[],
  seesFiles: boolean,
): (path: string) => boolean {
  const known = new Map<string, readonly Rule[]>();
  const rulesOf = (path: string, base: string) => {
    const rules = known.get(path) ??
      (seesFiles ? parseRules(disk.text(path, MAX_RULES_BYTES) ?? "", base) : []);
    known.set(path, rules);
    return rules;
  };
  const shared = [
    ...rulesOf(joinPath(homeDir, ".config/git/ignore"), ""),
    ...rulesOf(joinPath(repository.commonDir, "info/exclude"), ""),
  ];
  const last = parseRules(extra.join("\n"), "");
  return (path) => {
    const parts = path.split("/");
    const rules = [...shared];
    for (let depth = 1; depth <= parts.length; depth++) {
      const folder = parts.slice(0, depth - 1).join("/");
      rules.push(...rulesOf(joinPath(joinPath(repository.top, folder), ".gitignore"), folder));
      const here = parts.slice(0, depth).join("/");
      const isFolder = depth < parts.length;
      const rule = [...rules, ...last].findLast((each) =>
        (isFolder || !each.isForFolders) && each.test(here)
      );
      if (rule !== undefined && !rule.isNegated) return true;
    }
    return false;
  };
}

function parseRules(text: string, base: string): Rule[] {
  return text.split("\n").flatMap((line) => {
    const written = line.replace(/\r$/, "").replace(/(?<!\\)\s+$/, "");
    if (written === "" || written.startsWith("#")) return [];
    const isNegated = written.startsWith("!");
    const body = isNegated ? written.slice(1) : written;
    const isForFolders = body.endsWith("/");
    const pattern = body.replace(/\/$/, "");
    return [{ isNegated, isForFolders, test: createTest(pattern, base) }];
  });
}

function createTest(pattern: string, base: string): (path: string) => boolean {
  const inBase = (path: string) =>
    base === "" ? path : path.startsWith(`${base}/`) ? path.slice(base.length + 1) : undefined;
  if (!pattern.includes("/")) {
    const test = compilePattern(pattern, { whenUnclear: false });
    return (path) => inBase(path) !== undefined && test.test(path.slice(path.lastIndexOf("/") + 1));
  }
  const parts = pattern.replace(/^\//, "").split("/");
  return (path) => {
    const rest = inBase(path);
    return rest !== undefined && fits(parts, rest.split("/"));
  };
}

/** Matches part by part; `**` stands for any number of folders. */
function fits(patterns: readonly string[], parts: readonly string[]): boolean {
  const [first, ...others] = patterns;
  if (first === undefined) return parts.length === 0;
  if (first === "**") {
    if (others.length === 0) return parts.length > 0;
    return parts.some((_part, index) => fits(others, parts.slice(index)));
  }
  const [part, ...rest] = parts;
  return part !== undefined && compilePattern(first, { whenUnclear: false }).test(part) &&
    fits(others, rest);
}

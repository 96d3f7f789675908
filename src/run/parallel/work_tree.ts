/**
 * Reads the state of a work tree and its branch with one call of git each. A start of git takes some
 * milliseconds, and merges wait for each other.
 *
 * @module
 */
import type { Git } from "./git.ts";

/** The state of a work tree. */
interface WorkTreeState {
  /** The commit of `HEAD`; null before the first commit. */
  readonly head: string | null;
  /** The branch's name; {@linkcode DETACHED} without one. */
  readonly branch: string;
  /** Changed paths, relative to the top. */
  readonly paths: readonly string[];
}

/** Git's name for the branch of a detached `HEAD`. */
export const DETACHED = "(detached)";

/**
 * Reads the state of a work tree.
 *
 * @param git Git in the work tree.
 * @param paths Tracked paths to read the state of, relative to the top.
 * @throws {GitError} If git cannot tell.
 */
export async function readWorkTree(git: Git, paths: readonly string[]): Promise<WorkTreeState> {
  const how = ["--porcelain=v2", "--branch", "-z", "--no-renames", "--untracked-files=no"];
  // Without a path git would read all of them.
  const only = paths.length > 0 ? literal(paths) : [":!*"];
  return parseStatus(await git.ask("status", ...how, "--", ...only));
}

/**
 * Reads the output of `git status --porcelain=v2 --branch -z --no-renames`.
 *
 * @example A changed file
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const state = parseStatus(
 *   "# branch.oid 12ab\0# branch.head main\0" +
 *     "1 .M N... 100644 100644 100644 1 1 a b.txt\0",
 * );
 * assertEquals(state, { head: "12ab", branch: "main", paths: ["a b.txt"] });
 * ```
 */
export function parseStatus(text: string): WorkTreeState {
  const lines = text.split("\0").filter((line) => line !== "");
  const header = (name: string) =>
    lines.find((line) => line.startsWith(`# ${name} `))?.slice(name.length + 3) ?? "";
  const paths = lines.filter((line) => !line.startsWith("#")).map((line) => {
    // Fields before the path: https://git-scm.com/docs/git-status#_porcelain_format_version_2
    const count = { "1": 8, u: 10 }[line[0]!] ?? 1;
    return line.split(" ").slice(count).join(" ");
  });
  const head = header("branch.oid");
  return { head: /^[0-9a-f]+$/.test(head) ? head : null, branch: header("branch.head"), paths };
}

/**
 * Finds a nested repository that was added or changed, which git stores as a link to its commit.
 *
 * @param raw The output of a git command with `--raw --no-renames -z`.
 */
export function findNested(raw: string): string | null {
  const parts = raw.split("\0");
  const at = parts.findIndex((part) => /^:\d{6} 160000 /.test(part));
  return at < 0 ? null : parts[at + 1] ?? null;
}

/** Returns pathspecs that match only these paths. */
export function literal(paths: readonly string[]): string[] {
  return paths.map((path) => `:(literal)${path}`);
}

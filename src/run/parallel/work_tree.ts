/**
 * What is in a work tree and on its branch, from one call of git each: each start of git takes some
 * milliseconds, and a merge waits for the one before it.
 *
 * @module
 */
import type { Git } from "./git.ts";

/** What has changed in a work tree. */
export interface WorkTreeState {
  /** The commit of `HEAD`; null before the first commit. */
  readonly head: string | null;
  /** The branch's name; {@linkcode DETACHED} without one. */
  readonly branch: string;
  /** Changed and untracked paths from the top. */
  readonly paths: readonly string[];
  readonly hasConflict: boolean;
  /** A repository of its own that would be committed as a link, or null. */
  readonly repository: string | null;
}

/** What git calls the branch of a detached `HEAD`. */
export const DETACHED = "(detached)";

/** The mode of a link to another repository's commit. */
const LINK_MODE = "160000";
const NO_FILE = "000000";

/**
 * Reads the state of a work tree.
 *
 * @param git Git in the work tree.
 * @param paths Tracked paths from the top that it is read for. Default: all, untracked ones too.
 * @throws {GitError} If git cannot tell.
 */
export async function readWorkTree(git: Git, paths?: readonly string[]): Promise<WorkTreeState> {
  const only = paths === undefined
    ? ["--untracked-files=all"]
    // Without a path git would read all of them.
    : ["--untracked-files=no", "--", ...paths.length > 0 ? literal(paths) : [":!*"]];
  const how = ["--porcelain=v2", "--branch", "-z", "--no-renames"];
  return parseStatus(await git.ask("status", ...how, ...only));
}

/**
 * Reads the output of `git status --porcelain=v2 --branch -z --no-renames`.
 *
 * @example A changed file and a new folder that is a repository
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const state = parseStatus(
 *   "# branch.oid 12ab\0# branch.head main\0" +
 *     "1 .M N... 100644 100644 100644 1 1 a b.txt\0? new/\0",
 * );
 * assertEquals(state, {
 *   head: "12ab",
 *   branch: "main",
 *   paths: ["a b.txt", "new/"],
 *   hasConflict: false,
 *   repository: "new/",
 * });
 * ```
 */
export function parseStatus(text: string): WorkTreeState {
  const lines = text.split("\0").filter((line) => line !== "");
  const header = (name: string) =>
    lines.find((line) => line.startsWith(`# ${name} `))?.slice(name.length + 3) ?? "";
  const entries = lines.filter((line) => !line.startsWith("#")).map((line) => {
    const kind = line[0]!;
    // Fields before the path: https://git-scm.com/docs/git-status#_porcelain_format_version_2
    const count = { "1": 8, u: 10 }[kind] ?? 1;
    const fields = line.split(" ", count);
    const path = line.slice(fields.join(" ").length + 1);
    const isLink = kind === "1" && fields[3] === NO_FILE && fields[4] === LINK_MODE;
    // Only a repository is listed as a folder.
    return { kind, path, isRepository: isLink || kind === "?" && path.endsWith("/") };
  });
  const head = header("branch.oid");
  return {
    head: /^[0-9a-f]+$/.test(head) ? head : null,
    branch: header("branch.head"),
    paths: entries.map(({ path }) => path),
    hasConflict: entries.some(({ kind }) => kind === "u"),
    repository: entries.find(({ isRepository }) => isRepository)?.path ?? null,
  };
}

/** What the commits of a branch change. */
export interface Committed {
  /** Paths from the top. */
  readonly paths: readonly string[];
  /** A repository that was committed as a new or changed link, or null. */
  readonly repository: string | null;
}

/**
 * Reads what the commits after a base change.
 *
 * @param git Git in the work tree.
 * @param base The commit that they follow; null for all of them.
 * @param head The last commit; null before the first.
 * @throws {GitError} If git cannot tell.
 */
export async function readCommitted(
  git: Git,
  base: string | null,
  head: string | null,
): Promise<Committed> {
  if (head === null || head === base) return { paths: [], repository: null };
  const text = await git.ask(
    ...[
      "log",
      "-m",
      "--raw",
      "--no-renames",
      "-z",
      "--format=",
      base === null ? head : `${base}..${head}`,
    ],
  );
  const paths: string[] = [];
  let repository: string | null = null;
  const parts = text.split("\0");
  for (let at = 0; at + 1 < parts.length; at++) {
    const to = /^:\d{6} (\d{6}) /.exec(parts[at]!)?.[1];
    if (to === undefined) continue;
    const path = parts[++at]!;
    paths.push(path);
    if (to === LINK_MODE) repository = path;
  }
  return { paths, repository };
}

/** Lists paths and all folders above them. */
export function withFolders(paths: readonly string[]): ReadonlySet<string> {
  const all = new Set<string>();
  for (const path of paths) {
    for (let end = path.length; end > 0 && !all.has(path.slice(0, end));) {
      all.add(path.slice(0, end));
      end = path.lastIndexOf("/", end - 1);
    }
  }
  return all;
}

/** Makes pathspecs that match these paths only. */
export function literal(paths: readonly string[]): string[] {
  return paths.map((path) => `:(literal)${path}`);
}

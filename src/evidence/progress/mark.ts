/**
 * Marks of a project's state, and the progress between two marks.
 *
 * The mark of every Stop is cheap: it reads a few files and starts no process. The tree is read only if a
 * repetition is suspected.
 */
import type { ProgressKind } from "../../loop/facts.ts";
import { join } from "../../system/path.ts";
import { readText } from "../../store/files/text_file.ts";
import { findGitFolders, type GitFolders } from "../../store/git_exclude.ts";
import type { ProgressMark } from "../../store/records/progress_mark.ts";

interface MarkParts {
  readonly nowMs: number;
  /** A digest of the checklist's items and their states; empty without one. */
  readonly checklist: string;
  readonly metrics: number;
  /** The checked-out commit, if it was read already. */
  readonly commit?: string;
  /** How many times another head was seen to move. */
  readonly heads?: number;
}

/** Reads a project's tree on request. */
export interface TreeProbe {
  /** The tree's digest; null if it cannot be determined. */
  take(): Promise<string | null>;
  /** Checks whether a file of the tree changed after an instant; null if unknown. */
  hasMovedSince(sinceMs: number): Promise<boolean | null>;
}

/** Takes the cheap mark, without the tree. */
export function takeMark(
  project: string,
  { nowMs: atMs, commit = readCommit(project), ...parts }: MarkParts,
): ProgressMark {
  return { atMs, commit, ...parts, tree: null };
}

/**
 * Makes a probe of the work trees, which loads its code on the first request.
 *
 * @param folders The project's root, and the top of another worktree that the session works in.
 * @param ignored Absolute paths that do not count, such as a plan whose items are counted instead.
 */
export function probeTree(folders: readonly string[], ignored: readonly string[] = []): TreeProbe {
  return {
    take: async () => {
      const { takeTreeMark } = await import("./tree_mark.ts");
      const marks = await Promise.all(folders.map((folder) => takeTreeMark(folder, ignored)));
      return marks.includes(null) ? null : marks.join(" ");
    },
    hasMovedSince: async (sinceMs) => {
      const { hasMovedSince } = await import("./tree_times.ts");
      const look = (folder: string) => hasMovedSince(folder, ignored, sinceMs);
      const moved = await Promise.all(folders.map(look));
      return moved.includes(true) || (moved.includes(null) ? null : false);
    },
  };
}

/** Adds the tree to a mark that has none. */
export async function withTree(mark: ProgressMark, tree: TreeProbe): Promise<ProgressMark> {
  return mark.tree === null ? { ...mark, tree: await tree.take() } : mark;
}

/**
 * Finds the progress between two marks. Changes that were reverted do not count. Pure.
 *
 * @returns The differences: commits, tree (if both marks have it), checklist, new metrics.
 */
export function findProgress(since: ProgressMark, now: ProgressMark): ProgressKind[] {
  const moved: readonly [ProgressKind, boolean][] = [
    ["commit", since.commit !== now.commit || (now.heads ?? 0) > (since.heads ?? 0)],
    ["tree", since.tree !== null && now.tree !== null && since.tree !== now.tree],
    ["checklist", since.checklist !== now.checklist],
    ["metric", now.metrics > since.metrics],
  ];
  return moved.filter(([, hasMoved]) => hasMoved).map(([kind]) => kind);
}

/**
 * Finds the progress between two marks. If a mark has no tree, the files' times decide.
 *
 * @returns The differences; null if none is visible, but the tree cannot be determined.
 */
export async function findProgressSince(
  since: ProgressMark,
  now: ProgressMark,
  tree: TreeProbe,
): Promise<ProgressKind[] | null> {
  const progress = findProgress(since, now);
  if (progress.length > 0 || since.tree !== null && now.tree !== null) return progress;
  const hasMoved = await tree.hasMovedSince(since.atMs);
  if (hasMoved === null) return null;
  return hasMoved ? ["tree"] : [];
}

/**
 * Checks whether it is certain that nothing changed since an instant, by the marks of turns, oldest first.
 */
export function isStillSince(sinceMs: number, turns: readonly { mark: ProgressMark }[]): boolean {
  const then = turns.findLast(({ mark }) => mark.atMs <= sinceMs)?.mark;
  const now = turns.at(-1)?.mark;
  return then?.tree != null && now?.tree != null && findProgress(then, now).length === 0;
}

/** Replaces a commit that the files do not show. Constant, so that it never looks like a new commit. */
const UNKNOWN = "unknown";
/** Maximum number of references to follow, as in git. */
const MOST_STEPS = 5;
/** Enough for some 200,000 packed references. */
const LARGEST_PACKED_BYTES = 16 * 1024 * 1024;
const OBJECT_ID = /^[0-9a-f]{40,64}$/;

/**
 * Reads the id of the checked-out commit.
 *
 * @param project The project's root, links resolved; at or below a repository's top.
 * @returns The id; empty without git or before the first commit; `unknown` for references that only git can
 * read (reftable).
 */
export function readCommit(project: string): string {
  const folders = findGitFolders(project);
  if (folders === null) return "";
  let text = read(join(folders.own, "HEAD"));
  for (let step = 0; step < MOST_STEPS; step++) {
    if (text === null) return UNKNOWN;
    if (OBJECT_ID.test(text)) return text;
    const name = /^ref:\s*(refs\/.+)$/.exec(text)?.[1];
    if (name === undefined || name.split("/").includes("..")) return UNKNOWN;
    // Git writes this for old programs in a repository with a reftable.
    if (name === "refs/heads/.invalid") return UNKNOWN;
    const next = read(join(folders.own, name)) ?? read(join(folders.common, name));
    if (next === null) return readPacked(folders, name);
    text = next;
  }
  return UNKNOWN;
}

function readPacked({ common }: GitFolders, name: string): string {
  const packed = readText(join(common, "packed-refs"), LARGEST_PACKED_BYTES);
  if (packed.kind === "absent") return "";
  if (packed.kind === "unreadable") return UNKNOWN;
  const text = `\n${packed.text}`.replaceAll("\r", "");
  const end = text.indexOf(` ${name}\n`);
  if (end < 0) return "";
  const id = text.slice(text.lastIndexOf("\n", end) + 1, end);
  return OBJECT_ID.test(id) ? id : UNKNOWN;
}

function read(path: string): string | null {
  const content = readText(path, 65_536);
  return content.kind === "text" ? content.text.trim() : null;
}

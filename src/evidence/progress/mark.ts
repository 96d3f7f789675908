/**
 * The state of a project at a moment, and what moved between two of them.
 *
 * The mark of every Stop is cheap: a few files are read, no process is started. Only a suspicion
 * pays for a look at the tree.
 *
 * @module
 */
import type { ProgressKind } from "../../loop/facts.ts";
import type { ProgressMark } from "../../store/records/progress_mark.ts";
import { readCommit } from "./_commit.ts";

/** What a mark is made of that is not read here. */
interface MarkParts {
  /** Unix seconds. */
  readonly nowSeconds: number;
  /** A digest of the checklist's items and their states; empty without one. */
  readonly checklist: string;
  /** How many metrics the project's adapter knows. */
  readonly metrics: number;
}

/** Looks at a project's tree, when it is asked. */
export interface TreeProbe {
  /** The tree's digest; null where it cannot be known. */
  take(): Promise<string | null>;
  /** Whether a file of the tree changed after a moment (Unix seconds); null where unknown. */
  hasMovedSince(seconds: number): Promise<boolean | null>;
}

/**
 * Takes the cheap mark.
 *
 * @param project The project's root, links resolved.
 * @param parts What the caller knows.
 * @returns The mark, without the tree.
 */
export function takeMark(
  project: string,
  { nowSeconds, checklist, metrics }: MarkParts,
): ProgressMark {
  return { atSeconds: nowSeconds, commit: readCommit(project), checklist, metrics, tree: null };
}

/**
 * A look at a project's tree that loads what it needs when it is asked.
 *
 * @param project The project's root, links resolved.
 * @param ignored Absolute paths that do not count, such as a plan whose items are counted instead.
 */
export function probeTree(project: string, ignored: readonly string[] = []): TreeProbe {
  return {
    take: async () => (await import("./tree_mark.ts")).takeTreeMark(project, ignored),
    hasMovedSince: async (seconds) =>
      (await import("./tree_times.ts")).hasMovedSince(project, ignored, seconds),
  };
}

/**
 * Adds the tree to a mark that has none.
 *
 * @param mark The mark of this moment.
 * @param tree Where the tree is looked at.
 */
export async function withTree(mark: ProgressMark, tree: TreeProbe): Promise<ProgressMark> {
  return mark.tree === null ? { ...mark, tree: await tree.take() } : mark;
}

/**
 * What moved between two marks. What was changed and changed back did not move. Pure.
 *
 * @param since The earlier mark.
 * @param now The later one.
 * @returns Commits, tree (only where both marks have it), checklist, new metrics: what differs.
 */
export function findProgress(since: ProgressMark, now: ProgressMark): ProgressKind[] {
  const moved: readonly [ProgressKind, boolean][] = [
    ["commit", since.commit !== now.commit],
    ["tree", since.tree !== null && now.tree !== null && since.tree !== now.tree],
    ["checklist", since.checklist !== now.checklist],
    ["metric", now.metrics > since.metrics],
  ];
  return moved.filter(([, hasMoved]) => hasMoved).map(([kind]) => kind);
}

/**
 * What moved between two marks, where one of them may have no tree: then the files' times answer.
 *
 * @param since The earlier mark.
 * @param now The mark of this moment.
 * @param tree Where the tree is looked at.
 * @returns What moved; null where nothing is seen to have moved, but the tree cannot be known.
 */
export async function findProgressSince(
  since: ProgressMark,
  now: ProgressMark,
  tree: TreeProbe,
): Promise<ProgressKind[] | null> {
  const progress = findProgress(since, now);
  if (progress.length > 0 || since.tree !== null && now.tree !== null) return progress;
  const hasMoved = await tree.hasMovedSince(since.atSeconds);
  if (hasMoved === null) return null;
  return hasMoved ? ["tree"] : [];
}

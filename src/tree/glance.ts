/**
 * Sees what may have changed since the last whole scan, without loading the tree. Fit for hooks.
 *
 * Visited are files that are watched, what an earlier glance had no time for, folders (an editor that
 * replaces a file changes its folder), and a share of all files in turn (a program that writes into a
 * file changes nothing else). Each costs one look at its times, whatever is in it.
 *
 * @module
 */
import { type MemoryPlaces, readFolders, readShare, type TreeHead } from "./memory.ts";
import { type FileState, infoOf, isChangedSince, stateOf } from "./project_file.ts";
import { type Due, NOTHING_DUE, ScanQueue } from "./scan_queue.ts";

/** Of more, one glance sees a share. */
const FOLDERS_SHARE = 600;
const WATCHED_SHARE = 500;

/** The project's root among the paths to visit. */
const ROOT = "./";

/** What to glance at. */
export interface GlanceRequest {
  /** The resolved path of the project's root. */
  readonly project: string;
  readonly at: MemoryPlaces;
  /** From the last whole scan. */
  readonly head: TreeHead;
  /** Counts glances, so that each sees another share of the files. */
  readonly turn: number;
  /** When it should end, by `performance.now()`. */
  readonly deadline: number;
  /** What the last glance had no time for. */
  readonly due?: Due;
  /** Called with each file that is not as the memory has it. */
  readonly onFile: (path: string, state: FileState, queue: ScanQueue) => void;
  /** Called with each folder that changed: without `/` at its end, the root empty. */
  readonly onFolder: (path: string, queue: ScanQueue, known: ReadonlySet<string>) => void;
}

/** What a glance left. */
export interface GlanceResult {
  readonly due: Due;
  /** Whether everything was visited that had its turn, and all that is watched. */
  readonly isComplete: boolean;
  /** Whether more is left than the next two glances will visit. */
  readonly isLate: boolean;
}

/**
 * Glances at a project.
 *
 * @param request What to glance at.
 * @returns What is left; null where the tree is not that of the head.
 */
export function glance(request: GlanceRequest): GlanceResult | null {
  const { project, at, head, turn, deadline, due = NOTHING_DUE, onFile, onFolder } = request;
  const folders = readFolders(at, head.tree_id);
  const share = readShare(at, head.tree_id, turn);
  if (folders === null || share === null) return null;
  const all = Object.keys(head.watched);
  const watched = takeShare(all, turn, WATCHED_SHARE);
  const fresh = [
    ...watched,
    ...takeShare(folders, turn, FOLDERS_SHARE).map((folder) => folder === "" ? ROOT : `${folder}/`),
    ...share.keys(),
  ];
  const queue = new ScanQueue(due, fresh, () => performance.now() > deadline);
  const known = new Set(folders);
  for (const path of queue.take()) {
    if (path.endsWith("/")) {
      const folder = path === ROOT ? "" : path.slice(0, -1);
      const info = infoOf(`${project}/${folder}`);
      const isSame = known.has(folder) && info !== null && !isChangedSince(info, head.looked_at_ms);
      if (!isSame) onFolder(folder, queue, known);
    } else {
      const state = stateOf(`${project}/${path}`);
      const last = Object.hasOwn(head.watched, path) ? head.watched[path] : share.get(path);
      const isSame = last === undefined
        ? state.info !== null && !isChangedSince(state.info, head.looked_at_ms)
        : last === state.fingerprint;
      if (!isSame) onFile(path, state, queue);
    }
  }
  const { left, isCut } = queue;
  const isComplete = left.once.length + left.twice.length === 0 && watched.length === all.length;
  return { due: left, isComplete, isLate: isCut };
}

/**
 * Takes all of a few things; of many another share each turn.
 *
 * @param things The things.
 * @param turn Counts the turns, from 0.
 * @param most How many are taken at once.
 * @returns All of them after some turns.
 *
 * @example Two of five
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals([0, 1, 2].map((turn) => takeShare("abcde".split(""), turn, 2).join("")), [
 *   "ab",
 *   "cd",
 *   "ea",
 * ]);
 * ```
 */
export function takeShare<T>(things: readonly T[], turn: number, most: number): readonly T[] {
  if (things.length <= most) return things;
  const from = (turn * most) % things.length;
  const share = things.slice(from, from + most);
  return [...share, ...things.slice(0, most - share.length)];
}

/**
 * Finds what may have changed since the last full scan, without loading the tree. Fit for hooks.
 *
 * It visits watched files, what an earlier glance had no time for, folders (an editor that replaces a
 * file changes its folder), and a share of all files in turn (a program that writes into a file
 * changes nothing else). Each visit costs one `lstat`.
 */
import { infoOf } from "../store/files/presence.ts";
import type { TreeHead, TreeMemory } from "./memory.ts";
import { type FileState, isChangedSince, stateOf } from "./project_file.ts";
import { type Due, NOTHING_DUE, ScanQueue } from "./scan_queue.ts";

/** Most folders and watched files that one glance visits; of more it visits a share in turn. */
const FOLDERS_SHARE = 600;
const WATCHED_SHARE = 500;

/** The project's root among the paths to visit. */
const ROOT = "./";

/** The memory of the last scan, and the time that a glance at the project may take. */
export interface GlanceRequest<Head extends TreeHead> {
  readonly memory: TreeMemory<Head>;
  readonly head: Head;
  /** Counts glances, so that each sees another share of the files. */
  readonly turn: number;
  /** When it should end, by `performance.now()`. */
  readonly deadline: number;
  /** What the last glance had no time for. */
  readonly due?: Due;
  /** Called with each file that differs from the memory. */
  readonly onFile: (path: string, state: FileState, queue: ScanQueue) => void;
  /** Called with each folder that changed: without `/` at its end, the root empty. */
  readonly onFolder: (path: string, queue: ScanQueue, folders: ReadonlySet<string>) => void;
}

/** What a glance did not visit. */
export interface GlanceResult {
  readonly due: Due;
  /** Whether it visited everything that was due, and all watched files. */
  readonly isComplete: boolean;
  /** Whether more is left than the next two glances will visit. */
  readonly isLate: boolean;
}

/**
 * Glances at a project.
 *
 * @returns What is left; null if the tree is not that of the head.
 */
export function glance<Head extends TreeHead>(
  { memory, head, turn, deadline, due = NOTHING_DUE, onFile, onFolder }: GlanceRequest<Head>,
): GlanceResult | null {
  const { project } = memory;
  const folders = memory.readFolders(head.treeId);
  const share = memory.readShare(head.treeId, turn);
  if (folders === null || share === null) return null;
  const all = Object.keys(head.watched);
  const watched = takeShare(all, turn, WATCHED_SHARE);
  const fresh = [
    ...watched,
    ...takeShare(folders, turn, FOLDERS_SHARE).map((folder) => folder === "" ? ROOT : `${folder}/`),
    ...share.keys(),
  ];
  const queue = new ScanQueue(due, fresh, () => performance.now() > deadline);
  const knownFolders = new Set(folders);
  for (const path of queue.take()) {
    if (path.endsWith("/")) {
      const folder = path === ROOT ? "" : path.slice(0, -1);
      const info = infoOf(`${project}/${folder}`);
      const isSame = knownFolders.has(folder) && info !== null &&
        !isChangedSince(info, head.lookedAtMs);
      if (!isSame) onFolder(folder, queue, knownFolders);
    } else {
      const state = stateOf(`${project}/${path}`);
      const last = Object.hasOwn(head.watched, path) ? head.watched[path] : share.get(path);
      const isSame = last === undefined
        ? state.info !== null && !isChangedSince(state.info, head.lookedAtMs)
        : last === state.fingerprint;
      if (!isSame) onFile(path, state, queue);
    }
  }
  const { once, twice, isCut } = queue.left;
  const isComplete = once.length + twice.length === 0 && watched.length === all.length;
  return { due: { once, twice }, isComplete, isLate: isCut };
}

/** Takes all of a few things; of many it takes another share each turn. */
function takeShare<T>(things: readonly T[], turn: number, most: number): readonly T[] {
  if (things.length <= most) return things;
  const from = (turn * most) % things.length;
  const share = things.slice(from, from + most);
  return [...share, ...things.slice(0, most - share.length)];
}

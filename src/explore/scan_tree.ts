/**
 * Finds opportunities in a project's files, within a budget: what did not change is as it was found.
 * Fit for hooks; no process. Only where something may have changed the tree is loaded.
 *
 * @module
 */
import type { Places } from "../store/places.ts";
import { readIndexChecksum } from "../tree/git_index.ts";
import { glance } from "../tree/glance.ts";
import type { Changes } from "../tree/scan_files.ts";
import { type ExploreHead, exploreMemory } from "./head.ts";
import type { Opportunity } from "./opportunity.ts";

/** Whose opportunities. */
export interface TreeScanRequest {
  readonly places: Places;
  /** The resolved path of the project's root. */
  readonly project: string;
  /** Unix milliseconds, from before the scan. */
  readonly nowMs: number;
  /** Counts scans, so that each visits another share of the files. */
  readonly turn: number;
  /** When the scan ends, by `performance.now()`; `Infinity` for never. */
  readonly deadline: number;
  /** Whether every file is visited, and not a share. */
  readonly isWhole: boolean;
  /** Files of the loop itself, from the project's root: that they change is not an opportunity. */
  readonly ownFiles?: readonly string[];
}

/** What a scan found. */
export interface TreeScan {
  /** Of all checks but tasks; as of the last scan where nothing changed. */
  readonly opportunities: readonly Opportunity[];
  /** Opportunities beyond those: the memory keeps the first 500. */
  readonly cut: number;
  readonly head: ExploreHead;
  readonly files: {
    readonly total: number;
    readonly read: number;
    /** Not read yet: the budget ran out. */
    readonly unread: number;
  };
  /** What could not be kept, one sentence each. */
  readonly problems: readonly string[];
}

/**
 * Scans a project for opportunities.
 *
 * @param request Whose, and how long.
 * @returns What is known afterwards.
 */
export async function scanTree(request: TreeScanRequest): Promise<TreeScan> {
  const head = exploreMemory(request.places, request.project).readHead();
  const changes = head === null || request.isWhole ? null : findChanges(request, head);
  const isSame = head !== null && changes !== null && head.due === 0 &&
    changes.folders.size + changes.files.size === 0 &&
    readIndexChecksum(request.project) === head.index;
  if (isSame) {
    const { opportunities, cut, files: total, unread } = head;
    return { opportunities, cut, head, files: { total, read: 0, unread }, problems: [] };
  }
  const { scanAgain } = await import("./scan_again.ts");
  return await scanAgain(request, head, changes).catch((error) => {
    if (head === null) throw error;
    // A memory that nobody can read is not a memory.
    return scanAgain(request, null, null);
  });
}

/** Null where nothing is known that could be compared. */
function findChanges(
  { places, project, turn, deadline, nowMs }: TreeScanRequest,
  head: ExploreHead,
): Changes | null {
  // After a clock that was set back, times say nothing.
  if (nowMs < head.lookedAtMs) return null;
  const memory = exploreMemory(places, project);
  const folders = new Set<string>();
  const files = new Set<string>();
  const onFile = (path: string) => void files.add(path);
  const onFolder = (path: string) => void folders.add(path);
  const result = glance({ memory, head, turn, deadline, onFile, onFolder });
  return result && { folders, files };
}

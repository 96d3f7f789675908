/**
 * Finds opportunities in a project's files, within a budget; results for unchanged files are reused.
 * Fit for hooks: starts no process, and loads the tree only where something may have changed.
 */
import { readIndexChecksum } from "../tree/git_index.ts";
import { glance } from "../tree/glance.ts";
import type { Changes } from "../tree/scan_files.ts";
import { type ExploreHead, exploreMemory } from "./head.ts";
import type { TreeScan, TreeScanRequest } from "./tree_scan.ts";

/** Scans a project for opportunities. */
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
    // The memory may be damaged: scan without it.
    return scanAgain(request, null, null);
  });
}

/** Null where there is nothing to compare with. */
function findChanges(
  { places, project, turn, deadline, nowMs }: TreeScanRequest,
  head: ExploreHead,
): Changes | null {
  // The clock was set back, so times cannot be compared.
  if (nowMs < head.lookedAtMs) return null;
  const memory = exploreMemory(places, project);
  const folders = new Set<string>();
  const files = new Set<string>();
  const onFile = (path: string) => void files.add(path);
  const onFolder = (path: string) => void folders.add(path);
  const result = glance({ memory, head, turn, deadline, onFile, onFolder });
  return result && { folders, files };
}

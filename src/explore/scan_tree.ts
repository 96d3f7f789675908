/**
 * Finds opportunities in a project's files, within a budget: what did not change is as it was found.
 * Fit for hooks; no process.
 *
 * A glance sees whether anything may have changed: folders (an editor that replaces a file changes
 * its folder), files with opportunities, and a share of all files in turn (a program that writes into
 * a file changes nothing else). Only then the tree is loaded, and what changed is read. What the
 * budget leaves out comes first the next time.
 *
 * @module
 */
import { isChangedSince } from "../tree/project_file.ts";
import { findIndex, readIndexChecksum } from "../tree/tracked_index.ts";
import type { Glance, TreeScanRequest } from "./look_again.ts";
import type { Opportunity } from "./opportunity.ts";
import {
  fingerprintAt,
  infoAt,
  memoryPlaces,
  readHead,
  readShare,
  type TreeHead,
  writeHead,
} from "./tree_memory.ts";

/** What a look found. */
export interface TreeScan {
  /** Of all checks but tasks; as of the last look where nothing changed. */
  readonly opportunities: readonly Opportunity[];
  /** Opportunities beyond those: the memory keeps the first 500. */
  readonly cut: number;
  readonly head: TreeHead;
  readonly files: {
    readonly total: number;
    readonly read: number;
    /** Not read yet: the budget ran out. */
    readonly unread: number;
  };
  /** What could not be kept, one sentence each. */
  readonly problems: readonly string[];
}

/** Of more folders, one glance looks at a share. */
const FOLDER_SHARE = 600;

/**
 * Looks for opportunities.
 *
 * @param request whose, and how long
 * @returns what is known afterwards
 */
export async function scanTree(request: TreeScanRequest): Promise<TreeScan> {
  const { places, project } = request;
  const at = memoryPlaces(places, project);
  const head = readHead(at, project);
  const nowMs = Date.now();
  const glance = glanceAt(request, head, nowMs);
  if (head !== null && glance !== null && isUnchanged(request, head, glance)) {
    const { opportunities, cut, files: total, unread } = head;
    return { opportunities, cut, head, files: { total, read: 0, unread }, problems: [] };
  }
  const { lookAgain } = await import("./look_again.ts");
  const { look, problems } = await lookAgain(request, head, glance, nowMs).catch((error) => {
    if (head === null) throw error;
    // A memory that nobody can read is no memory.
    return lookAgain(request, null, null, nowMs);
  });
  const { head: now, found, read } = look;
  const files = { total: now.files, read, unread: now.unread };
  return { opportunities: found, cut: 0, head: now, files, problems };
}

/**
 * Keeps what configured tasks said.
 *
 * @param request whose
 * @param tasks by command
 * @returns why it could not be kept; null where it is
 */
export function keepTaskResults(
  { places, project }: Pick<TreeScanRequest, "places" | "project">,
  tasks: TreeHead["tasks"],
): string | null {
  const at = memoryPlaces(places, project);
  const head = readHead(at, project);
  const outcome = head === null ? null : writeHead(at, { ...head, tasks });
  return outcome?.kind === "failed" ? outcome.why : null;
}

function isUnchanged(
  { isWhole }: TreeScanRequest,
  head: TreeHead,
  glance: Glance,
): boolean {
  return !isWhole && head.due === 0 && glance.index === head.index &&
    glance.folders.size === 0 && glance.files.size === 0;
}

/** Null where nothing is known that could be compared. */
function glanceAt(
  { places, project, turn, deadline }: TreeScanRequest,
  head: TreeHead | null,
  nowMs: number,
): Glance | null {
  // After a clock that was set back, times say nothing.
  if (head === null || nowMs < head.looked_at_ms) return null;
  const share = readShare(memoryPlaces(places, project), head.tree_id, turn);
  if (share === null) return null;
  const place = findIndex(project);
  const folders = new Set<string>();
  const files = new Set<string>();
  for (const folder of shareOf(head.folders, turn)) {
    if (performance.now() > deadline) break;
    const info = infoAt(`${project}/${folder}`);
    if (info === null || isChangedSince(info, head.looked_at_ms)) folders.add(folder);
  }
  const others = share.map(({ path, fingerprint }) => [path, fingerprint] as const);
  for (const [path, fingerprint] of [...Object.entries(head.watched), ...others]) {
    if (performance.now() > deadline) break;
    if (fingerprintAt(`${project}/${path}`).fingerprint !== fingerprint) files.add(path);
  }
  return { index: place === null ? null : readIndexChecksum(place.path), folders, files };
}

/** All of a few folders; of many, another share each turn. */
function shareOf(folders: readonly string[], turn: number): readonly string[] {
  if (folders.length <= FOLDER_SHARE) return folders;
  const from = (turn * FOLDER_SHARE) % folders.length;
  return [...folders, ...folders].slice(from, from + FOLDER_SHARE);
}

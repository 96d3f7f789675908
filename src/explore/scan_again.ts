/**
 * The scan of what changed: lists and reads files, runs the checks, and saves the result. Loaded only
 * where something changed.
 */
import { fingerprintsOf } from "../tree/memory.ts";
import { UNREAD } from "../tree/project_file.ts";
import { type Changes, isDue, scanFiles, type Scanner } from "../tree/scan_files.ts";
import { findDecisions } from "./checks/decisions.ts";
import { findDocumentGaps } from "./checks/doc_gaps.ts";
import { findBrokenLinks } from "./checks/links.ts";
import { findMissingReadmes, findRemarks } from "./checks/source_files.ts";
import { TreeView } from "./checks/tree_view.ts";
import { findUncommitted } from "./checks/uncommitted.ts";
import { readFacts } from "./facts/facts.ts";
import { type ExploreHead, exploreMemory, MEMORY_VERSION } from "./head.ts";
import { compareByScore, type Opportunity } from "./opportunity.ts";
import { isWritten } from "./path_kind.ts";
import type { TreeScan, TreeScanRequest } from "./tree_scan.ts";

/** Part of the budget reserved for the checks and the memory, milliseconds (for 10,000 files). */
const CHECKS_MS = 100;

/** Left out: every hook writes there, so it changes all the time, and it is not to be worked on. */
const CLAUDE_FOLDER = ".claude/";

/** Files listed at most in a project without git. */
const MAX_WALKED = 20_000;

/** Opportunities saved; others are only counted, since a hook reads all that is saved. */
const MAX_KEPT = 500;
const MAX_WATCHED = 200;

const SCANNER: Scanner = {
  isListed: (path) => !path.startsWith(CLAUDE_FOLDER),
  isRead: isWritten,
  factsOf: readFacts,
};

/**
 * Scans what changed since the last scan.
 *
 * @param last The last scan; null for none.
 * @param changes What may have changed; null for everything.
 * @returns The opportunities now, and what could not be saved.
 */
export async function scanAgain(
  request: TreeScanRequest,
  last: ExploreHead | null,
  changes: Changes | null,
): Promise<TreeScan> {
  const { places, project, nowMs } = request;
  const memory = exploreMemory(places, project);
  const lastFiles = last === null ? new Map() : memory.readTree(last);
  const scan = await scanFiles({
    project,
    scanner: SCANNER,
    known: lastFiles,
    last,
    changes: lastFiles.size === 0 ? null : changes,
    nowMs,
    deadline: request.deadline - CHECKS_MS,
    mostWalked: MAX_WALKED,
  });
  const { files, index, source, isSame } = scan;
  const opportunities = await runChecks(new TreeView(project, files), request.ownFiles ?? []);
  // The most valuable opportunities are shown, so their files are visited each time.
  const watched = opportunities.slice(0, MAX_WATCHED);
  const states = [...files.values()];
  const unread = states.filter(({ fingerprint }) => fingerprint === UNREAD).length;
  const head: ExploreHead = {
    version: MEMORY_VERSION,
    project,
    treeId: isSame && last !== null ? last.treeId : crypto.randomUUID(),
    stamp: scan.changes > 0 || last === null ? crypto.randomUUID() : last.stamp,
    index,
    source,
    lookedAtMs: scan.hasSeenChanged ? nowMs : last?.lookedAtMs ?? 0,
    files: files.size,
    watched: fingerprintsOf(files, new Set(watched.map(({ file }) => file ?? ""))),
    unread,
    due: states.filter(isDue).length,
    opportunities: opportunities.slice(0, MAX_KEPT),
    cut: Math.max(0, opportunities.length - MAX_KEPT),
    tasks: last?.tasks ?? {},
  };
  const outcome = memory.write(head, isSame && last !== null ? undefined : files);
  const read = Object.values(scan.read).reduce((sum, count) => sum + count);
  return {
    opportunities,
    cut: 0,
    head,
    files: { total: files.size, read, unread },
    problems: [
      ...(scan.isCut
        ? [
          `only the first ${MAX_WALKED} files are scanned: without git it is unknown which count`,
        ]
        : []),
      ...(outcome.kind === "failed"
        ? [`the result of exploration cannot be saved: ${outcome.why}`]
        : []),
    ],
  };
}

/** Checks report nothing about files that were not read yet. */
async function runChecks(view: TreeView, ownFiles: readonly string[]): Promise<Opportunity[]> {
  return [
    ...await findBrokenLinks(view),
    ...findDecisions(view),
    ...findDocumentGaps(view),
    ...findMissingReadmes(view),
    ...findRemarks(view),
    ...await findUncommitted(view, ownFiles),
  ].sort(compareByScore);
}

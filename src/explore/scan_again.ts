/**
 * The scan of what changed: lists, reads, runs the checks and remembers. Loaded only where something
 * did change.
 *
 * @module
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
import type { TreeScan, TreeScanRequest } from "./scan_tree.ts";

/** What the checks and the memory take of the time, milliseconds (bench: 10,000 files). */
const CHECKS_MS = 100;

/** Every hook writes there, and so it would never be still: nobody is to work on it, either. */
const CLAUDE_FOLDER = ".claude/";

/** Without git the list of files ends somewhere. */
const MAX_WALKED = 20_000;

/** More are only counted: a hook reads all that is kept. */
const MAX_KEPT = 500;
const MAX_WATCHED = 200;

const SCANNER: Scanner = {
  isListed: (path) => !path.startsWith(CLAUDE_FOLDER),
  isRead: isWritten,
  factsOf: readFacts,
};

/**
 * Scans what changed.
 *
 * @param request Whose, and how long.
 * @param last What is known; null for nothing.
 * @param changes What may have changed; null for everything.
 * @returns What is known now, and what could not be kept.
 */
export async function scanAgain(
  request: TreeScanRequest,
  last: ExploreHead | null,
  changes: Changes | null,
): Promise<TreeScan> {
  const { places, project, nowMs } = request;
  const memory = exploreMemory(places, project);
  const known = last === null ? new Map() : memory.readTree(last);
  const scan = await scanFiles({
    project,
    scanner: SCANNER,
    known,
    last,
    changes: known.size === 0 ? null : changes,
    nowMs,
    deadline: request.deadline - CHECKS_MS,
    mostWalked: MAX_WALKED,
  });
  const { files, index, source, isSame } = scan;
  const opportunities = await runChecks(new TreeView(project, files), request.ownFiles ?? []);
  // The most valuable ones are shown, and worked on.
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
          `only the first ${MAX_WALKED} files are looked at: without git it is unknown which count`,
        ]
        : []),
      ...(outcome.kind === "failed"
        ? [`what exploration saw cannot be remembered: ${outcome.why}`]
        : []),
    ],
  };
}

/** What was not read yet is unknown: no check says anything of it. */
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

/**
 * The full scan of a project: reads every changed file, and reuses the findings of the others. Not for
 * hooks.
 */
import type { Places } from "../store/places.ts";
import { fingerprintsOf, type KnownFile, type TreeHead } from "../tree/memory.ts";
import { UNREAD } from "../tree/project_file.ts";
import { type FileScan, scanFiles } from "../tree/scan_files.ts";
import { NOTHING_DUE } from "../tree/scan_queue.ts";
import { type Finding, sortFindings } from "./finding.ts";
import { type LastScan, readSeen, scanMemory } from "./memory.ts";
import { factsOf, findingsOf, isFromText, rulesKey, type ScanRules } from "./scan_text.ts";
import { BUSYWORK, scanSources } from "./sources.ts";

/** The project, the rules and the mode of a constraint scan. */
export interface ScanRequest {
  readonly places: Places;
  readonly project: string;
  readonly rules: ScanRules;
  /** Epoch milliseconds, taken before the scan. */
  readonly nowMs: number;
  /** Whether to save nothing, as in a dry run. */
  readonly isDryRun?: boolean;
}

/** A finding, and whether it is acknowledged or new. */
export interface ScannedFinding extends Finding {
  readonly acknowledged: boolean;
  /** Whether the last scan did not find it; false for the first scan. */
  readonly isNew: boolean;
}

/** The result of a full scan. */
export interface ProjectScan {
  /** The most severe first, then by file and line. */
  readonly findings: readonly ScannedFinding[];
  readonly scannedAtMs: number;
  readonly source: TreeHead["source"];
  readonly files: {
    readonly total: number;
    /** Files that were read because they are new or changed. */
    readonly read: number;
    /** Files above 1 MiB, which are not read. */
    readonly large: number;
    readonly binary: number;
    /** Files and folders. */
    readonly unreadable: number;
    /** Whether there are more files than were visited. */
    readonly isCut: boolean;
  };
  /** What could not be read or saved, one sentence each. */
  readonly problems: readonly string[];
}

/** Findings saved; the limit keeps the record small, since hooks read it. */
const MAX_KEPT = 1_000;

/** Scans a project and saves the result. */
export async function scanProject(request: ScanRequest): Promise<ProjectScan> {
  const { places, project, rules, nowMs } = request;
  const memory = scanMemory(places, project);
  const last = memory.readHead();
  const reusable = last?.rules === rulesKey(rules) ? last : null;
  const scan = await scanFiles({
    project,
    scanner: {
      isListed: () => true,
      isRead: () => true,
      factsOf: (path, text) => factsOf(path, text, rules),
    },
    known: reusable === null ? new Map() : recall(memory.readTree(reusable), reusable),
    last: reusable,
    changes: null,
    nowMs,
    deadline: Infinity,
  });
  const sources = scanSources(project, places.claudeDir, [...scan.files.keys()]);
  const findings = sortFindings([
    ...[...scan.files.values()].flatMap(({ facts }) => findingsOf(facts) ?? []),
    ...sources.findings,
    ...BUSYWORK,
  ]);
  const problem = request.isDryRun ? null : keep(request, reusable, scan, findings);
  const seen = readSeen(memory);
  const ids = last && new Set(last.findings.map(({ id }) => id));
  return {
    findings: findings.map((finding) => ({
      ...finding,
      acknowledged: Object.hasOwn(seen, finding.id),
      isNew: ids !== null && !ids.has(finding.id),
    })),
    scannedAtMs: nowMs,
    source: scan.source,
    files: {
      total: scan.files.size,
      read: scan.read.text,
      large: scan.read.large,
      binary: scan.read.binary,
      unreadable: scan.read.unreadable + scan.unreadable,
      isCut: scan.isCut,
    },
    problems: [...sources.problems, ...problem === null ? [] : [problem]],
  };
}

/** Adds what hooks found since; files with unreadable facts are read again. */
function recall(
  files: Map<string, KnownFile>,
  { changed, watched }: LastScan,
): Map<string, KnownFile> {
  for (const [path, { facts }] of files) {
    if (findingsOf(facts) === null) files.set(path, { fingerprint: UNREAD, facts: "" });
  }
  for (const [path, facts] of Object.entries(changed)) {
    if (files.has(path)) files.set(path, { fingerprint: watched[path] ?? UNREAD, facts });
  }
  return files;
}

function keep(
  { places, project, rules, nowMs }: ScanRequest,
  last: LastScan | null,
  { files, index, source, isSame }: FileScan,
  findings: readonly Finding[],
): string | null {
  const isWritten = last !== null && isSame && Object.keys(last.changed).length === 0;
  const kept = findings.slice(0, MAX_KEPT);
  const watched = new Set(kept.filter(isFromText).map(({ file }) => file ?? ""));
  const outcome = scanMemory(places, project).write({
    version: 2,
    project,
    treeId: isWritten ? last.treeId : crypto.randomUUID(),
    index,
    source,
    files: files.size,
    lookedAtMs: nowMs,
    watched: fingerprintsOf(files, watched),
    rules: rulesKey(rules),
    findings: kept,
    changed: {},
    due: NOTHING_DUE,
  }, isWritten ? undefined : files);
  return outcome.kind === "failed" ? `the scan cannot be saved: ${outcome.why}` : null;
}

/**
 * Scans a project: reads every file once, both for constraints and for opportunities. Commands and
 * `ralph run` call it, and so does a separate process after a continuation. Not for hooks.
 */
import { failuresOf } from "../../error.ts";
import { findOpportunities, isExplored, listTasks } from "../../ideas/find.ts";
import { type FileFacts, readFacts } from "../../ideas/facts/facts.ts";
import { TreeView } from "../../ideas/checks/tree_view.ts";
import { isWritten } from "../../ideas/path_kind.ts";
import { join } from "@std/path";
import { freeLock } from "../../store/files/lock.ts";
import { openInFolder } from "../../store/files/atomic_file.ts";
import type { Places } from "../../store/places.ts";
import { readLastScan, scanFile, writeLastScan } from "../../ideas/tree/last_scan.ts";
import { listProjectFiles, type ProjectFiles, readFile } from "../../ideas/tree/project_file.ts";
import {
  CATEGORIES,
  type ConstraintFinding,
  isFinding,
  promptLinesOf,
  sortFindings,
} from "./finding.ts";
import { type ScanRules, scanText } from "./scan_text.ts";
import { readSeen } from "./last_findings.ts";

/** The project, the rules and the mode of a scan. */
export interface ScanRequest {
  readonly places: Places;
  readonly project: string;
  readonly rules: ScanRules;
  /** Epoch milliseconds, taken before the scan. */
  readonly nowMs: number;
  /** The loop's own files, from the project's root: their changes are not an opportunity. */
  readonly ownFiles?: readonly string[];
  /** True to save nothing. */
  readonly isDryRun?: boolean;
  /** When to stop reading files, by `performance.now()`. Default never. */
  readonly deadline?: number;
}

/** Limits of the saved result, since hooks read it. */
const MAX_FINDINGS = 1_000;
const MAX_OPPORTUNITIES = 500;

/** Maximum number of files that are listed in a project without git. */
const MAX_WALKED = 20_000;

/**
 * Scans a project again, unless another process is scanning it. A loop that was started with
 * `--skip-constraint-scan` still gets no findings. Nothing is reused, since checking that no file changed
 * takes as long as reading them all.
 *
 * @returns The findings that appeared and that are gone; null if nothing was compared.
 */
export async function scanAgain(request: ScanRequest) {
  const { places, project } = request;
  return await scanAlone(places, project, async () => {
    const last = readLastScan(places, project);
    const { findings } = await scanProject(request, last?.findings === null);
    const before = last?.findings?.filter(isFinding) ?? null;
    const now = findings.filter(({ acknowledged }) => !acknowledged);
    return before === null
      ? null
      : { appeared: without(now.slice(0, MAX_FINDINGS), before), gone: without(before, findings) };
  });
}

/** Returns the findings of a list that are not in another. */
function without(
  findings: readonly ConstraintFinding[],
  others: readonly ConstraintFinding[],
): ConstraintFinding[] {
  const ids = new Set(others.map(({ id }) => id));
  return findings.filter(({ id }) => !ids.has(id));
}

/** The result of a scan. */
export type ProjectScan = Awaited<ReturnType<typeof scanProject>>;

/**
 * Scans a project, and saves the result for the hooks.
 *
 * @param isWithoutFindings True if the hooks get opportunities only.
 */
export async function scanProject(
  request: ScanRequest,
  isWithoutFindings = false,
) {
  const { places, project, nowMs, ownFiles = [] } = request;
  const listed = await listProjectFiles(project, MAX_WALKED);
  const { facts, found, counts, isComplete } = readTexts(request, listed);
  const { files, isCut, source, unreadable } = listed;
  const findings = sortFindings(found);
  const explored = new Map([...files].filter(([path]) => isExplored(path)));
  const view = new TreeView(project, explored, facts, !isComplete);
  const opportunities = await findOpportunities(view, ownFiles);
  const problems = isCut
    ? [`only the first ${MAX_WALKED} files are scanned: without git it is unknown which count`]
    : [];
  const last = readLastScan(places, project);
  // A scan that began later may have ended earlier.
  const isOutdated = last !== null && last.beganAtMs > nowMs && last.beganAtMs <= Date.now();
  const seen = readSeen(places, project);
  const isSeen = (id: string) => Object.hasOwn(seen, id);
  const scan = {
    project,
    beganAtMs: nowMs,
    isComplete,
    findings: isWithoutFindings ? null : findings.slice(0, MAX_FINDINGS),
    forbids: isWithoutFindings ? [] : promptLinesOf(findings.filter(({ id }) => !isSeen(id))),
    opportunities: opportunities.slice(0, MAX_OPPORTUNITIES),
    cut: Math.max(0, opportunities.length - MAX_OPPORTUNITIES),
    problems,
  };
  const unsaved = request.isDryRun || isOutdated
    ? []
    : failuresOf([() => writeLastScan(places, scan)]);
  return {
    /** The most severe first, then by file and line. */
    findings: findings.map((finding) => ({
      ...finding,
      advice: CATEGORIES[finding.category].advice,
      acknowledged: isSeen(finding.id),
    })),
    /** The most valuable first. */
    opportunities,
    /** The project's tasks; none of them was run. */
    tasks: listTasks(view),
    scannedAtMs: nowMs,
    source,
    files: {
      total: files.size,
      read: counts.text,
      large: counts.large,
      binary: counts.binary,
      unreadable: counts.unreadable + unreadable,
      isCut,
    },
    /** Problems with reading and saving, one sentence each. */
    problems: [
      ...problems,
      ...unsaved.map((why) => `the scan cannot be saved: ${why}`),
    ],
  };
}

/** Reads each file once, for constraints and for facts. */
function readTexts({ project, rules, deadline = Infinity }: ScanRequest, { files }: ProjectFiles) {
  const counts = { text: 0, binary: 0, large: 0, unreadable: 0 };
  const found: ConstraintFinding[] = [];
  const facts = new Map<string, FileFacts>();
  for (const [path, { kind, size }] of files) {
    if (performance.now() > deadline) return { counts, found, facts, isComplete: false };
    if (kind !== "file") continue;
    const read = readFile(join(project, path), size);
    counts[read.kind]++;
    if (read.kind !== "text") continue;
    found.push(...scanText(path, read.text, rules));
    if (!isExplored(path) || !isWritten(path)) continue;
    const own = readFacts(path, read.text);
    if (Object.keys(own).length > 0) facts.set(path, own);
  }
  return { counts, found, facts, isComplete: true };
}

/**
 * Runs a scan unless another process is scanning this project.
 *
 * @returns The result of the scan; null if another process is scanning, or the lock cannot be taken.
 */
export async function scanAlone<T>(
  places: Places,
  project: string,
  scan: () => Promise<T>,
): Promise<T | null> {
  let file: Deno.FsFile;
  try {
    const path = scanFile(places, project, "lock");
    file = openInFolder(path, { create: true, read: true, write: true, mode: 0o600 });
  } catch {
    return null;
  }
  try {
    return file.tryLockSync(true) ? await scan() : null;
  } finally {
    freeLock(file);
  }
}

/**
 * The whole scan of a project: every file that changed is read, the rest is as it was found before.
 * Not for hooks.
 *
 * @module
 */
import type { Places } from "../store/places.ts";
import { BUSYWORK } from "./busywork.ts";
import { type Finding, sortFindings } from "./finding.ts";
import {
  fingerprintOf,
  infoOf,
  isChangedSince,
  readFile,
  UNKNOWN_FINGERPRINT,
} from "../tree/project_file.ts";
import {
  type LastScan,
  readLastScan,
  readSeen,
  readTree,
  type ScanPlaces,
  scanPlaces,
  writeLastScan,
  writeTree,
} from "./scan_store.ts";
import { scanSources } from "./sources.ts";
import { isFromText, rulesKey, type ScanRules, scanText } from "./scan_text.ts";
import { listFiles } from "../tree/tracked_files.ts";
import type { FileList } from "../tree/walk_files.ts";
import { findIndex, readIndexChecksum } from "../tree/tracked_index.ts";

/** Whose constraints. */
export interface ScanRequest {
  readonly places: Places;
  /** The resolved path of the project's root. */
  readonly project: string;
  readonly rules: ScanRules;
  /** Whether the result is not to be remembered, as in a dry run. */
  readonly isDryRun?: boolean;
}

/** A finding, and whether it was acknowledged or found before. */
export interface ScannedFinding extends Finding {
  readonly acknowledged: boolean;
  /** Whether the scan before did not find it; false where there was none. */
  readonly isNew: boolean;
}

/** What a scan found. */
export interface ProjectScan {
  /** The most severe first, then by file and line. */
  readonly findings: readonly ScannedFinding[];
  /** Unix milliseconds. */
  readonly scannedAtMs: number;
  /** Where the list of files comes from. */
  readonly source: FileList["source"];
  readonly files: {
    readonly total: number;
    /** Files that were read, since they are new or changed. */
    readonly read: number;
    /** Files above 1 MiB, which are not read. */
    readonly large: number;
    readonly binary: number;
    /** Files and folders. */
    readonly unreadable: number;
    /** Whether there are more files than were looked at. */
    readonly isCut: boolean;
  };
  /** What could not be kept, one sentence each: the next scan is slower then. */
  readonly problems: readonly string[];
}

/** More are a count: a record that a hook reads stays small. */
const MOST_KEPT = 1_000;

/**
 * Scans a project and remembers the result.
 *
 * @param request whose
 * @returns everything that was found
 */
export async function scanProject(request: ScanRequest): Promise<ProjectScan> {
  const { places, project, rules } = request;
  const at = scanPlaces(places, project);
  const before = readLastScan(at, project);
  const known = recall(at, before, rules);
  const { list, index } = await listOf(project, known);
  const scannedAtMs = Date.now();
  const tree = scanTree(request, list, known, scannedAtMs);
  const sources = scanSources(project, places.claudeDir, list.files);
  const findings = sortFindings([...tree.findings, ...sources, ...BUSYWORK]);
  const problems = request.isDryRun
    ? []
    : keep(at, request, { scannedAtMs, findings, index, known, tree });
  const seen = readSeen(at, project).ids;
  const ids = before === null ? null : new Set(before.findings.map(({ id }) => id));
  return {
    findings: findings.map((finding) => ({
      ...finding,
      acknowledged: Object.hasOwn(seen, finding.id),
      isNew: ids !== null && !ids.has(finding.id),
    })),
    scannedAtMs,
    source: list.source,
    files: {
      ...tree.counts,
      total: list.files.length,
      unreadable: tree.counts.unreadable + list.unreadable,
      isCut: list.isCut,
    },
    problems,
  };
}

interface _Known {
  /** The scan that it comes from; null where nothing can be reused. */
  readonly scan: LastScan | null;
  /** Every file that was listed, by path, in the order of the list. */
  readonly fingerprints: ReadonlyMap<string, string>;
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
}

const NOTHING_KNOWN: _Known = { scan: null, fingerprints: new Map(), findings: new Map() };

/** The findings of a file count only where all of them were kept. */
function recall(at: ScanPlaces, before: LastScan | null, rules: ScanRules): _Known {
  if (before === null || before.rules !== rulesKey(rules) || before.cut > 0) return NOTHING_KNOWN;
  const fingerprints = readTree(at, before.scan_id);
  if (fingerprints.size === 0) return NOTHING_KNOWN;
  for (const [file, fingerprint] of Object.entries(before.since)) {
    if (fingerprints.has(file)) fingerprints.set(file, fingerprint);
  }
  const findings = Map.groupBy(before.findings.filter(isFromText), ({ file }) => file ?? "");
  return { scan: before, fingerprints, findings };
}

/** An index that did not change names the same files: taking it apart is most of a scan's work. */
async function listOf(
  project: string,
  { scan, fingerprints }: _Known,
): Promise<{ list: FileList; index: string | null }> {
  const place = findIndex(project);
  const index = place === null ? null : readIndexChecksum(place.path);
  if (scan !== null && index !== null && scan.index === index) {
    const files = [...fingerprints.keys()];
    return { list: { files, source: "git", unreadable: 0, isCut: false }, index };
  }
  const list = await listFiles(project);
  const isWhole = list.source === "git" && !list.files.some((file) => /[\r\n\t]/.test(file));
  return { list, index: isWhole ? index : null };
}

interface _Tree {
  readonly findings: Finding[];
  readonly fingerprints: Map<string, string>;
  readonly counts: { read: number; large: number; binary: number; unreadable: number };
  /** Whether every file is as it was known. */
  readonly isSame: boolean;
}

function scanTree(
  { project, rules }: ScanRequest,
  list: FileList,
  known: _Known,
  nowMs: number,
): _Tree {
  const findings: Finding[] = [];
  const fingerprints = new Map<string, string>();
  const counts = { read: 0, large: 0, binary: 0, unreadable: 0 };
  let same = 0;
  for (const file of list.files) {
    const info = infoOf(project, file);
    const fingerprint = info === null ? UNKNOWN_FINGERPRINT : fingerprintOf(info);
    if (info !== null && known.fingerprints.get(file) === fingerprint) {
      same++;
      fingerprints.set(file, fingerprint);
      findings.push(...(known.findings.get(file) ?? []));
      continue;
    }
    const isSure = info !== null && !isChangedSince(info, nowMs);
    fingerprints.set(file, isSure ? fingerprint : UNKNOWN_FINGERPRINT);
    const read = info === null ? null : readFile(project, file, info.size);
    if (read === null) continue;
    if (read.kind !== "text") {
      counts[read.kind]++;
      continue;
    }
    counts.read++;
    findings.push(...scanText(file, read.text, rules));
  }
  const isSame = same === fingerprints.size && same === known.fingerprints.size;
  return { findings, fingerprints, counts, isSame };
}

interface _Kept {
  readonly scannedAtMs: number;
  readonly findings: readonly Finding[];
  readonly index: string | null;
  readonly known: _Known;
  readonly tree: _Tree;
}

function keep(at: ScanPlaces, { project, rules }: ScanRequest, kept: _Kept): string[] {
  const { scannedAtMs, findings, index, known, tree } = kept;
  const isWritten = tree.isSame && known.scan !== null &&
    Object.keys(known.scan.since).length === 0;
  const scanId = isWritten && known.scan !== null
    ? known.scan.scan_id
    : `scan ${scannedAtMs} ${crypto.randomUUID()}`;
  const outcomes = [
    ...(isWritten ? [] : [writeTree(at, scanId, tree.fingerprints)]),
    writeLastScan(at, {
      version: 1,
      project,
      scan_id: scanId,
      rules: rulesKey(rules),
      index,
      scanned_at_ms: scannedAtMs,
      findings: findings.slice(0, MOST_KEPT),
      cut: Math.max(0, findings.length - MOST_KEPT),
      since: {},
    }),
  ];
  return outcomes.flatMap((outcome) =>
    outcome.kind === "failed" ? [`the scan cannot be remembered: ${outcome.why}`] : []
  );
}

/**
 * What the scanner remembers between two scans, in the home folder: never in the project, where
 * anybody could put a false result.
 *
 * `last.json` holds the last result, `tree.txt` a line for each file with its fingerprint,
 * `folders.txt` the folders; all three carry the scan's id. `seen.json` holds what was acknowledged.
 *
 * @module
 */
import { join } from "@std/path";
import { writeAtomic, type WriteOutcome } from "../store/files/atomic_file.ts";
import { readRecord, type RecordShape, writeRecord } from "../store/records/json_record.ts";
import { readLineShare } from "../tree/line_share.ts";
import { type Places, projectHash } from "../store/places.ts";
import { removeFile } from "../store/files/presence.ts";
import {
  anything,
  checked,
  choice,
  dictionary,
  list,
  nullable,
  number,
  object,
  schemaOf,
  type Shape,
  type ShapeOf,
  text,
} from "../store/records/shape.ts";
import { readText } from "../store/files/text_file.ts";
import { type Finding, isFinding } from "./finding.ts";
import { type Due, NOTHING_DUE } from "../tree/look_queue.ts";

/** Some 500,000 files: more than any walk lists. */
const LARGEST_TREE_BYTES = 64 << 20;

/** Cheaper than a schema for each: a hook reads up to a thousand of them. */
const Findings = checked(
  anything,
  (value) => Array.isArray(value) && value.every(isFinding),
  "a list of findings",
) as Shape<readonly Finding[]>;

const LastScanShape = object({
  version: choice(1),
  project: text,
  /** The same in all files of one scan. */
  scan_id: text,
  /** The rules that the findings come from; other rules find something else. */
  rules: text,
  /** The checksum of the index that the list of files comes from; null where there is none. */
  index: nullable(text),
  /** When the whole tree was looked at, Unix milliseconds: files changed before are as found. */
  scanned_at_ms: number,
  findings: Findings,
  /** Findings that are not kept, because there are too many. */
  cut: number,
  /** Files that hooks looked at since, by path, with their fingerprints. */
  since: dictionary(text),
});

/** The last result. */
export type LastScan = ShapeOf<typeof LastScanShape>;

const LAST_SCAN: RecordShape<LastScan> = { version: 1, schema: schemaOf(LastScanShape) };

const SeenShape = object({
  version: choice(1),
  project: text,
  /** Ids that were acknowledged, with the time in ISO 8601. */
  ids: dictionary(text),
});

/** What was acknowledged. */
export type Seen = ShapeOf<typeof SeenShape>;

const DueShape = object({
  version: choice(1),
  project: text,
  /** The scan that they belong to. */
  scan_id: text,
  once: list(text),
  twice: list(text),
});

const DUE: RecordShape<ShapeOf<typeof DueShape>> = { version: 1, schema: schemaOf(DueShape) };

const SEEN: RecordShape<Seen> = { version: 1, schema: schemaOf(SeenShape) };

/** The files of one project's scans. */
export interface ScanPlaces {
  readonly last: string;
  readonly tree: string;
  readonly folders: string;
  readonly seen: string;
  /** What the last continuation had no time for; missing where it had time for all. */
  readonly due: string;
}

/**
 * The places of one project's scans.
 *
 * @param places the home's places
 * @param project the resolved path of the project's root
 * @returns the files
 */
export function scanPlaces(places: Places, project: string): ScanPlaces {
  const dir = join(places.ralphHome, "constraints", projectHash(project));
  return {
    last: join(dir, "last.json"),
    tree: join(dir, "tree.txt"),
    folders: join(dir, "folders.txt"),
    seen: join(dir, "seen.json"),
    due: join(dir, "due.json"),
  };
}

/**
 * The last result.
 *
 * @param at the project's scan places
 * @param project its root, since a hash may stand for two
 * @returns the result; null where there is none that can be used
 */
export function readLastScan(at: ScanPlaces, project: string): LastScan | null {
  const read = readRecord(at.last, LAST_SCAN);
  return read.kind === "ok" && read.value.project === project ? read.value : null;
}

/**
 * Keeps a result.
 *
 * @param at the project's scan places
 * @param scan the result
 * @returns that it is written, or why not: then the next scan is slower, and nothing else
 */
export function writeLastScan(at: ScanPlaces, scan: LastScan): WriteOutcome {
  return writeRecord(at.last, scan);
}

/**
 * What the last continuation had no time for.
 *
 * @param at the project's scan places
 * @param last the scan that continuations build on
 * @returns nothing where all was looked at, or it belongs to another scan
 */
export function readDue(at: ScanPlaces, last: LastScan): Due {
  const read = readRecord(at.due, DUE);
  if (read.kind !== "ok") return NOTHING_DUE;
  const { project, scan_id, once, twice } = read.value;
  return project === last.project && scan_id === last.scan_id ? { once, twice } : NOTHING_DUE;
}

/**
 * Keeps what a continuation had no time for.
 *
 * @param at the project's scan places
 * @param last the scan that continuations build on
 * @param due what is left; nothing removes the file
 */
export function writeDue(at: ScanPlaces, last: LastScan, due: Due): WriteOutcome {
  if (due.once.length + due.twice.length === 0) return removeFile(at.due);
  const { project, scan_id } = last;
  return writeRecord(at.due, {
    version: 1,
    project,
    scan_id,
    once: [...due.once],
    twice: [...due.twice],
  });
}

/**
 * Forgets the last result, so that the continuations have none (`--skip-constraint-scan`).
 *
 * @param at the project's scan places
 * @returns that it is gone, or why not
 */
export function forgetScan(at: ScanPlaces): WriteOutcome {
  return removeFile(at.last);
}

/**
 * Keeps the tree of a scan.
 *
 * @param at the project's scan places
 * @param scanId the scan
 * @param fingerprints by path; paths with line breaks are left out, and so are always read
 * @returns that it is written, or why not
 */
export function writeTree(
  at: ScanPlaces,
  scanId: string,
  fingerprints: ReadonlyMap<string, string>,
): WriteOutcome {
  const folders = new Set<string>([""]);
  const lines = [scanId];
  for (const [path, fingerprint] of fingerprints) {
    if (/[\r\n\t]/.test(path)) continue;
    lines.push(`${fingerprint}\t${path}`);
    folders.add(path.slice(0, path.lastIndexOf("/") + 1));
  }
  const written = writeAtomic(at.tree, `${lines.join("\n")}\n`);
  if (written.kind === "failed") return written;
  return writeAtomic(at.folders, `${[scanId, ...folders].join("\n")}\n`);
}

/**
 * The fingerprints of a scan.
 *
 * @param at the project's scan places
 * @param scanId the scan
 * @returns by path; empty where they are another scan's
 */
export function readTree(at: ScanPlaces, scanId: string): Map<string, string> {
  const [id, ...lines] = readLines(at.tree);
  const fingerprints = new Map<string, string>();
  if (id !== scanId) return fingerprints;
  for (const line of lines) {
    const tab = line.indexOf("\t");
    if (tab > 0) fingerprints.set(line.slice(tab + 1), line.slice(0, tab));
  }
  return fingerprints;
}

/**
 * The folders of a scan.
 *
 * @param at the project's scan places
 * @param scanId the scan
 * @returns paths with `/` at their end, the root empty; null where they are another scan's
 */
export function readFolders(at: ScanPlaces, scanId: string): string[] | null {
  const [id, ...folders] = readLines(at.folders);
  return id === scanId ? folders.slice(0, -1) : null;
}

/**
 * The tree of a scan as it is written: a line `FINGERPRINT<tab>PATH` for each file.
 *
 * @param at the project's scan places
 * @param scanId the scan
 * @returns empty where it is another scan's
 */
export function readTreeText(at: ScanPlaces, scanId: string): string {
  const text = readWhole(at.tree);
  return text.startsWith(`${scanId}\n`) ? text : "";
}

/**
 * A share of the files of a scan: another one each turn, all of them after some turns.
 *
 * @param at the project's scan places
 * @param scanId the scan
 * @param turn counts the turns
 * @returns paths; null where they are another scan's
 */
export function readTreeShare(at: ScanPlaces, scanId: string, turn: number): string[] | null {
  const lines = readLineShare(at.tree, scanId, turn, SHARE);
  return lines?.map((line) => line.slice(line.indexOf("\t") + 1)) ?? null;
}

/** About 250 files; a line is shorter than the seam. */
const SHARE = { share: 16_384, seam: 4_608 };

/**
 * What was acknowledged.
 *
 * @param at the project's scan places
 * @param project its root
 * @returns ids with their times; empty where nothing was
 */
export function readSeen(at: ScanPlaces, project: string): Seen {
  const read = readRecord(at.seen, SEEN);
  return read.kind === "ok" && read.value.project === project
    ? read.value
    : { version: 1, project, ids: {} };
}

/**
 * Keeps what was acknowledged. Call it under the project's lock.
 *
 * @param at the project's scan places
 * @param seen all of it
 */
export function writeSeen(at: ScanPlaces, seen: Seen): WriteOutcome {
  return writeRecord(at.seen, seen);
}

function readLines(path: string): string[] {
  return readWhole(path).split("\n");
}

function readWhole(path: string): string {
  const read = readText(path, LARGEST_TREE_BYTES);
  return read.kind === "text" ? read.text : "";
}

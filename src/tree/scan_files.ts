/**
 * Updates what is remembered of a project's files: lists them, and reads what changed. What does not fit
 * into the time comes first in the next scan.
 */
import { readIndexChecksum } from "./git_index.ts";
import { readTracked } from "./index_entries.ts";
import type { KnownFile, TreeHead } from "./memory.ts";
import { fingerprintToKeep, folderOf, RACY, readFile, stateOf, UNREAD } from "./project_file.ts";
import { walkFiles } from "./walk_files.ts";

/** Files that are read whatever the time, so that short scans make progress. */
const MIN_READ = 100;

/** Which files a scanner reads, and what it finds in them. */
export interface Scanner {
  /** Whether a file counts. */
  readonly isListed: (path: string) => boolean;
  /** Whether it is read; of other files only the presence counts. */
  readonly isRead: (path: string) => boolean;
  /** Finds something in a file's text: JSON; empty for nothing. */
  readonly factsOf: (path: string, text: string) => string;
}

/** What may have changed since the last scan. */
export interface Changes {
  readonly folders: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
}

/** The project and scanner of a scan, and what the last scan remembered. */
export interface FileScanRequest {
  readonly project: string;
  readonly scanner: Scanner;
  /** The files of the last scan by path; empty where nothing can be reused. */
  readonly known: Map<string, KnownFile>;
  readonly last: Pick<TreeHead, "index" | "source"> | null;
  /** Null for everything. */
  readonly changes: Changes | null;
  /** When the scan began, epoch milliseconds. */
  readonly nowMs: number;
  /** When it should end, by `performance.now()`. */
  readonly deadline: number;
  /** Most files of a walk without git. Default 200,000. */
  readonly mostWalked?: number;
}

/** The files of a project after a scan, and how they differ from the last one. */
export interface FileScan extends Pick<TreeHead, "index" | "source"> {
  readonly files: Map<string, KnownFile>;
  /** Whether there are more files than are listed. */
  readonly isCut: boolean;
  /** Whether every file is as it was remembered. */
  readonly isSame: boolean;
  /** How many files have changed content. */
  readonly changes: number;
  /** Folders that could not be listed. */
  readonly unreadable: number;
  /** How many files were due to be read, by the outcome. */
  readonly read: Readonly<Record<"text" | "binary" | "large" | "unreadable" | "skipped", number>>;
  /** Whether the time was enough for all that may have changed. */
  readonly hasSeenChanged: boolean;
}

/**
 * Scans files.
 *
 * @returns Every file, updated as far as the time was enough.
 */
export async function scanFiles(request: FileScanRequest): Promise<FileScan> {
  const { project, scanner, nowMs, deadline } = request;
  const { files, isSameList, ...list } = await listAgain(request);
  const read = { text: 0, binary: 0, large: 0, unreadable: 0, skipped: 0 };
  const { changed, due } = filesToVisit(files, request.changes);
  let [visits, visited, changes, kept] = [0, 0, 0, 0];
  const isTimed = deadline < Infinity;
  for (const path of [...changed, ...due]) {
    if (isTimed && visited >= MIN_READ && performance.now() > deadline) break;
    visits++;
    const known = files.get(path);
    const state = stateOf(`${project}/${path}`);
    if (known === undefined || known.fingerprint === state.fingerprint) continue;
    let facts = "";
    if (state.info !== null) {
      visited++;
      const text = readText(`${project}/${path}`, scanner.isRead(path), state.info.size, read);
      if (text !== null) facts = scanner.factsOf(path, text);
    }
    const isOther = `${state.fingerprint}${RACY}` !== known.fingerprint || facts !== known.facts;
    if (isOther) changes++;
    const fingerprint = fingerprintToKeep(state, nowMs);
    if (isOther || fingerprint !== known.fingerprint) kept++;
    files.set(path, { fingerprint, facts });
  }
  const isSame = isSameList && kept === 0;
  return { ...list, files, isSame, changes, read, hasSeenChanged: visits >= changed.length };
}

function readText(
  path: string,
  isRead: boolean,
  size: number,
  counts: Record<keyof FileScan["read"], number>,
): string | null {
  const read = isRead ? readFile(path, size) : { kind: "skipped" as const };
  counts[read.kind]++;
  return read.kind === "text" ? read.text : null;
}

/**
 * Lists the files if the memory's list may have changed: an unchanged index names the same files, and
 * so do unchanged folders without git. Parsing an index is most of a scan's work.
 */
async function listAgain(
  { project, scanner, known, last, changes, mostWalked }: FileScanRequest,
): Promise<
  Pick<FileScan, "files" | "index" | "source" | "isCut" | "unreadable"> & { isSameList: boolean }
> {
  const index = readIndexChecksum(project);
  if (last !== null && known.size > 0 && last.index === index) {
    const isSame = last.source === "git" ? index !== null : changes?.folders.size === 0;
    const list = { index, source: last.source, isCut: false, unreadable: 0 };
    if (isSame) return { ...list, files: known, isSameList: true };
  }
  const { files: all, ...list } = await listFiles(project, mostWalked);
  const unread: KnownFile = { fingerprint: UNREAD, facts: "" };
  const files = new Map(
    all.filter(scanner.isListed).map((path) => [path, known.get(path) ?? unread]),
  );
  const isSameList = files.size === known.size &&
    [...files.keys()].every((path) => known.has(path));
  return { ...list, index, files, isSameList };
}

/** Lists what git tracks; walks if the index is missing, unreadable or empty for this folder. */
async function listFiles(project: string, mostWalked?: number) {
  const tracked = readTracked(project);
  if (tracked === null || tracked.files.size === 0) {
    return { source: "walk" as const, ...await walkFiles(project, mostWalked) };
  }
  const files = [...tracked.files.keys()];
  return { source: "git" as const, files, unreadable: 0, isCut: false };
}

/** Unread files come last, and documents first among them: most checks need documents. */
function filesToVisit(
  files: ReadonlyMap<string, KnownFile>,
  changes: Changes | null,
): { changed: string[]; due: string[] } {
  const documents: string[] = [];
  const others: string[] = [];
  const changed: string[] = [];
  for (const [path, known] of files) {
    if (isDue(known)) (path.endsWith(".md") ? documents : others).push(path);
    else if (changes === null || changes.files.has(path) || changes.folders.has(folderOf(path))) {
      changed.push(path);
    }
  }
  return { changed, due: [...documents, ...others] };
}

/**
 * Whether a file has to be read at the next scan, whether it changes or not.
 *
 * @returns True if it was not read, or may have changed without a trace.
 */
export function isDue({ fingerprint }: KnownFile): boolean {
  return fingerprint === UNREAD || fingerprint.endsWith(RACY);
}

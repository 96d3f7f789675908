/**
 * Brings what is known of a project's files up to date: lists them, and reads what changed. What the
 * time is too short for comes first the next time.
 *
 * @module
 */
import { readIndexChecksum } from "./git_index.ts";
import { readTracked } from "./index_entries.ts";
import type { KnownFile, TreeHead } from "./memory.ts";
import { fingerprintToKeep, folderOf, RACY, readFile, stateOf, UNREAD } from "./project_file.ts";
import { walkFiles } from "./walk_files.ts";

/** However short the time is, the next scan is not to begin where this one did. */
const MIN_READ = 100;

/** What a scanner makes of files. */
export interface Scanner {
  /** Whether a file counts. */
  readonly isListed: (path: string) => boolean;
  /** Whether it is read; of the others it is only known that they are there. */
  readonly isRead: (path: string) => boolean;
  /** Finds something in a file's text: JSON; empty for nothing. */
  readonly factsOf: (path: string, text: string) => string;
}

/** What may have changed since the last scan. */
export interface Changes {
  readonly folders: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
}

/** What to scan. */
export interface FileScanRequest {
  /** The resolved path of the project's root. */
  readonly project: string;
  readonly scanner: Scanner;
  /** The files of the last scan by path; empty where nothing can be reused. */
  readonly known: Map<string, KnownFile>;
  readonly last: Pick<TreeHead, "index" | "source"> | null;
  /** Null for everything. */
  readonly changes: Changes | null;
  /** When the scan began, Unix milliseconds. */
  readonly nowMs: number;
  /** When it should end, by `performance.now()`. */
  readonly deadline: number;
  /** Where a walk without git ends. Default 200,000 */
  readonly mostWalked?: number;
}

/** What a scan found. */
export interface FileScan extends Pick<TreeHead, "index" | "source"> {
  readonly files: Map<string, KnownFile>;
  /** Whether there are more files than are listed. */
  readonly isCut: boolean;
  /** Whether every file is as it was known. */
  readonly isSame: boolean;
  /** How many files have other content than they had. */
  readonly changes: number;
  /** Folders that could not be listed. */
  readonly unreadable: number;
  /** How many files were to be read, by what came of it. */
  readonly read: Readonly<Record<"text" | "binary" | "large" | "unreadable" | "skipped", number>>;
  /** Whether the time was enough for all that may have changed. */
  readonly hasSeenChanged: boolean;
}

/**
 * Scans files.
 *
 * @param request What to scan.
 * @returns Every file, up to date as far as the time was enough.
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
 * Lists the files, where the memory's list may have changed: an index that did not change names the same
 * files, and without git folders that did not change do. Taking an index apart is most of a scan's work.
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

/** What git tracks; a walk where there is no index, it cannot be read, or it knows nothing of this folder. */
async function listFiles(project: string, mostWalked?: number) {
  const tracked = readTracked(project);
  if (tracked === null || tracked.files.size === 0) {
    return { source: "walk" as const, ...await walkFiles(project, mostWalked) };
  }
  const files = [...tracked.files.keys()];
  return { source: "git" as const, files, unreadable: 0, isCut: false };
}

/** What was not read yet comes last, and of that documents first: the most checks need them. */
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
 * @param known What is remembered of it.
 * @returns True where it was not read, or may have changed again without a trace.
 */
export function isDue({ fingerprint }: KnownFile): boolean {
  return fingerprint === UNREAD || fingerprint.endsWith(RACY);
}

/**
 * The scan of a continuation: the last whole scan, brought up to date within a hard budget. Part of
 * the Stop hook; no process, no throw.
 *
 * Looked at, in this order: the files with findings, those that an earlier continuation saw change,
 * folders that changed since the scan (an editor that replaces a file changes its folder), and a
 * share of all files in turn (a program that writes into a file changes nothing else). A folder or
 * file that did not change costs one look at its times, whatever is in it.
 *
 * @module
 */
import { messageOf } from "../error.ts";
import type { Places } from "../store/places.ts";
import { type Finding, sortFindings } from "./finding.ts";
import { findIndex } from "../tree/tracked_index.ts";
import { type IndexLookup, openIndex } from "../tree/index_lookup.ts";
import { type Due, LookQueue, NOTHING_DUE } from "../tree/look_queue.ts";
import {
  fingerprintOf,
  infoOf,
  isChangedSince,
  readFile,
  UNKNOWN_FINGERPRINT,
} from "../tree/project_file.ts";
import { isFromText, rulesKey, type ScanRules, scanText } from "./scan_text.ts";
import {
  type LastScan,
  readDue,
  readFolders,
  readLastScan,
  readSeen,
  readTreeShare,
  readTreeText,
  type ScanPlaces,
  scanPlaces,
  writeDue,
  writeLastScan,
} from "./scan_store.ts";

/** Whose constraints. */
export interface ContinuationScanRequest {
  readonly places: Places;
  /** The resolved path of the project's root. */
  readonly project: string;
  readonly rules: ScanRules;
  /** Counts continuations, so that each looks at another share of the files. */
  readonly turn: number;
  /** Milliseconds; past them the rest is left to the next continuation. Default 8. */
  readonly budgetMs?: number;
}

/** What holds at a continuation. */
export interface ContinuationScan {
  /** Without what was acknowledged; the most severe first. */
  readonly findings: readonly Finding[];
  /** When the whole tree was last looked at, Unix milliseconds; null where it never was. */
  readonly scannedAtMs: number | null;
  /** False where the budget ran out before everything due was looked at. */
  readonly isCurrent: boolean;
  /** Whether it is not current, and the next two continuations will not catch up. */
  readonly isLate: boolean;
  /** Why there is no result, one sentence; null where there is one. */
  readonly problem: string | null;
}

const BUDGET_MS = 8;

/** Of more folders, and of more files with findings, one continuation looks at a share. */
const FOLDER_SHARE = 500;
const KNOWN_SHARE = 500;

/** How the project's root is written among the paths to look at. */
const ROOT = "./";

/** More changed files than that are a matter for the next whole scan. */
const MOST_SINCE = 500;

/**
 * Brings the last scan up to date.
 *
 * @param request whose
 * @returns what holds now; without a scan before (`ralph start` makes one) nothing
 */
export function scanForContinuation(request: ContinuationScanRequest): ContinuationScan {
  const nothing = { findings: [], scannedAtMs: null, isCurrent: false, isLate: false };
  const deadline = performance.now() + (request.budgetMs ?? BUDGET_MS);
  try {
    const at = scanPlaces(request.places, request.project);
    const last = readLastScan(at, request.project);
    if (last === null) return { ...nothing, problem: null };
    const { findings, isCurrent, isLate } = update(request, at, last, deadline);
    const seen = readSeen(at, request.project).ids;
    return {
      findings: findings.filter(({ id }) => !Object.hasOwn(seen, id)),
      scannedAtMs: last.scanned_at_ms,
      isCurrent,
      isLate,
      problem: null,
    };
  } catch (error) {
    return { ...nothing, problem: `the constraints were left out: ${messageOf(error)}` };
  }
}

interface Updated {
  readonly findings: readonly Finding[];
  readonly isCurrent: boolean;
  readonly isLate: boolean;
}

function update(
  request: ContinuationScanRequest,
  at: ScanPlaces,
  last: LastScan,
  deadline: number,
): Updated {
  // Other rules, or a clock that was set back: nothing can be compared.
  if (last.rules !== rulesKey(request.rules) || Date.now() < last.scanned_at_ms) {
    return { findings: last.findings, isCurrent: false, isLate: true };
  }
  const look = new Look(request, at, last, readDue(at, last), deadline);
  const { isCurrent, isLate } = look.look();
  if (!look.hasNews) return { findings: last.findings, isCurrent, isLate };
  const result = look.result();
  writeLastScan(at, result);
  return { findings: result.findings, isCurrent, isLate };
}

/** One look at what may have changed. */
class Look {
  readonly #request: ContinuationScanRequest;
  readonly #at: ScanPlaces;
  readonly #last: LastScan;
  readonly #due: Due;
  readonly #deadline: number;
  readonly #found: Map<string, readonly Finding[]>;
  readonly #since: Map<string, string>;
  #tree: string | null = null;
  #index: IndexLookup | null = null;
  #prefix = "";
  #isFull = false;
  /** Whether the result differs from the last. */
  hasNews = false;

  constructor(
    request: ContinuationScanRequest,
    at: ScanPlaces,
    last: LastScan,
    due: Due,
    deadline: number,
  ) {
    this.#request = request;
    this.#at = at;
    this.#last = last;
    this.#due = due;
    this.#deadline = deadline;
    this.#found = Map.groupBy(last.findings.filter(isFromText), ({ file }) => file ?? "");
    this.#since = new Map(Object.entries(last.since));
  }

  /** Looks at what is due, what is known, and shares of the rest; keeps what there is no time for. */
  look(): Pick<Updated, "isCurrent" | "isLate"> {
    const { turn } = this.#request;
    const known = [...new Set([...this.#since.keys(), ...this.#found.keys()])];
    const folders = readFolders(this.#at, this.#last.scan_id);
    const share = readTreeShare(this.#at, this.#last.scan_id, turn);
    const knownShare = shareOf(known, turn, KNOWN_SHARE);
    const fresh = [
      ...knownShare,
      ...shareOf(folders ?? [], turn, FOLDER_SHARE).map((folder) => folder || ROOT),
      ...share ?? [],
    ];
    const queue = new LookQueue(this.#due, fresh, () => performance.now() > this.#deadline);
    const listed = new Set(folders);
    for (const path of queue.take()) {
      if (path.endsWith("/")) this.#folder(path === ROOT ? "" : path, listed, queue);
      else this.#file(path, queue);
    }
    const { left } = queue;
    const isDone = left.once.length + left.twice.length === 0;
    if (!isDone || this.#due !== NOTHING_DUE) writeDue(this.#at, this.#last, left);
    const isLate = this.#isFull || queue.isCut || folders === null || share === null;
    return { isCurrent: isDone && !isLate && knownShare.length === known.length, isLate };
  }

  /** The record with what was seen. */
  result(): LastScan {
    const others = this.#last.findings.filter((finding) => !isFromText(finding));
    return {
      ...this.#last,
      findings: sortFindings([...others, ...[...this.#found.values()].flat()]),
      since: Object.fromEntries(this.#since),
    };
  }

  #file(file: string, queue: LookQueue): void {
    const info = infoOf(this.#request.project, file);
    if (info === null) return this.#note(file, [], null);
    const before = this.#since.get(file);
    const fingerprint = fingerprintOf(info);
    if (before === fingerprint) return;
    if (before === undefined && !isChangedSince(info, this.#last.scanned_at_ms)) return;
    if (before === undefined && this.#since.size >= MOST_SINCE) {
      this.#isFull = true;
      return;
    }
    const read = readFile(this.#request.project, file, info.size);
    if (read.kind === "text") queue.noteBytes(info.size);
    const found = read.kind === "text" ? scanText(file, read.text, this.#request.rules) : [];
    const isRacy = isChangedSince(info, Date.now());
    this.#note(file, found, isRacy ? UNKNOWN_FINGERPRINT : fingerprint);
  }

  #note(file: string, found: readonly Finding[], fingerprint: string | null): void {
    const before = this.#found.get(file) ?? [];
    const isSame = JSON.stringify(before) === JSON.stringify(found);
    if (isSame && this.#since.get(file) === (fingerprint ?? undefined)) return;
    this.hasNews = true;
    if (found.length === 0) this.#found.delete(file);
    else this.#found.set(file, found);
    if (fingerprint === null) this.#since.delete(file);
    else this.#since.set(file, fingerprint);
  }

  /** What is in a folder that changed: its files, and folders that the scan did not know. */
  #folder(folder: string, listed: ReadonlySet<string>, queue: LookQueue): void {
    const info = lookAt(`${this.#request.project}/${folder}`);
    const isNew = !listed.has(folder);
    if (info === null || !isNew && !isChangedSince(info, this.#last.scanned_at_ms)) return;
    for (const { name, isFile, isDirectory } of entriesOf(`${this.#request.project}/${folder}`)) {
      const path = `${folder}${name}`;
      if (isFile && this.#isListed(path)) queue.add(path);
      const isUnknown = isDirectory && !listed.has(`${path}/`);
      if (isUnknown && this.#lookup().hasFolder(`${this.#prefix}${path}/`)) queue.add(`${path}/`);
    }
  }

  #isListed(file: string): boolean {
    return this.#treeText().includes(`\t${file}\n`) ||
      this.#lookup().hasFile(this.#prefix + file);
  }

  #treeText(): string {
    return this.#tree ??= readTreeText(this.#at, this.#last.scan_id);
  }

  #lookup(): IndexLookup {
    if (this.#index === null) {
      const found = findIndex(this.#request.project);
      this.#index = found === null ? NO_INDEX : openIndex(found.path);
      this.#prefix = found?.prefix ?? "";
    }
    return this.#index;
  }
}

const NO_INDEX: IndexLookup = { hasFile: () => false, hasFolder: () => false };

/** All of a few things; of many, another share each turn. */
function shareOf<T>(things: readonly T[], turn: number, most: number): readonly T[] {
  if (things.length <= most) return things;
  const from = (turn * most) % things.length;
  const share = things.slice(from, from + most);
  return share.length === most ? share : [...share, ...things.slice(0, most - share.length)];
}

function lookAt(path: string): Deno.FileInfo | null {
  try {
    return Deno.lstatSync(path);
  } catch {
    return null;
  }
}

function entriesOf(path: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(path)];
  } catch {
    return [];
  }
}

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
import { messageOf } from "../store/error.ts";
import type { Places } from "../store/places.ts";
import { type Finding, sortFindings } from "./finding.ts";
import { findIndex } from "../store/tracked_index.ts";
import { type IndexLookup, openIndex } from "./index_lookup.ts";
import {
  fingerprintOf,
  infoOf,
  isChangedSince,
  readFile,
  UNKNOWN_FINGERPRINT,
} from "../store/project_file.ts";
import { isFromText, rulesKey, type ScanRules, scanText } from "./scan_text.ts";
import {
  type LastScan,
  readFolders,
  readLastScan,
  readSeen,
  readTreeShare,
  readTreeText,
  type ScanPlaces,
  scanPlaces,
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
  /** Milliseconds; past them the last result stands. Default 8. */
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
  /** Why there is no result, one sentence; null where there is one. */
  readonly problem: string | null;
}

const BUDGET_MS = 8;

/** Of more folders, and of more files with findings, one continuation looks at a share. */
const FOLDER_SHARE = 500;
const KNOWN_SHARE = 500;

/** More changed files than that are a matter for the next whole scan. */
const MOST_SINCE = 500;

/**
 * Brings the last scan up to date.
 *
 * @param request whose
 * @returns what holds now; without a scan before (`ralph start` makes one) nothing
 */
export function scanForContinuation(request: ContinuationScanRequest): ContinuationScan {
  const nothing = { findings: [], scannedAtMs: null, isCurrent: false };
  const deadline = performance.now() + (request.budgetMs ?? BUDGET_MS);
  try {
    const at = scanPlaces(request.places, request.project);
    const last = readLastScan(at, request.project);
    if (last === null) return { ...nothing, problem: null };
    const { findings, isCurrent } = update(request, at, last, deadline);
    const seen = readSeen(at, request.project).ids;
    return {
      findings: findings.filter(({ id }) => !Object.hasOwn(seen, id)),
      scannedAtMs: last.scanned_at_ms,
      isCurrent,
      problem: null,
    };
  } catch (error) {
    return { ...nothing, problem: `the constraints were left out: ${messageOf(error)}` };
  }
}

function update(
  request: ContinuationScanRequest,
  at: ScanPlaces,
  last: LastScan,
  deadline: number,
): { findings: readonly Finding[]; isCurrent: boolean } {
  // Other rules, or a clock that was set back: nothing can be compared.
  if (last.rules !== rulesKey(request.rules) || Date.now() < last.scanned_at_ms) {
    return { findings: last.findings, isCurrent: false };
  }
  const look = new Look(request, at, last, deadline);
  const isCurrent = [look.known(), look.folders(), look.share()].every(Boolean);
  if (!look.hasNews) return { findings: last.findings, isCurrent };
  const result = look.result();
  writeLastScan(at, result);
  return { findings: result.findings, isCurrent };
}

/** One look at what may have changed. */
class Look {
  readonly #request: ContinuationScanRequest;
  readonly #at: ScanPlaces;
  readonly #last: LastScan;
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
    deadline: number,
  ) {
    this.#request = request;
    this.#at = at;
    this.#last = last;
    this.#deadline = deadline;
    this.#found = Map.groupBy(last.findings.filter(isFromText), ({ file }) => file ?? "");
    this.#since = new Map(Object.entries(last.since));
  }

  /** Files with findings, and files that changed before; false where the time ran out. */
  known(): boolean {
    const files = [...new Set([...this.#since.keys(), ...this.#found.keys()])];
    const share = shareOf(files, this.#request.turn, KNOWN_SHARE);
    return this.#each(share, (file) => this.#file(file)) && share.length === files.length;
  }

  /** Folders that changed, and what is in them. */
  folders(): boolean {
    const all = readFolders(this.#at, this.#last.scan_id);
    if (all === null) return false;
    const known = new Set(all);
    return this.#each(shareOf(all, this.#request.turn, FOLDER_SHARE), (folder) => {
      const info = lookAt(`${this.#request.project}/${folder}`);
      if (info === null || !isChangedSince(info, this.#last.scanned_at_ms)) return;
      this.#folder(folder, known);
    });
  }

  /** A share of all files. */
  share(): boolean {
    const files = readTreeShare(this.#at, this.#last.scan_id, this.#request.turn);
    return files !== null && this.#each(files, (file) => this.#file(file));
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

  #each<T>(things: readonly T[], work: (thing: T) => void): boolean {
    for (const thing of things) {
      if (performance.now() > this.#deadline) return false;
      work(thing);
    }
    return !this.#isFull;
  }

  #file(file: string): void {
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

  #folder(folder: string, known: ReadonlySet<string>): void {
    for (const { name, isFile, isDirectory } of entriesOf(`${this.#request.project}/${folder}`)) {
      if (performance.now() > this.#deadline) return;
      const path = `${folder}${name}`;
      if (isFile && this.#isListed(path)) this.#file(path);
      if (
        isDirectory && !known.has(`${path}/`) && this.#lookup().hasFolder(this.#prefix + path + "/")
      ) {
        this.#folder(`${path}/`, known);
      }
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

/**
 * The look at what changed: lists, reads, runs the checks and remembers. Loaded only where something
 * did change.
 *
 * @module
 */
import type { Places } from "../store/places.ts";
import { folderOf, isChangedSince } from "../tree/project_file.ts";
import { listFiles } from "../tree/tracked_files.ts";
import { findIndex, readIndexChecksum } from "../tree/tracked_index.ts";
import { findOpportunities } from "./checks/run_checks.ts";
import type { Opportunity } from "./opportunity.ts";
import { readFactsOf } from "./facts/read_facts.ts";
import {
  fingerprintAt,
  type KnownFile,
  memoryPlaces,
  readTree,
  type TreeHead,
  UNREAD,
  writeHead,
  writeTree,
} from "./tree_memory.ts";

/** Whose opportunities. */
export interface TreeScanRequest {
  readonly places: Places;
  /** The resolved path of the project's root. */
  readonly project: string;
  /** Counts looks, so that each sees another share of the files. */
  readonly turn: number;
  /** When the look ends, by `performance.now()`; `Infinity` for never. */
  readonly deadline: number;
  /** Whether every file is looked at, and not a share. */
  readonly isWhole: boolean;
  /** Files of the loop itself, from the project's root: that they change is no find. */
  readonly ownFiles?: readonly string[];
}

/** What a glance sees. */
export interface Glance {
  /** The checksum of the index now; null where there is none. */
  readonly index: string | null;
  /** Folders that changed since the last look. */
  readonly folders: ReadonlySet<string>;
  /** Files of the present share that changed. */
  readonly files: ReadonlySet<string>;
}

/** What a look found. */
export interface Look {
  readonly head: TreeHead;
  /** Every opportunity; the head keeps the first of them. */
  readonly found: readonly Opportunity[];
  /** Files that were read. */
  readonly read: number;
}

/** Behind the fingerprint of a file that may change again within the clock's step, and look the same. */
const RACY = "?";

/** What the checks and the memory take of the time, milliseconds (bench: 10,000 files). */
const CHECKS_MS = 100;
/** However short the time is, the next look is not to begin where this one did. */
const LEAST_READ = 100;

/** Every hook writes there, and so it would never be still: nobody is to work on it, either. */
const CLAUDE_FOLDER = ".claude/";

/** Without git the list of files ends somewhere. */
const MOST_WALKED = 20_000;

/** More are a count: a hook reads all that is kept. */
const MOST_KEPT = 500;
const MOST_WATCHED = 200;

/**
 * Looks at what changed.
 *
 * @param request whose, and how long
 * @param before what was known; null for nothing
 * @param glance what may have changed; null for everything
 * @param nowMs when the glance began, Unix milliseconds
 * @returns what is known now, and what could not be kept
 */
export async function lookAgain(
  request: TreeScanRequest,
  before: TreeHead | null,
  glance: Glance | null,
  nowMs: number,
): Promise<{ look: Look; problems: string[] }> {
  const { places, project } = request;
  const at = memoryPlaces(places, project);
  const known = before === null ? new Map<string, KnownFile>() : readTree(at, before.tree_id);
  const listed = await listAgain(request, before, known, glance);
  const files = listed.files;
  const looked = readChanged(request, files, known.size === 0 ? null : glance, nowMs);
  const found = await findOpportunities(project, files, request.ownFiles);
  const head: TreeHead = {
    version: 1,
    project,
    tree_id: crypto.randomUUID(),
    stamp: looked.changes > 0 || before === null ? crypto.randomUUID() : before.stamp,
    index: listed.index,
    source: listed.source,
    looked_at_ms: looked.hasSeenChanged ? nowMs : before?.looked_at_ms ?? 0,
    folders: foldersOf(files),
    files: files.size,
    watched: watchedOf(found, files),
    unread: looked.unread,
    due: looked.due,
    opportunities: found.slice(0, MOST_KEPT),
    cut: Math.max(0, found.length - MOST_KEPT),
    tasks: before?.tasks ?? {},
  };
  const problems = listed.isCut
    ? [`only the first ${MOST_WALKED} files are looked at: without git it is unknown which count`]
    : [];
  for (const write of [() => writeTree(at, head.tree_id, files), () => writeHead(at, head)]) {
    const outcome = write();
    if (outcome.kind === "written") continue;
    problems.push(`what exploration saw cannot be remembered: ${outcome.why}`);
    break;
  }
  return { look: { head, found, read: looked.read }, problems };
}

interface _Listed extends Pick<TreeHead, "index" | "source"> {
  readonly files: Map<string, KnownFile>;
  /** Whether there are more. */
  readonly isCut: boolean;
}

/** An index that did not change names the same files; without git, folders that did not change do. */
async function listAgain(
  { project, isWhole }: TreeScanRequest,
  before: TreeHead | null,
  known: Map<string, KnownFile>,
  glance: Glance | null,
): Promise<_Listed> {
  const isKnown = !isWhole && before !== null && known.size > 0 && glance !== null;
  if (isKnown && glance.index === before.index) {
    const isSame = before.source === "git" ? glance.index !== null : glance.folders.size === 0;
    if (isSame) return { files: known, index: before.index, source: before.source, isCut: false };
  }
  const place = findIndex(project);
  const index = place === null ? null : readIndexChecksum(place.path);
  const { files: all, source, isCut } = await listFiles(project, MOST_WALKED);
  const unread: KnownFile = { fingerprint: UNREAD, facts: "" };
  const files = new Map(
    all.filter((file) => !file.startsWith(CLAUDE_FOLDER))
      .map((file) => [file, known.get(file) ?? unread]),
  );
  return { files, index, source, isCut };
}

interface _Read {
  /** Files that are other than they were. */
  readonly changes: number;
  readonly read: number;
  readonly unread: number;
  /** Files that are to be read the next time in any case. */
  readonly due: number;
  /** Whether the time was enough for all that changed. */
  readonly hasSeenChanged: boolean;
}

/** Brings `files` up to date. */
function readChanged(
  { project, deadline, isWhole }: TreeScanRequest,
  files: Map<string, KnownFile>,
  glance: Glance | null,
  nowMs: number,
): _Read {
  let [changes, read, looked] = [0, 0, 0];
  const { changed, due: first } = filesToLookAt(files, isWhole ? null : glance);
  for (const file of [...changed, ...first]) {
    const isCut = read >= LEAST_READ && performance.now() > deadline - CHECKS_MS;
    if (isCut) break;
    looked++;
    const known = files.get(file);
    const { info, fingerprint } = fingerprintAt(`${project}/${file}`);
    if (known === undefined || known.fingerprint === fingerprint) continue;
    const facts = info === null ? "" : readFactsOf(project, file, info.size);
    if (info !== null) read++;
    if (`${fingerprint}${RACY}` !== known.fingerprint || facts !== known.facts) changes++;
    const isRacy = info !== null && isChangedSince(info, nowMs);
    files.set(file, { fingerprint: isRacy ? `${fingerprint}${RACY}` : fingerprint, facts });
  }
  const known = [...files.values()];
  const unread = known.filter(({ fingerprint }) => fingerprint === UNREAD).length;
  const due = known.filter(isDue).length;
  return { changes, read, unread, due, hasSeenChanged: looked >= changed.length };
}

/** Documents come first: the most checks hang on them. */
function filesToLookAt(
  files: ReadonlyMap<string, KnownFile>,
  glance: Glance | null,
): { changed: string[]; due: string[] } {
  const documents: string[] = [];
  const others: string[] = [];
  const changed: string[] = [];
  for (const [file, known] of files) {
    if (isDue(known)) (file.endsWith(".md") ? documents : others).push(file);
    else if (glance === null || glance.files.has(file) || glance.folders.has(folderOf(file))) {
      changed.push(file);
    }
  }
  return { changed, due: [...documents, ...others] };
}

function isDue({ fingerprint }: KnownFile): boolean {
  return fingerprint === UNREAD || fingerprint.endsWith(RACY);
}

/** Of the most valuable ones: these are shown, and worked on. */
function watchedOf(
  found: readonly Opportunity[],
  files: ReadonlyMap<string, KnownFile>,
): Record<string, string> {
  const paths = new Set(found.slice(0, MOST_WATCHED).map(({ file }) => file ?? ""));
  return Object.fromEntries(
    [...paths].flatMap((path) => {
      const known = files.get(path);
      return known === undefined ? [] : [[path, known.fingerprint]];
    }),
  );
}

function foldersOf(files: ReadonlyMap<string, KnownFile>): string[] {
  const folders = new Set<string>([""]);
  for (const file of files.keys()) {
    for (let folder = folderOf(file); !folders.has(folder); folder = folderOf(folder)) {
      folders.add(folder);
    }
  }
  return [...folders];
}

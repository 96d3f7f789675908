/**
 * What a scanner remembers of a project's files between two scans: in the home folder, never in the
 * project, where anybody could put a false result.
 *
 * The head is small and read by every scan. The tree has a line `FINGERPRINT<tab>FACTS<tab>PATH` for each
 * file, and is read whole only where something changed; the folders are a list of their own. All three
 * carry the same id. What cannot be used costs time only: the next scan reads every file.
 *
 * @module
 */
import { join } from "@std/path";
import { writeAtomic, type WriteOutcome } from "../store/files/atomic_file.ts";
import { openRegular } from "../store/files/foreign_file.ts";
import { readPart as readBytes } from "../store/files/part.ts";
import { parseJson } from "../store/files/json_text.ts";
import { readRecord, type RecordShape } from "../store/records/json_record.ts";
import { type Places, projectHash } from "../store/places.ts";
import {
  amount,
  choice,
  dictionary,
  nullable,
  type ShapeOf,
  text,
} from "../store/records/shape.ts";
import { readText } from "../store/files/text_file.ts";
import { foldersOf } from "./project_file.ts";

/** Some 500,000 files: more than any walk lists. */
const LARGEST_TREE_BYTES = 64 << 20;

/** What a crash takes is found again. */
const CACHE = { isFlushed: false };

/** Read at once: about 300 files of 10,000. A line longer than the seam waits for another change. */
const SHARE_BYTES = 24_576;
/** By this much two shares overlap, so that the line at their border is whole in one of them. */
const SEAM_BYTES = 6_144;

/** The fields of every scanner's head. */
export const HEAD_FIELDS = {
  project: text,
  /** The tree that it belongs to. */
  tree_id: text,
  /** The checksum of the index that the list of files comes from; null where there is none. */
  index: nullable(text),
  source: choice("git", "walk"),
  /** When the whole tree was last scanned, Unix milliseconds. */
  looked_at_ms: amount,
  /** Fingerprints of files that every scan asks for, by path. */
  watched: dictionary(text),
};

/** What every head says. */
export type TreeHead = { [Name in keyof typeof HEAD_FIELDS]: ShapeOf<typeof HEAD_FIELDS[Name]> };

/** What is remembered of one file. */
export interface KnownFile {
  /** From `stateOf`, perhaps with a mark behind it; empty where the file was not read yet. */
  readonly fingerprint: string;
  /** What was found in it, JSON; empty for nothing. */
  readonly facts: string;
}

/** Files by path from the project's root. */
export type KnownFiles = ReadonlyMap<string, KnownFile>;

/** The files of one scanner's memory of one project. */
export interface MemoryPlaces {
  readonly folder: string;
  readonly head: string;
  readonly tree: string;
  readonly folders: string;
}

/**
 * Names the files of a memory.
 *
 * @param places The home's places.
 * @param scanner Whose memory.
 * @param project The resolved path of the project's root.
 * @returns The files.
 */
export function memoryPlaces(
  places: Places,
  scanner: "constraints" | "explore",
  project: string,
): MemoryPlaces {
  const folder = join(places.ralphHome, scanner, projectHash(project));
  return {
    folder,
    head: join(folder, "head.json"),
    tree: join(folder, "tree.txt"),
    folders: join(folder, "folders.txt"),
  };
}

/**
 * Reads a head.
 *
 * @param at The memory's files.
 * @param project The project's root, since a hash may stand for two.
 * @param record What the scanner's head looks like.
 * @returns Null where there is none that can be used.
 */
export function readHead<Head extends TreeHead>(
  at: MemoryPlaces,
  project: string,
  record: RecordShape<Head>,
): Head | null {
  const read = readRecord(at.head, record);
  return read.kind === "ok" && read.value.project === project ? read.value : null;
}

/**
 * Keeps a head, and before it the tree that it belongs to.
 *
 * @param at The memory's files.
 * @param head All of it.
 * @param files All files, where they differ from those of the tree that is kept.
 * @returns That it is written, or why not.
 */
export function writeMemory<Head extends TreeHead>(
  at: MemoryPlaces,
  head: Head,
  files?: KnownFiles,
): WriteOutcome {
  if (files !== undefined) {
    const outcome = writeTree(at, head.tree_id, files);
    if (outcome.kind === "failed") return outcome;
  }
  return writeAtomic(at.head, `${JSON.stringify(head)}\n`, CACHE);
}

/** Files with facts come first, so that their turn comes more often. */
function writeTree(at: MemoryPlaces, treeId: string, files: KnownFiles): WriteOutcome {
  const withFacts: string[] = [];
  const others: string[] = [];
  for (const [path, { fingerprint, facts }] of files) {
    (facts === "" ? others : withFacts).push(`${fingerprint}\t${facts}\t${quotePath(path)}`);
  }
  const written = writeAtomic(at.tree, toText([treeId, ...withFacts, ...others]), CACHE);
  if (written.kind === "failed") return written;
  const folders = [...foldersOf(files.keys())].map(quotePath);
  return writeAtomic(at.folders, toText([treeId, ...folders]), CACHE);
}

/**
 * Reads the tree.
 *
 * @param at The memory's files.
 * @param treeId The head's.
 * @returns Files by path; empty where it is another tree.
 */
export function readTree(at: MemoryPlaces, treeId: string): Map<string, KnownFile> {
  return new Map(parseLines(readLines(at.tree, treeId) ?? []));
}

/**
 * Reads the tree's file without taking it apart.
 *
 * @param at The memory's files.
 * @param treeId The head's.
 * @returns Whether the tree has a file of that path.
 */
export function readListed(at: MemoryPlaces, treeId: string): (path: string) => boolean {
  const tree = readWhole(at.tree, treeId) ?? "";
  return (path) => tree.includes(`\t${quotePath(path)}\n`);
}

/**
 * Reads the folders of a tree.
 *
 * @param at The memory's files.
 * @param treeId The head's.
 * @returns Paths without `/` at their end, the root empty; null where they are another tree's.
 */
export function readFolders(at: MemoryPlaces, treeId: string): string[] | null {
  return readLines(at.folders, treeId)?.map(unquotePath) ?? null;
}

/**
 * Reads a share of the tree: another one each turn, all of it after some turns.
 *
 * @param at The memory's files.
 * @param treeId The head's.
 * @param turn Counts the turns, from 0.
 * @returns Fingerprints by path; null where it is another tree.
 */
export function readShare(
  at: MemoryPlaces,
  treeId: string,
  turn: number,
): Map<string, string> | null {
  try {
    using file = openRegular(at.tree);
    const start = new TextEncoder().encode(treeId).length + 1;
    if (readPart(file, 0, start) !== `${treeId}\n`) return null;
    const step = SHARE_BYTES - SEAM_BYTES;
    const shares = Math.max(1, Math.ceil((file.statSync().size - start) / step));
    const from = start + (turn % shares) * step;
    const lines = readPart(file, from, SHARE_BYTES).split("\n").slice(from === start ? 0 : 1, -1);
    return new Map(parseLines(lines).map(([path, { fingerprint }]) => [path, fingerprint]));
  } catch {
    return null;
  }
}

function readPart(file: Deno.FsFile, offset: number, length: number): string {
  return new TextDecoder().decode(readBytes(file, offset, length));
}

function readWhole(path: string, treeId: string): string | null {
  const read = readText(path, LARGEST_TREE_BYTES);
  return read.kind === "text" && read.text.startsWith(`${treeId}\n`) ? read.text : null;
}

function readLines(path: string, treeId: string): string[] | null {
  return readWhole(path, treeId)?.split("\n").slice(1, -1) ?? null;
}

function toText(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}

function* parseLines(lines: readonly string[]): Generator<[path: string, known: KnownFile]> {
  for (const line of lines) {
    const first = line.indexOf("\t");
    const second = line.indexOf("\t", first + 1);
    if (second < 0) continue;
    const facts = line.slice(first + 1, second);
    yield [unquotePath(line.slice(second + 1)), { fingerprint: line.slice(0, first), facts }];
  }
}

/** As git does: a path that would break a line is quoted. */
function quotePath(path: string): string {
  return /[\r\n\t]|^"/.test(path) ? JSON.stringify(path) : path;
}

function unquotePath(path: string): string {
  const json = path.startsWith('"') ? parseJson(path) : null;
  return json?.kind === "ok" && typeof json.value === "string" ? json.value : path;
}

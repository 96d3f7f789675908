/**
 * What a scanner remembers of a project's files between two scans: in the home folder, never in the
 * project, where anybody could put a false result.
 *
 * The head is small and read by every scan. The tree has a line `FINGERPRINT<tab>FACTS<tab>PATH` for
 * each file and is read completely only if something changed; the folders are a separate list. All
 * three have the same id. A memory that cannot be used costs time only: the next scan reads every file.
 */
import { join } from "../path/path.ts";
import { writeAtomic } from "../store/files/atomic_file.ts";
import type { WriteOutcome } from "../store/files/presence.ts";
import { openRegular } from "../store/files/foreign_file.ts";
import { parseJson } from "../store/files/json_text.ts";
import { readPart } from "../store/files/part.ts";
import { readText } from "../store/files/text_file.ts";
import { type Places, projectHash } from "../store/places.ts";
import { readRecord, type RecordShape } from "../store/records/json_record.ts";
import {
  amount,
  choice,
  count,
  dictionary,
  nullable,
  type ShapeOf,
  text,
  writeAs,
} from "../store/records/shape.ts";
import { foldersOf } from "./project_file.ts";

/** Some 500,000 files: more than any walk lists. */
const LARGEST_TREE_BYTES = 64 << 20;

/** A write that is lost in a crash costs time only. */
const CACHE = { isFlushed: false };

/** Bytes of a share: about 300 files of 10,000. A line longer than the seam may be missed. */
const SHARE_BYTES = 24_576;
/** Bytes by which two shares overlap, so that one of them has the complete line at their border. */
const SEAM_BYTES = 6_144;

/** The fields of every scanner's head. */
export const HEAD_FIELDS = {
  project: text,
  /** The tree that it belongs to. */
  treeId: text,
  /** The checksum of the index that the list of files comes from; null without an index. */
  index: nullable(text),
  source: choice("git", "walk"),
  /** How many files the tree has. */
  files: count,
  /** When the whole tree was last scanned, epoch milliseconds. */
  lookedAtMs: amount,
  /** Fingerprints of files that every scan asks for, by path. */
  watched: dictionary(text),
};

/** The fields that every head has. */
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

/**
 * Picks the fingerprints to watch.
 *
 * @param paths The files to watch; unknown paths are left out.
 * @returns Fingerprints by path.
 */
export function fingerprintsOf(files: KnownFiles, paths: Iterable<string>): Record<string, string> {
  const fingerprints: Record<string, string> = {};
  for (const path of paths) {
    const file = files.get(path);
    if (file !== undefined) fingerprints[path] = file.fingerprint;
  }
  return fingerprints;
}

/** One scanner's memory of one project. */
export class TreeMemory<Head extends TreeHead> {
  /** The folder of the memory; the scanner may keep more in it. */
  readonly folder: string;
  readonly headFile: string;
  readonly treeFile: string;
  readonly foldersFile: string;

  /**
   * @param scanner Name of the scanner, and of its folder.
   */
  constructor(
    places: Places,
    scanner: string,
    readonly project: string,
    readonly record: RecordShape<Head>,
  ) {
    this.folder = join(places.ralphHome, scanner, projectHash(project));
    this.headFile = join(this.folder, "head.json");
    this.treeFile = join(this.folder, "tree.txt");
    this.foldersFile = join(this.folder, "folders.txt");
  }

  /** Reads the head; null if it is absent, or another project's with the same hash. */
  readHead(): Head | null {
    const read = readRecord(this.headFile, this.record);
    return read.kind === "ok" && read.value.project === this.project ? read.value : null;
  }

  /** Writes a head, and before it the files, if they differ from the tree that is kept. */
  write(head: Head, files?: KnownFiles): WriteOutcome {
    const outcome = files === undefined ? null : this.#writeTree(head.treeId, files);
    if (outcome?.kind === "failed") return outcome;
    return writeAtomic(
      this.headFile,
      `${JSON.stringify(writeAs(this.record.schema, head))}\n`,
      CACHE,
    );
  }

  /** Files with facts come first, so that their turn comes more often. */
  #writeTree(treeId: string, files: KnownFiles): WriteOutcome {
    const withFacts: string[] = [];
    const others: string[] = [];
    for (const [path, { fingerprint, facts }] of files) {
      (facts === "" ? others : withFacts).push(`${fingerprint}\t${facts}\t${quotePath(path)}`);
    }
    const written = writeLines(this.treeFile, [treeId, ...withFacts, ...others]);
    if (written.kind === "failed") return written;
    return writeLines(this.foldersFile, [treeId, ...[...foldersOf(files.keys())].map(quotePath)]);
  }

  /** Reads all files of a head's tree; empty if another tree is kept, or not all of it. */
  readTree({ treeId, files }: Pick<TreeHead, "treeId" | "files">): Map<string, KnownFile> {
    const tree = new Map(parseLines(readLines(this.treeFile, treeId) ?? []));
    return tree.size === files ? tree : new Map();
  }

  /** Reads a tree without parsing it, and returns a test whether it has a path. */
  readListed(treeId: string): (path: string) => boolean {
    const tree = readComplete(this.treeFile, treeId) ?? "";
    return (path) => tree.includes(`\t${quotePath(path)}\n`);
  }

  /** Reads the folders, without `/` at their end, the root empty; null if another tree is kept. */
  readFolders(treeId: string): string[] | null {
    return readLines(this.foldersFile, treeId)?.map(unquotePath) ?? null;
  }

  /**
   * Reads a share of a tree: another one each turn, all of it after some turns.
   *
   * @param turn Counts the turns, from 0.
   * @returns Fingerprints by path; null if another tree is kept.
   */
  readShare(treeId: string, turn: number): Map<string, string> | null {
    try {
      using file = openRegular(this.treeFile);
      const start = new TextEncoder().encode(treeId).length + 1;
      if (decode(readPart(file, 0, start)) !== `${treeId}\n`) return null;
      const step = SHARE_BYTES - SEAM_BYTES;
      const shares = Math.max(1, Math.ceil((file.statSync().size - start) / step));
      const from = start + (turn % shares) * step;
      const lines = decode(readPart(file, from, SHARE_BYTES)).split("\n");
      const complete = lines.slice(from === start ? 0 : 1, -1);
      return new Map(parseLines(complete).map(([path, { fingerprint }]) => [path, fingerprint]));
    } catch {
      return null;
    }
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function writeLines(path: string, lines: readonly string[]): WriteOutcome {
  return writeAtomic(path, `${lines.join("\n")}\n`, CACHE);
}

function readComplete(path: string, treeId: string): string | null {
  const read = readText(path, LARGEST_TREE_BYTES);
  return read.kind === "text" && read.text.startsWith(`${treeId}\n`) ? read.text : null;
}

function readLines(path: string, treeId: string): string[] | null {
  return readComplete(path, treeId)?.split("\n").slice(1, -1) ?? null;
}

function* parseLines(lines: readonly string[]): Generator<[path: string, file: KnownFile]> {
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

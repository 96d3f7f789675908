/**
 * What exploration remembers of a project's files between two looks: in the home folder, never in
 * the project, where anybody could put a false result.
 *
 * The head is small and read by every look. The tree, a line `FINGERPRINT<tab>FACTS<tab>PATH` for each
 * file, is read whole only where something changed. Both carry the same id.
 *
 * @module
 */
import { join } from "@std/path";
import { writeAtomic, type WriteOutcome } from "../store/files/atomic_file.ts";
import { readRecord, type RecordShape } from "../store/records/json_record.ts";
import { readLineShare } from "../tree/line_share.ts";
import { type Places, projectHash } from "../store/places.ts";
import { fingerprintOf } from "../tree/project_file.ts";
import {
  amount,
  anything,
  checked,
  choice,
  count,
  dictionary,
  list,
  nullable,
  object,
  schemaOf,
  type Shape,
  type ShapeOf,
  text,
} from "../store/records/shape.ts";
import { readText } from "../store/files/text_file.ts";
import { isOpportunity, type Opportunity } from "./opportunity.ts";

/** To be raised with every change of what is kept of a file, or found by a check. */
const MEMORY_VERSION = 1;

/** Some 500,000 files: more than any walk lists. */
const LARGEST_TREE_BYTES = 64 << 20;

/** Cheaper than a schema for each. */
const Opportunities = checked(
  anything,
  (value) => Array.isArray(value) && value.every(isOpportunity),
  "a list of opportunities",
) as Shape<readonly Opportunity[]>;

const HeadShape = object({
  version: choice(MEMORY_VERSION),
  project: text,
  /** The tree that it belongs to. */
  tree_id: text,
  /** Changes with every change of a file that was seen. */
  stamp: text,
  /** The checksum of the index that the list of files comes from; null where there is none. */
  index: nullable(text),
  source: choice("git", "walk"),
  /** When the folders were last looked at, Unix milliseconds. */
  looked_at_ms: amount,
  /** Every folder that holds a listed file at any depth; the root is empty. */
  folders: list(text),
  files: count,
  /** Fingerprints of files with opportunities: every look asks whether they changed. */
  watched: dictionary(text),
  /** Files that were not read yet. */
  unread: count,
  /** Files that have to be read the next time, whether they change or not. */
  due: count,
  opportunities: Opportunities,
  /** Opportunities that are not kept, because there are too many. */
  cut: count,
  /** What the configured tasks said when they last ran, by command. */
  tasks: dictionary(object({ at_ms: amount, stamp: text, failure: nullable(text) })),
});

/** All but the files. */
export type TreeHead = ShapeOf<typeof HeadShape>;

const HEAD: RecordShape<TreeHead> = { version: MEMORY_VERSION, schema: schemaOf(HeadShape) };

/** What is remembered of one file. */
export interface KnownFile {
  /** From `fingerprintOf`; {@linkcode UNREAD}, {@linkcode GONE} or {@linkcode NO_FILE} otherwise. */
  readonly fingerprint: string;
  /** The facts as JSON; empty for none. */
  readonly facts: string;
}

/** Files by path from the project's root. */
export type KnownFiles = ReadonlyMap<string, KnownFile>;

/** The fingerprint of a file that was not read yet. */
export const UNREAD = "";
/** The fingerprint of a file that is listed, and not there. */
export const GONE = "-";
/** The fingerprint of a link, a submodule or another thing that is not read. */
export const NO_FILE = "@";

/**
 * What stands at a path, as a fingerprint.
 *
 * @param path the path
 * @returns its information, null where it is no regular file, and the fingerprint
 */
export function fingerprintAt(
  path: string,
): { readonly info: Deno.FileInfo | null; readonly fingerprint: string } {
  const info = infoAt(path);
  if (info === null) return { info, fingerprint: GONE };
  return info.isFile
    ? { info, fingerprint: fingerprintOf(info) }
    : { info: null, fingerprint: NO_FILE };
}

/**
 * A path's information, links not followed.
 *
 * @param path the path
 * @returns null where nothing is there
 */
export function infoAt(path: string): Deno.FileInfo | null {
  try {
    return Deno.lstatSync(path);
  } catch {
    return null;
  }
}

/** The files of one project's memory. */
export interface MemoryPlaces {
  readonly head: string;
  readonly tree: string;
}

/**
 * Where the memory of a project is kept.
 *
 * @param places the home's places
 * @param project the resolved path of the project's root
 * @returns the files
 */
export function memoryPlaces(places: Places, project: string): MemoryPlaces {
  const dir = join(places.ralphHome, "explore", projectHash(project));
  return { head: join(dir, "head.json"), tree: join(dir, "tree.txt") };
}

/**
 * Reads the head.
 *
 * @param at the memory's places
 * @param project its root, since a hash may stand for two
 * @returns null where there is none that can be used: that costs time only
 */
export function readHead(at: MemoryPlaces, project: string): TreeHead | null {
  const read = readRecord(at.head, HEAD);
  return read.kind === "ok" && read.value.project === project ? read.value : null;
}

/**
 * Keeps the head.
 *
 * @param at the memory's places
 * @param head all of it
 * @returns that it is written, or why not: then the next look is slower, and nothing else
 */
export function writeHead(at: MemoryPlaces, head: TreeHead): WriteOutcome {
  return writeAtomic(at.head, `${JSON.stringify(head)}\n`);
}

/**
 * Reads the tree.
 *
 * @param at the memory's places
 * @param treeId the head's
 * @returns empty where it is another one
 */
export function readTree(at: MemoryPlaces, treeId: string): Map<string, KnownFile> {
  const files = new Map<string, KnownFile>();
  const read = readText(at.tree, LARGEST_TREE_BYTES);
  if (read.kind !== "text") return files;
  const [id, ...lines] = read.text.split("\n");
  if (id !== treeId) return files;
  for (const line of lines) {
    const known = readLine(line);
    if (known !== null) files.set(known.path, known);
  }
  return files;
}

/**
 * Keeps the tree.
 *
 * @param at the memory's places
 * @param treeId for the head
 * @param files all of them; those with facts are written first, so that they come to their turn more
 * often, and paths with tabs or line breaks are left out
 * @returns that it is written, or why not
 */
export function writeTree(at: MemoryPlaces, treeId: string, files: KnownFiles): WriteOutcome {
  const known: string[] = [treeId];
  const others: string[] = [];
  for (const [path, { fingerprint, facts }] of files) {
    if (/[\r\n\t]/.test(path)) continue;
    (facts === "" ? others : known).push(`${fingerprint}\t${facts}\t${path}`);
  }
  return writeAtomic(at.tree, `${[...known, ...others].join("\n")}\n`);
}

/**
 * A share of the tree: another one each turn, all of it after some turns.
 *
 * @param at the memory's places
 * @param treeId the head's
 * @param turn counts the turns
 * @returns files with their paths; null where it is another tree
 */
export function readShare(
  at: MemoryPlaces,
  treeId: string,
  turn: number,
): (KnownFile & { readonly path: string })[] | null {
  const lines = readLineShare(at.tree, treeId, turn, SHARE);
  return lines?.map(readLine).filter((line) => line !== null) ?? null;
}

/** About 300 files of 10,000; a line that is longer than the seam waits for another change. */
const SHARE = { share: 24_576, seam: 6_144 };

function readLine(line: string): (KnownFile & { readonly path: string }) | null {
  const first = line.indexOf("\t");
  const second = line.indexOf("\t", first + 1);
  if (second < 0) return null;
  return {
    fingerprint: line.slice(0, first),
    facts: line.slice(first + 1, second),
    path: line.slice(second + 1),
  };
}

/**
 * Parses git's index (format versions 2 to 4) without starting git. That takes milliseconds for 10,000
 * files; `git_index.ts` looks up a single path.
 */
import { bytesOf } from "../store/files/foreign_file.ts";
import { findIndex } from "./git_index.ts";

/** Places in an entry (git's index-format), and how many bytes are before its name. */
const MTIME_AT = 8;
const MODE_AT = 24;
const SIZE_AT = 36;
const OBJECT_AT = 40;
const FLAGS_BYTES = 2;
/** Name length in the flags; longer names have this length there. */
const NAME_BITS = 0xfff;
/** Bytes of an object's name: SHA-1, SHA-256. */
const OBJECT_BYTES: readonly number[] = [20, 32];

/** Larger than the index of any repository that people work in. */
const LARGEST_INDEX_BYTES = 256 << 20;

/** What the index says of a tracked file. */
export interface TrackedFile {
  readonly size: number;
  readonly mtimeSeconds: number;
  /** Kind and rights; the kind `0o160000` is a submodule. */
  readonly mode: number;
  /** Assumed unchanged (`0x8000`), extended (`0x4000`), stage, and length of the name. */
  readonly flags: number;
  /** Where its entry begins in the index, bytes. */
  readonly at: number;
  /** Length of its object's name, bytes. */
  readonly objectBytes: number;
}

/** The tracked files of a project. */
export interface TrackedFiles {
  readonly files: ReadonlyMap<string, TrackedFile>;
  readonly bytes: Uint8Array;
  readonly path: string;
}

/**
 * Reads what git tracks in a project.
 *
 * @param project The resolved path of the project's root, the top of a work tree or a folder below.
 * @returns The files; null outside of git, and if the index cannot be read.
 */
export function readTracked(project: string): TrackedFiles | null {
  const place = findIndex(project);
  const bytes = place && bytesOf(place.path, LARGEST_INDEX_BYTES);
  const entries = bytes && parseIndex(bytes, (path) => path.startsWith(place.prefix));
  if (place === null || bytes === null || !entries) return null;
  const { path, prefix } = place;
  const files = prefix === ""
    ? entries
    : new Map([...entries].map(([file, entry]) => [file.slice(prefix.length), entry]));
  return { files, bytes, path };
}

/**
 * Reads the name of the object that git keeps a file's content under.
 *
 * @returns 40 hex digits; 64 in a repository with SHA-256.
 */
export function objectNameOf(bytes: Uint8Array, { at, objectBytes }: TrackedFile): string {
  return bytes.subarray(at + OBJECT_AT, at + OBJECT_AT + objectBytes).toHex();
}

/**
 * Parses an index. It does not say which hash it has, but only the right one makes the lengths fit.
 *
 * @param isWanted Which paths, from the top of the work tree, are kept.
 * @returns The wanted entries by path; undefined where the index is in an unknown form, or where git
 * keeps a part of it in another file.
 */
export function parseIndex(
  bytes: Uint8Array,
  isWanted: (path: string) => boolean,
): ReadonlyMap<string, TrackedFile> | undefined {
  for (const objectBytes of OBJECT_BYTES) {
    const tracked = parseEntries(bytes, isWanted, objectBytes);
    if (tracked !== undefined) return tracked;
  }
  return undefined;
}

function parseEntries(
  bytes: Uint8Array,
  isWanted: (path: string) => boolean,
  objectBytes: number,
): ReadonlyMap<string, TrackedFile> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || view.getUint32(0) !== 0x44495243) return undefined;
  const version = view.getUint32(4);
  const count = view.getUint32(8);
  if (version < 2 || version > 4) return undefined;
  const tracked = new Map<string, TrackedFile>();
  const decoder = new TextDecoder();
  const flagsAt = OBJECT_AT + objectBytes;
  const headBytes = flagsAt + FLAGS_BYTES;
  let name = new Uint8Array();
  let at = 12;
  for (let index = 0; index < count; index++) {
    if (at + headBytes > bytes.length) return undefined;
    const flags = view.getUint16(at + flagsAt);
    let start = at + headBytes + ((flags & 0x4000) === 0 ? 0 : 2);
    let kept = 0;
    if (version === 4) {
      const { value, next } = readVarint(bytes, start);
      kept = Math.max(name.length - value, 0);
      start = next;
    }
    const end = bytes.indexOf(0, start);
    if (end < 0) return undefined;
    const fresh = new Uint8Array(kept + end - start);
    fresh.set(name.subarray(0, kept));
    fresh.set(bytes.subarray(start, end), kept);
    name = fresh;
    if (Math.min(name.length, NAME_BITS) !== (flags & NAME_BITS)) return undefined;
    const path = decoder.decode(name);
    if (isWanted(path)) {
      tracked.set(path, {
        size: view.getUint32(at + SIZE_AT),
        mtimeSeconds: view.getUint32(at + MTIME_AT),
        mode: view.getUint32(at + MODE_AT),
        flags,
        at,
        objectBytes,
      });
    }
    // Before version 4 entries are padded to eight bytes with one to eight zeros.
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  return endsInChecksum(view, at, objectBytes) ? tracked : undefined;
}

/** What an index has in place of the entries that are in another file: `link`. */
const SPLIT = 0x6c696e6b;

/** Whether only whole extensions are between the entries and the checksum, and all entries are here. */
function endsInChecksum(view: DataView, begin: number, checksumBytes: number): boolean {
  const end = view.byteLength - checksumBytes;
  let at = begin;
  while (at + 8 <= end) {
    if (view.getUint32(at) === SPLIT) return false;
    at += 8 + view.getUint32(at + 4);
  }
  return at === end;
}

function readVarint(bytes: Uint8Array, start: number): { value: number; next: number } {
  let at = start;
  let byte = bytes[at++] ?? 0;
  let value = byte & 127;
  while ((byte & 128) !== 0) {
    byte = bytes[at++] ?? 0;
    value = ((value + 1) << 7) + (byte & 127);
  }
  return { value, next: at };
}

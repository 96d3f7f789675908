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
const FLAGS_AT = 60;
const ENTRY_HEAD = 62;
/** Bytes of an object's name (SHA-1). */
const OBJECT_BYTES = 20;

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
 * @returns 40 hex digits.
 */
export function objectNameOf(bytes: Uint8Array, { at }: TrackedFile): string {
  return bytes.subarray(at + OBJECT_AT, at + OBJECT_AT + OBJECT_BYTES).toHex();
}

/**
 * Parses an index.
 *
 * @param isWanted Which paths, from the top of the work tree, are kept.
 * @returns The wanted entries by path; undefined where the index is in an unknown form.
 */
export function parseIndex(
  bytes: Uint8Array,
  isWanted: (path: string) => boolean,
): ReadonlyMap<string, TrackedFile> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || view.getUint32(0) !== 0x44495243) return undefined;
  const version = view.getUint32(4);
  const count = view.getUint32(8);
  if (version < 2 || version > 4) return undefined;
  const tracked = new Map<string, TrackedFile>();
  const decoder = new TextDecoder();
  let name = new Uint8Array();
  let at = 12;
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_HEAD > bytes.length) return undefined;
    const flags = view.getUint16(at + FLAGS_AT);
    let start = at + ENTRY_HEAD + ((flags & 0x4000) === 0 ? 0 : 2);
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
    const path = decoder.decode(name);
    if (isWanted(path)) {
      tracked.set(path, {
        size: view.getUint32(at + SIZE_AT),
        mtimeSeconds: view.getUint32(at + MTIME_AT),
        mode: view.getUint32(at + MODE_AT),
        flags,
        at,
      });
    }
    // Before version 4 entries are padded to eight bytes with one to eight zeros.
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  return tracked;
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

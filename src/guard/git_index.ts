/**
 * Which files git tracks, read from the index by its bytes (format versions 2 to 4): no process.
 *
 * @module
 */
import type { LineDisk } from "./_line_disk.ts";
import { joinPath } from "./_paths.ts";

/** An index above this many bytes is not read: then nothing is known. */
const MAX_INDEX_BYTES = 64 << 20;
/** Bytes of an entry before its name. */
const ENTRY_HEAD = 62;

/** What the index holds of a tracked file. */
export interface TrackedFile {
  /** Size in bytes when git last looked. */
  readonly size: number;
  /** Change time in whole seconds when git last looked. */
  readonly mtimeSeconds: number;
}

/** A repository as far as it was read. */
export interface Repository {
  /** The top level of the work tree. */
  readonly top: string;
  /** The git directory of this work tree. */
  readonly gitDir: string;
  /** The directory shared by all work trees; `info/exclude` stands there. */
  readonly commonDir: string;
  /** Tracked files by path from the top; undefined where the index could not be read. */
  readonly tracked: ReadonlyMap<string, TrackedFile> | undefined;
}

/**
 * Reads the repository of a work tree.
 *
 * @param top The folder with `.git`.
 * @param wanted Which paths from the top are kept; others are skipped.
 */
export function readRepository(
  disk: LineDisk,
  top: string,
  wanted: (path: string) => boolean,
): Repository {
  const dotGit = joinPath(top, ".git");
  const pointer = disk.entry(dotGit)?.kind === "file" ? disk.text(dotGit, 4096) : undefined;
  const named = /^gitdir: (.+)/m.exec(pointer ?? "")?.[1]?.trim();
  const gitDir = named === undefined ? dotGit : disk.resolve(joinPath(top, named));
  const common = disk.text(joinPath(gitDir, "commondir"), 4096)?.trim();
  const commonDir = common === undefined ? gitDir : disk.resolve(joinPath(gitDir, common));
  const path = disk.resolve(joinPath(gitDir, "index"));
  if (disk.entry(path) === undefined) return { top, gitDir, commonDir, tracked: new Map() };
  const bytes = disk.bytes(path, 0, MAX_INDEX_BYTES);
  return { top, gitDir, commonDir, tracked: bytes && parseIndex(bytes, wanted) };
}

/** The wanted entries of an index; undefined where it is in no known form. */
export function parseIndex(
  bytes: Uint8Array,
  wanted: (path: string) => boolean,
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
    const isExtended = (view.getUint16(at + 60) & 0x4000) !== 0;
    let start = at + ENTRY_HEAD + (isExtended ? 2 : 0);
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
    if (wanted(path)) {
      tracked.set(path, { mtimeSeconds: view.getUint32(at + 8), size: view.getUint32(at + 36) });
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

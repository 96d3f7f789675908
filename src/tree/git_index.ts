/**
 * Git's index by its bytes (format versions 2 to 4): no process. Fit for hooks.
 *
 * @module
 */

/** Bytes of an entry before its name. */
const ENTRY_HEAD = 62;

/** What the index holds of a tracked file. */
export interface TrackedFile {
  /** Size in bytes when git last looked. */
  readonly size: number;
  /** Change time in whole seconds when git last looked. */
  readonly mtimeSeconds: number;
  /** Where its entry begins in the index, bytes; what else it holds stands at fixed places. */
  readonly at: number;
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
      const mtimeSeconds = view.getUint32(at + 8);
      tracked.set(path, { mtimeSeconds, size: view.getUint32(at + 36), at });
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

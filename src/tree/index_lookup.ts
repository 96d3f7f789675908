/**
 * Whether git tracks a single path, without taking its index apart: that of 10,000 files would cost a
 * hook more than all the rest. Fit for hooks.
 *
 * @module
 */
import { bytesOf } from "../store/files/foreign_file.ts";

/** An index above this many bytes is not read by a hook. */
const LARGEST_INDEX_BYTES = 32 << 20;

/** Looks paths up in one index. */
export interface IndexLookup {
  /** Whether the index holds this file, a path from the work tree's top. */
  readonly hasFile: (path: string) => boolean;
  /** Whether it holds a file below this folder, a path with `/` at its end. */
  readonly hasFolder: (path: string) => boolean;
}

/**
 * Opens an index.
 *
 * @param path the index
 * @returns a lookup; in format 4, whose paths are shortened, and where it cannot be read, it finds
 * nothing: then a new file waits for the next whole scan
 */
export function openIndex(path: string): IndexLookup {
  const text = BYTES.decode(bytesOf(path, LARGEST_INDEX_BYTES) ?? new Uint8Array());
  const find = (wanted: string, end: string): boolean => {
    const name = asBytes(wanted);
    // Before a path stands its length, in 12 bits: so `b.ts` is not found in `a/b.ts`.
    for (let at = text.indexOf(name + end); at >= 0; at = text.indexOf(name + end, at + 1)) {
      if (end === "" || lengthBefore(text, at) === name.length) return true;
    }
    return false;
  };
  return { hasFile: (file) => find(file, "\0"), hasFolder: (folder) => find(folder, "") };
}

/** One character a byte, of any kind: it is only compared. */
const BYTES = new TextDecoder("latin1");

function asBytes(path: string): string {
  return BYTES.decode(new TextEncoder().encode(path));
}

function lengthBefore(text: string, at: number): number {
  return ((text.charCodeAt(at - 2) & 0x0f) << 8) | text.charCodeAt(at - 1);
}

/**
 * Opens and reads files that somebody else may have made: a regular file, or nothing. Fit for hooks.
 *
 * Opening a pipe waits for its other end, reading a device never ends, and a sparse file of 3 GB takes
 * no space of the one who put it there. Deno has no way to open without waiting, so what is at the path
 * is asked first; only who swaps a file for a pipe in the microseconds between can still hold us, and
 * can do worse by then. What was opened is asked again, and never read past the bound.
 *
 * @module
 */
import { messageOf } from "../../error.ts";
import { isAbsence } from "./presence.ts";

/** What a file contains. */
export type BytesRead =
  | { readonly kind: "absent" }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "unreadable"; readonly why: string };

const NOT_REGULAR = "it is not a regular file";

/**
 * Opens a regular file for reading.
 *
 * @param path The file; links are followed.
 * @throws {Error} What the system says, or that it is a folder, a pipe, a device or a socket.
 */
export function openRegular(path: string): Deno.FsFile {
  if (!Deno.statSync(path).isFile) throw new TypeError(NOT_REGULAR);
  const file = Deno.openSync(path, { read: true });
  if (file.statSync().isFile) return file;
  file.close();
  throw new TypeError(NOT_REGULAR);
}

/**
 * Reads a regular file.
 *
 * @param path The file; links are followed.
 * @param largestBytes The largest file that is read, bytes.
 * @returns Its bytes, or that there is none, or why it cannot be read.
 */
export function readBytes(path: string, largestBytes: number): BytesRead {
  try {
    using file = openRegular(path);
    const { size } = file.statSync();
    if (size > largestBytes) return tooLarge(`${size} bytes`, largestBytes);
    const chunks: Uint8Array[] = [];
    let length = 0;
    // Some files of the kernel say 0, and any file may grow while it is read.
    for (;;) {
      const chunk = new Uint8Array(Math.max(4_096, size - length + 1));
      const count = file.readSync(chunk);
      if (count === null) break;
      length += count;
      if (length > largestBytes) return tooLarge("more and more bytes", largestBytes);
      chunks.push(chunk.subarray(0, count));
    }
    return { kind: "bytes", bytes: joined(chunks, length) };
  } catch (error) {
    return isAbsence(error) ? { kind: "absent" } : { kind: "unreadable", why: messageOf(error) };
  }
}

/**
 * Reads a regular file, where it makes no difference why there is nothing to read.
 *
 * @param path The file; links are followed.
 * @param largestBytes The largest file that is read, bytes.
 * @returns Its bytes; null where there is none that can be read.
 */
export function bytesOf(path: string, largestBytes: number): Uint8Array<ArrayBuffer> | null {
  const read = readBytes(path, largestBytes);
  return read.kind === "bytes" ? read.bytes : null;
}

function tooLarge(size: string, largestBytes: number): BytesRead {
  return { kind: "unreadable", why: `it has ${size}, more than ${largestBytes}` };
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) return first as Uint8Array<ArrayBuffer>;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

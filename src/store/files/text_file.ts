/**
 * Reads files that another person or program may have made. Only bounded regular files are read. Links are
 * followed. Fast enough for hooks.
 *
 * Opening a pipe waits for its other end, reading a device never ends, and a sparse file of 3 GB costs
 * nothing to create. Deno cannot open without waiting, so the path is checked first. Only a process that
 * replaces the file by a pipe microseconds later can block ralph, and such a process could do worse. The
 * opened file is checked again, and never read beyond the limit.
 */
import { messageOf } from "../../error.ts";
import { joinBytes } from "../../text/join_bytes.ts";
import { isAbsence } from "./presence.ts";

/** The text of a file, that it is missing, or why it cannot be read. */
export type TextRead =
  | { readonly kind: "absent" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unreadable"; readonly why: string };

/** Far larger than a record or a configuration of a few KB. */
export const LARGEST_TEXT_BYTES = 1024 * 1024;

/**
 * Reads a small text file.
 *
 * A byte order mark is dropped. Folders, pipes, devices, files above the limit and files that are not UTF-8
 * are unreadable, and reading them never waits.
 */
export function readText(path: string, largestBytes: number = LARGEST_TEXT_BYTES): TextRead {
  const read = readBytes(path, largestBytes);
  if (read.kind !== "bytes") return read;
  try {
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true }).decode(read.bytes) };
  } catch {
    return { kind: "unreadable", why: "it is not UTF-8 text" };
  }
}

/** The bytes of a file, that it is missing, or why it cannot be read. */
type BytesRead =
  | { readonly kind: "absent" }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "unreadable"; readonly why: string };

const NOT_REGULAR = "it is not a regular file";

/**
 * Opens a regular file, passes it to a reader and closes it. Deno resolves the path at each stat of an open
 * file, so one stat is done here for the reader.
 *
 * @param read Receives the file and its size in bytes.
 * @throws {Error} The system's error, or an error that it is a folder, a pipe, a device or a socket.
 */
export function readRegular<T>(path: string, read: (file: Deno.FsFile, size: number) => T): T {
  if (!Deno.statSync(path).isFile) throw new TypeError(NOT_REGULAR);
  using file = Deno.openSync(path, { read: true });
  const { isFile, size } = file.statSync();
  if (!isFile) throw new TypeError(NOT_REGULAR);
  return read(file, size);
}

/** Reads a regular file. */
export function readBytes(path: string, largestBytes: number): BytesRead {
  try {
    return readRegular(path, (file, size): BytesRead => {
      if (size > largestBytes) return tooLarge(`${size} bytes`, largestBytes);
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      let length = 0;
      // The kernel reports size 0 for some files, and any file may grow while it is read.
      for (;;) {
        const chunk = new Uint8Array(Math.max(4_096, size - length + 1));
        const count = file.readSync(chunk);
        if (count === null) break;
        length += count;
        if (length > largestBytes) return tooLarge("more and more bytes", largestBytes);
        chunks.push(chunk.subarray(0, count));
      }
      return { kind: "bytes", bytes: joinBytes(chunks) };
    });
  } catch (error) {
    return isAbsence(error) ? { kind: "absent" } : { kind: "unreadable", why: messageOf(error) };
  }
}

/**
 * Reads a regular file for a caller that does not need the reason of a failure.
 *
 * @returns Its bytes; null if it is missing or cannot be read.
 */
export function bytesOf(path: string, largestBytes: number): Uint8Array<ArrayBuffer> | null {
  const read = readBytes(path, largestBytes);
  return read.kind === "bytes" ? read.bytes : null;
}

function tooLarge(size: string, largestBytes: number): BytesRead {
  return { kind: "unreadable", why: `it has ${size}, more than ${largestBytes}` };
}

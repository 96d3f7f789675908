/** Reads text files that somebody else may have written: bounded, and without throwing. */
import { readBytes } from "./foreign_file.ts";

/** The text of a file, its absence, or why it cannot be read. */
export type TextRead =
  | { readonly kind: "absent" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unreadable"; readonly why: string };

/** Far above the few KB of a record or a configuration. */
export const LARGEST_TEXT_BYTES = 1024 * 1024;

/**
 * Reads a small text file.
 *
 * A byte order mark is left out. Folders, pipes, devices, files above the limit and files that are not
 * UTF-8 are unreadable, and nothing waits on them.
 *
 * @param largestBytes The largest file that is read, in bytes. Default 1 MiB.
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

/** Reads files and their state for the search for a plan, and decodes bytes that may be text. */
import { attempt } from "../error.ts";
import { readPiece } from "../store/files/part.ts";

/** Reads the state of a path, following links; null for a missing file or a broken link. */
export function statOf(path: string) {
  return attempt(() => {
    const { isFile, isDirectory, size, mtime } = Deno.statSync(path);
    const kind = isFile ? "file" : isDirectory ? "folder" : "other";
    return { kind, size, modifiedMs: mtime?.getTime() ?? 0 };
  });
}

/** Reads the first `maxBytes` of a file; null if it cannot be read. */
export function readStart(path: string, maxBytes: number): Uint8Array | null {
  return readPiece(path, 0, maxBytes)?.bytes ?? null;
}

/** Reads the last `maxBytes` of a file; null if it cannot be read. */
export function readEnd(path: string, maxBytes: number): Uint8Array | null {
  return readPiece(path, -maxBytes, maxBytes)?.bytes ?? null;
}

/**
 * Decodes UTF-8. Replaces invalid bytes, and reports that as a problem.
 *
 * @param bytes The file's content. A byte order mark is removed.
 * @returns The text, and the problem in a sentence; null without one.
 */
export function decodeText(bytes: Uint8Array): { text: string; problem: string | null } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), problem: null };
  } catch {
    const text = new TextDecoder("utf-8").decode(bytes);
    return { text, problem: "The file is not valid UTF-8: unreadable characters were replaced" };
  }
}

/**
 * Checks whether a file is binary by its first bytes: they contain a zero byte or a byte order mark of
 * UTF-16.
 */
export function isBinary(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const isUtf16 = first === 0xff && second === 0xfe || first === 0xfe && second === 0xff;
  return isUtf16 || bytes.subarray(0, 8_192).includes(0);
}

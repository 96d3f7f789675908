/**
 * Reads parts of an open file, so that memory and time depend on the part and not on the file. Fast enough
 * for hooks.
 */
import { attempt } from "../../error.ts";
import { joinBytes } from "../../text/join_bytes.ts";
import { exists } from "./presence.ts";
import { readRegular } from "./text_file.ts";

const BLOCK_BYTES = 256 * 1024;
/** Longer lines are dropped. Lines with images in tool results are shorter. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** The offset to continue at after reading lines, and how many lines were too long. */
export interface PartRead {
  /** The offset after the last complete line, to continue at. */
  readonly next: number;
  readonly dropped: number;
}

/**
 * Reads a piece of a file.
 *
 * @param file An open regular file; its position changes.
 * @returns The bytes; fewer if the file ends earlier.
 */
export function readPart(
  file: Deno.FsFile,
  offset: number,
  length: number,
): Uint8Array<ArrayBuffer> {
  file.seekSync(offset, Deno.SeekMode.Start);
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const count = file.readSync(bytes.subarray(filled));
    if (count === null) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

/**
 * Reads a piece of a regular file.
 *
 * @param from Offset of its first byte; negative counts from the end of the file, as in `slice`.
 * @returns The bytes and their offset; null if the file is missing or cannot be read.
 */
export function readPiece(
  path: string,
  from: number,
  largestBytes: number,
): { start: number; bytes: Uint8Array } | null {
  if (!exists(path)) return null;
  return attempt(() =>
    readRegular(path, (file, size) => {
      const start = from < 0 ? Math.max(0, size + from) : Math.min(from, size);
      return { start, bytes: readPart(file, start, Math.min(largestBytes, size - start)) };
    })
  );
}

/**
 * Reads the complete lines in [from, to). An unfinished last line is left for the next call, unless it is
 * too long to ever be read. Cutting at a line break's byte is safe in UTF-8.
 *
 * @param file An open regular file; its position changes.
 * @param to Byte offset to end at; the file may grow meanwhile.
 * @param startsInLine True if `from` may be inside a line, whose rest is then skipped.
 */
export function readLines(
  file: Deno.FsFile,
  from: number,
  to: number,
  onLine: (text: string) => void,
  startsInLine = false,
): PartRead {
  const decoder = new TextDecoder();
  const block = new Uint8Array(Math.min(BLOCK_BYTES, Math.max(1, to - from)));
  let isSkipping = startsInLine;
  let held: Uint8Array<ArrayBuffer>[] = [];
  let heldBytes = 0;
  let dropped = 0;
  let position = from;
  let next = from;
  file.seekSync(from, Deno.SeekMode.Start);
  while (position < to) {
    const count = file.readSync(block.subarray(0, Math.min(block.length, to - position)));
    if (count === null || count === 0) break;
    const bytes = block.subarray(0, count);
    let start = 0;
    if (isSkipping) {
      start = bytes.indexOf(LINE_FEED) + 1;
      isSkipping = start === 0;
      if (!isSkipping) next = position + start;
    }
    const end = isSkipping ? -1 : bytes.lastIndexOf(LINE_FEED);
    if (end >= start) {
      // All at once: decoding each line separately took twice as long.
      const lines = decoder.decode(joinBytes([...held, bytes.subarray(start, end)])).split("\n");
      for (const line of lines) onLine(line);
      held = [];
      heldBytes = 0;
      start = end + 1;
      next = position + start;
    }
    position += count;
    if (isSkipping || start === count) continue;
    held.push(bytes.slice(start));
    heldBytes += count - start;
    if (heldBytes <= MAX_LINE_BYTES) continue;
    dropped += 1;
    isSkipping = true;
    held = [];
    heldBytes = 0;
  }
  return { next: isSkipping ? position : next, dropped };
}

/**
 * Files of one JSON object a line, written by many and cut off by crashes.
 *
 * @module
 */
import { appendLine, type WriteOutcome } from "./atomic_file.ts";
import { openRegular } from "./foreign_file.ts";
import { isObject } from "../records/json_record.ts";

/** Lines read from such a file. */
export interface LinesRead {
  /** The objects, oldest first. */
  readonly lines: readonly Record<string, unknown>[];
  /** Lines that were no objects and are left out. */
  readonly skipped: number;
  /** Where to read on: behind the last whole line, in bytes. */
  readonly nextOffset: number;
}

/** Largest piece that is read at once; beats of a day are far smaller. */
const LARGEST_PIECE_BYTES = 4 * 1024 * 1024;
/** How much of the end is read for the last lines. */
const TAIL_BYTES = 256 * 1024;

/**
 * Adds an object as one line.
 *
 * @param path the file
 * @param value the object
 * @returns that it is written, or why not
 */
export function appendJsonLine(path: string, value: object): WriteOutcome {
  return appendLine(path, JSON.stringify(value));
}

/**
 * Reads whole lines from an offset on. A last line without line feed stays for the next time.
 *
 * @param path the file; absent reads as empty
 * @param offset bytes read before; behind the end nothing is read again, so nothing counts twice
 * @param largestBytes how much to read at most
 * @returns the lines and where to read on
 */
export function readJsonLines(
  path: string,
  offset: number,
  largestBytes: number = LARGEST_PIECE_BYTES,
): LinesRead {
  const piece = _readPiece(path, (size) => Math.min(offset, size), largestBytes);
  if (piece === null) return { lines: [], skipped: 0, nextOffset: offset };
  const end = piece.bytes.lastIndexOf(0x0a) + 1;
  if (end === 0 && piece.bytes.length >= largestBytes) {
    // One line longer than the piece: no line of ours.
    return { lines: [], skipped: 1, nextOffset: piece.start + piece.bytes.length };
  }
  return { ..._parse(piece.bytes.subarray(0, end)), nextOffset: piece.start + end };
}

/**
 * Reads the last lines of a file, at the same cost however long it is.
 *
 * @param path the file; absent reads as empty
 * @param most how many lines at most
 * @returns the lines, oldest first
 */
export function readLastJsonLines(path: string, most: number): Record<string, unknown>[] {
  const piece = _readPiece(path, (size) => Math.max(0, size - TAIL_BYTES), TAIL_BYTES);
  if (piece === null || most <= 0) return [];
  const begin = piece.start === 0 ? 0 : piece.bytes.indexOf(0x0a) + 1;
  return _parse(piece.bytes.subarray(begin)).lines.slice(-most);
}

function _parse(bytes: Uint8Array): { lines: Record<string, unknown>[]; skipped: number } {
  const lines: Record<string, unknown>[] = [];
  let skipped = 0;
  for (const text of new TextDecoder().decode(bytes).split("\n")) {
    if (text.trim() === "") continue;
    try {
      const value: unknown = JSON.parse(text);
      if (isObject(value)) lines.push(value);
      else skipped++;
    } catch {
      skipped++;
    }
  }
  return { lines, skipped };
}

function _readPiece(
  path: string,
  startOf: (size: number) => number,
  largestBytes: number,
): { start: number; bytes: Uint8Array } | null {
  try {
    using file = openRegular(path);
    const { size } = file.statSync();
    const start = startOf(size);
    file.seekSync(start, Deno.SeekMode.Start);
    const bytes = new Uint8Array(Math.min(largestBytes, size - start));
    let filled = 0;
    while (filled < bytes.length) {
      const count = file.readSync(bytes.subarray(filled));
      if (count === null) break;
      filled += count;
    }
    return { start, bytes: bytes.subarray(0, filled) };
  } catch {
    // No evidence is a value too: absent, unreadable, removed meanwhile.
    return null;
  }
}

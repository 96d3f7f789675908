/**
 * Files of one JSON object a line, written by many and cut off by crashes.
 *
 * @module
 */
import { attempt } from "../../error.ts";
import { isObject } from "../records/json_record.ts";
import { appendLine } from "./atomic_file.ts";
import { openRegular } from "./foreign_file.ts";
import { readPart } from "./part.ts";
import type { WriteOutcome } from "./presence.ts";

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
 * @param path The file.
 * @param value The object.
 */
export function appendJsonLine(path: string, value: unknown): WriteOutcome {
  return appendLine(path, JSON.stringify(value));
}

/**
 * Reads whole lines from an offset on. A last line without line feed stays for the next time.
 *
 * @param path The file; absent reads as empty.
 * @param offset Bytes read before; behind the end nothing is read again, so nothing counts twice.
 * @param largestBytes How much to read at most.
 */
export function readJsonLines(
  path: string,
  offset: number,
  largestBytes: number = LARGEST_PIECE_BYTES,
): LinesRead {
  const piece = readPiece(path, (size) => Math.min(offset, size), largestBytes);
  if (piece === null) return { lines: [], skipped: 0, nextOffset: offset };
  const end = piece.bytes.lastIndexOf(0x0a) + 1;
  if (end === 0 && piece.bytes.length >= largestBytes) {
    // One line longer than the piece: no line of ours.
    return { lines: [], skipped: 1, nextOffset: piece.start + piece.bytes.length };
  }
  return { ...parseAll(piece.bytes.subarray(0, end)), nextOffset: piece.start + end };
}

/**
 * Reads the last lines of a file, at the same cost however long it is.
 *
 * @param path The file; absent reads as empty.
 * @param most How many lines at most.
 * @returns The lines, oldest first.
 */
export function readLastJsonLines(path: string, most: number): Record<string, unknown>[] {
  const piece = readPiece(path, (size) => Math.max(0, size - TAIL_BYTES), TAIL_BYTES);
  if (piece === null || most <= 0) return [];
  const begin = piece.start === 0 ? 0 : piece.bytes.indexOf(0x0a) + 1;
  return parseAll(piece.bytes.subarray(begin)).lines.slice(-most);
}

/**
 * Reads the object that a line is.
 *
 * @param line One line of such a file.
 * @returns The object; null where the line is not one.
 */
export function parseObject(line: string): Record<string, unknown> | null {
  const value: unknown = attempt(() => JSON.parse(line));
  return isObject(value) ? value : null;
}

function parseAll(bytes: Uint8Array): { lines: Record<string, unknown>[]; skipped: number } {
  const texts = new TextDecoder().decode(bytes).split("\n").filter((text) => text.trim() !== "");
  const lines = texts.map(parseObject).filter((value) => value !== null);
  return { lines, skipped: texts.length - lines.length };
}

function readPiece(
  path: string,
  startOf: (size: number) => number,
  largestBytes: number,
): { start: number; bytes: Uint8Array } | null {
  // No evidence is a value too: absent, unreadable, removed meanwhile.
  return attempt(() => {
    using file = openRegular(path);
    const { size } = file.statSync();
    const start = startOf(size);
    return { start, bytes: readPart(file, start, Math.min(largestBytes, size - start)) };
  });
}

/** Files with one JSON object per line, appended to by several processes and cut off by crashes. */
import { attempt } from "../../error.ts";
import { isObject } from "../records/json_record.ts";
import { appendLine } from "./atomic_file.ts";
import { readPiece } from "./part.ts";

/** Lines read from such a file. */
export interface LinesRead {
  /** The objects, oldest first. */
  readonly lines: readonly Record<string, unknown>[];
  /** How many lines were skipped, since they were not objects. */
  readonly skipped: number;
  readonly nextOffset: number;
}

/** Most bytes that are read at once; beats of a day are far fewer. */
const LARGEST_PIECE_BYTES = 4 * 1024 * 1024;
/** Bytes at the end that are read for the last lines. */
const TAIL_BYTES = 256 * 1024;

/**
 * Appends an object as one line.
 *
 * @throws {StateError} Where it cannot be written.
 */
export function appendJsonLine(path: string, value: unknown): void {
  appendLine(path, JSON.stringify(value));
}

/**
 * Reads complete lines from an offset on. A last line without line feed is left for the next call.
 *
 * @param path The file; absent reads as empty.
 * @param offset Where to begin, in bytes; after the end nothing is read, so nothing counts twice.
 * @param largestBytes The most bytes to read. Default 4 MiB.
 */
export function readJsonLines(
  path: string,
  offset: number,
  largestBytes: number = LARGEST_PIECE_BYTES,
): LinesRead {
  const piece = readPiece(path, offset, largestBytes);
  if (piece === null) return { lines: [], skipped: 0, nextOffset: offset };
  const end = piece.bytes.lastIndexOf(0x0a) + 1;
  if (end === 0 && piece.bytes.length >= largestBytes) {
    // A line that does not fit into the piece is not ours.
    return { lines: [], skipped: 1, nextOffset: piece.start + piece.bytes.length };
  }
  return { ...parseAll(piece.bytes.subarray(0, end)), nextOffset: piece.start + end };
}

/**
 * Reads the last lines of a file, at the same cost for a file of any length.
 *
 * @param path The file; absent reads as empty.
 * @returns The lines, oldest first.
 */
export function readLastJsonLines(path: string, most: number): Record<string, unknown>[] {
  const piece = readPiece(path, -TAIL_BYTES, TAIL_BYTES);
  if (piece === null || most <= 0) return [];
  const begin = piece.start === 0 ? 0 : piece.bytes.indexOf(0x0a) + 1;
  return parseAll(piece.bytes.subarray(begin)).lines.slice(-most);
}

/**
 * Parses a line.
 *
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

/** Files with one JSON object per line. Several processes append to them, and crashes may cut them off. */
import { attempt } from "../../error.ts";
import { readOr, type Shape, writeAs } from "../records/shape.ts";
import { isObject } from "../records/json_record.ts";
import { appendLine } from "./atomic_file.ts";
import { readRegular } from "./text_file.ts";
import { type PartRead, readLines } from "./part.ts";

/** Lines read from such a file. */
export interface LinesRead<T> {
  /** Oldest first. */
  readonly entries: readonly T[];
  /** Number of lines that could not be read. */
  readonly unread: number;
  readonly nextOffset: number;
}

/** Number of bytes at the end that are searched for the last lines. */
const TAIL_BYTES = 256 * 1024;

/** Appends a value as one line. @throws {StateError} If it cannot be written. */
export function appendJsonLine<T>(shape: Shape<T>, path: string, value: T): void {
  appendLine(path, JSON.stringify(writeAs(shape, value)));
}

/**
 * Reads complete lines from an offset on. A last line without a line feed is left for the next call, so
 * that a growing file can be followed.
 *
 * @param path The file; a missing file reads as empty.
 * @param offset The position to begin at, in bytes. Beyond the end nothing is read, so nothing counts
 * twice.
 */
export function readJsonLines<T>(shape: Shape<T>, path: string, offset: number): LinesRead<T> {
  const entries: T[] = [];
  let unread = 0;
  const read = scanLines(path, (size) => Math.min(offset, size), (line) => {
    const entry = readOr(shape, parseObject(line), null);
    if (entry !== null) entries.push(entry);
    else if (line.trim() !== "") unread++;
  });
  return { entries, unread: unread + (read?.dropped ?? 0), nextOffset: read?.next ?? offset };
}

/**
 * Reads the last lines of a file. The cost does not depend on the file's length.
 *
 * @param path The file; a missing file reads as empty.
 */
export function readLastJsonLines(path: string, most: number): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  scanLines(path, (size) => Math.max(0, size - TAIL_BYTES), (line) => {
    const entry = parseObject(line);
    if (entry !== null) lines.push(entry);
  }, true);
  return most <= 0 ? [] : lines.slice(-most);
}

/**
 * Parses a line, or another text that ralph or the client wrote.
 *
 * @returns The object; null if the line is not a JSON object.
 */
export function parseObject(line: string): Record<string, unknown> | null {
  const value: unknown = attempt(() => JSON.parse(line));
  return isObject(value) ? value : null;
}

function scanLines(
  path: string,
  startIn: (size: number) => number,
  onLine: (line: string) => void,
  mayStartInLine = false,
): PartRead | null {
  return attempt(() =>
    readRegular(path, (file, size) => {
      const from = startIn(size);
      return readLines(file, from, size, onLine, mayStartInLine && from > 0);
    })
  );
}

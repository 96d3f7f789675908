/**
 * Reads the client's transcript from where the last event left off.
 *
 * The cost depends only on the new part. Damaged parts are counted and skipped, and are never an error. At
 * a Stop the file lags behind, so a missing line proves nothing.
 */
import { exists } from "../../store/files/presence.ts";
import { attempt } from "../../error.ts";
import { readRegular } from "../../store/files/text_file.ts";
import { readLines, readPart } from "../../store/files/part.ts";
import { Scan, type TranscriptCursor, type TranscriptReading } from "./scan.ts";

export { isHumanPrompt } from "./prompts.ts";
export type { ToolCall } from "./tool_calls.ts";
export type { TranscriptCursor, TranscriptReading } from "./scan.ts";

/** Maximum number of bytes that an event parses; older bytes are skipped. */
const MAX_NEW_BYTES = 32 * 1024 * 1024;
/** Number of bytes to read again before the offset, for answers and calls that straddle it. */
const LOOK_BACK_BYTES = 64 * 1024;
/** Number of bytes before the end at which to restart in a file that became shorter. */
const RESTART_BYTES = 1024 * 1024;

/** Number of bytes of the first step back. Each step is twice the previous one, up to the largest. */
const FIRST_STEP_BYTES = 64 * 1024;
const LARGEST_STEP_BYTES = 256 * 1024;
/** Number of bytes of a line that are searched for its time; longer lines are skipped. */
const TIMED_BYTES = 64 * 1024;
/** Maximum number of subagents' files to read in an event. */
const MAX_FILES = 1000;

/** The cursor of a file that was never read. */
export const START_OF_TRANSCRIPT: TranscriptCursor = { offset: 0, subagents: {} };

/** The options of a reading: the parts to leave out, and the amount to read. */
export interface ReadingOptions {
  /** Older lines count for no tokens and are not prompts: a loop's start, epoch milliseconds. */
  readonly sinceMs?: number;
  /** Maximum number of bytes to parse. Default 32 MiB. */
  readonly maxBytes?: number;
}

/**
 * Reads the new part of the transcripts of a session and its subagents.
 *
 * @param path The transcript, or null if the client named none.
 * @returns The reading; empty, with the same cursor, if the file cannot be read.
 */
export function readTranscript(
  path: string | null,
  cursor: TranscriptCursor,
  options: ReadingOptions = {},
): TranscriptReading {
  const scan = new Scan(options.sinceMs ?? 0);
  const next = path === null ? null : readFile(path, cursor.offset, scan, options.maxBytes);
  const subagents = path === null
    ? cursor.subagents
    : readSubagents(path, cursor.subagents, (file, offset) => {
      const own = new Scan(options.sinceMs ?? 0, true);
      const next = readFile(file, offset, own, options.maxBytes) ?? offset;
      scan.addSubagent(own);
      return next;
    });
  return {
    ...scan.result(),
    isReadable: next !== null,
    cursor: { offset: next ?? cursor.offset, subagents },
  };
}

/** Makes a cursor at the end of a session's files, whose content is older than the loop. */
export function cursorAtEnd(path: string | null): TranscriptCursor {
  if (path === null) return START_OF_TRANSCRIPT;
  return {
    offset: sizeOf(path) ?? 0,
    subagents: readSubagents(path, {}, (file) => sizeOf(file) ?? 0),
  };
}

/** Reads the new part of a file. Returns the offset of the next reading; null if it cannot be read. */
function readFile(
  path: string,
  offset: number,
  scan: Scan,
  maxBytes = MAX_NEW_BYTES,
): number | null {
  return attempt(() =>
    readRegular(path, (file, size) => {
      // A file that became shorter is read near its end, without counting tokens.
      const restarted = offset > size;
      if (restarted) scan.ignoreTokens();
      const wanted = restarted ? Math.max(0, size - RESTART_BYTES) : offset > 0
        ? offset
        // First reading: skip the part that is older than the loop, which may be most of the file.
        : offsetSince(file, size, scan.sinceMs);
      const from = Math.max(wanted, size - maxBytes);
      const isOrdinary = !restarted && from === wanted;
      if (isOrdinary && from > 0 && from < size) lookBack(file, from, scan);
      const isInLine = !isOrdinary && from > 0;
      const { next, dropped } = readLines(file, from, size, (line) => scan.addLine(line), isInLine);
      scan.addBroken(dropped);
      return next;
    })
  );
}

function lookBack(file: Deno.FsFile, offset: number, scan: Scan): void {
  const from = Math.max(0, offset - LOOK_BACK_BYTES);
  readLines(file, from, offset, (line) => scan.addLineBefore(line), from > 0);
}

/** Returns the size of a regular file (symlinks followed), or null: a pipe would block the hook forever. */
function sizeOf(path: string): number | null {
  const info = attempt(() => Deno.statSync(path));
  return info?.isFile ? info.size : null;
}

/**
 * Finds the offset of the first line after a given time; 0 if no earlier line is found. Searches from the
 * end, so that the cost does not depend on the length of the earlier session.
 */
function offsetSince(file: Deno.FsFile, size: number, sinceMs: number): number {
  let step = FIRST_STEP_BYTES;
  for (let end = size; end > 0; step = Math.min(2 * step, LARGEST_STEP_BYTES)) {
    const from = Math.max(0, end - step);
    const block = readPart(file, from, Math.min(size - from, step + TIMED_BYTES));
    const line = from === 0 ? 0 : block.indexOf(0x0a) + 1;
    if (line > 0 || from === 0) {
      const time = timeIn(block.subarray(line, line + TIMED_BYTES));
      if (time !== null && time < sinceMs) return from + line;
    }
    end = from;
  }
  return 0;
}

/** Returns the time of the first line that has one. */
function timeIn(bytes: Uint8Array): number | null {
  const match = /"timestamp":"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/.exec(new TextDecoder().decode(bytes));
  const time = match === null ? NaN : Date.parse(match[1] ?? "");
  return Number.isFinite(time) ? time : null;
}

/**
 * Visits the transcripts of a session's subagents.
 *
 * @param read Reads a file from an offset and returns the new offset.
 * @returns The new offsets, without missing files.
 */
function readSubagents(
  transcript: string,
  offsets: Readonly<Record<string, number>>,
  read: (path: string, offset: number) => number,
): Readonly<Record<string, number>> {
  const folder = `${transcript.replace(/\.jsonl$/, "")}/subagents`;
  if (!exists(folder)) return offsets;
  const names = attempt(() =>
    [...Deno.readDirSync(folder)].map(({ name }) => name)
      .filter((name) => name.startsWith("agent-") && name.endsWith(".jsonl"))
      .slice(0, MAX_FILES)
  );
  return names === null ? offsets : Object.fromEntries(
    names.map((name) => [name, read(`${folder}/${name}`, offsets[name] ?? 0)]),
  );
}

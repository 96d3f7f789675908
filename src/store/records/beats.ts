// deno-lint-ignore-file camelcase -- the names are those of the file
/**
 * Beats: one line per hook event, the loop's evidence of activity.
 *
 * Appended without a lock, since every tool call beats; the clock reads on from its own offset.
 *
 * @module
 */
import type { WriteOutcome } from "../files/atomic_file.ts";
import { appendJsonLine, readJsonLines } from "../files/jsonl.ts";

/** One sign of life. */
export interface Beat {
  /** Unix seconds, with fractions. */
  readonly at: number;
  /** The hook event's name. */
  readonly event: string;
  /** The tool call that it belongs to. */
  readonly tool_use_id?: string;
  /** What the tool's result reports, milliseconds. */
  readonly duration_ms?: number;
  /** Whether a person typed: a task notification is none. */
  readonly human?: boolean;
}

/** Beats since an offset. */
export interface BeatsRead {
  /** Oldest first. */
  readonly beats: readonly Beat[];
  /** Where to read on, bytes. */
  readonly nextOffset: number;
}

/**
 * Adds a beat.
 *
 * @param file the loop's beats
 * @param beat the beat
 * @returns that it is written, or why not; a lost beat ends no loop
 */
export function appendBeat(file: string, beat: Beat): WriteOutcome {
  return appendJsonLine(file, beat);
}

/**
 * Reads the beats behind an offset. Lines that are no beats are passed over.
 *
 * @param file the loop's beats; absent reads as none
 * @param offset bytes that were read before
 * @returns the beats and where to read on
 */
export function readBeats(file: string, offset: number): BeatsRead {
  const read = readJsonLines(file, offset);
  return {
    beats: read.lines.map(beatOf).filter((beat) => beat !== null),
    nextOffset: read.nextOffset,
  };
}

function beatOf(line: Record<string, unknown>): Beat | null {
  const { at, event, tool_use_id, duration_ms, human } = line;
  if (!isAmount(at) || typeof event !== "string") return null;
  return {
    at,
    event,
    ...(typeof tool_use_id === "string" ? { tool_use_id } : {}),
    ...(isAmount(duration_ms) ? { duration_ms } : {}),
    ...(typeof human === "boolean" ? { human } : {}),
  };
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

/**
 * Beats: one line per hook event, the loop's evidence of activity.
 *
 * Appended without a lock, since every tool call beats; the clock reads on from its own offset.
 *
 * @module
 */
import type { WriteOutcome } from "../files/presence.ts";
import { appendJsonLine, readJsonLines } from "../files/jsonl.ts";
import { amount, object, otherwise, readAll, type ShapeOf, text, truth, writeAs } from "./shape.ts";

const BeatShape = object({
  /** Unix seconds, with fractions. */
  at: amount,
  /** The hook event's name. */
  event: text,
}, {
  /** The tool call that it belongs to. */
  toolUseId: otherwise(text, undefined),
  /** What the tool's result reports, milliseconds. */
  durationMs: otherwise(amount, undefined),
  /** Whether a person typed: a task notification is not one. */
  human: otherwise(truth, undefined),
});

/** One sign of life. */
export type Beat = Readonly<ShapeOf<typeof BeatShape>>;

/** Beats since an offset. */
export interface BeatsRead {
  /** Oldest first. */
  readonly beats: readonly Beat[];
  /** Where to read on, bytes. */
  readonly nextOffset: number;
}

/**
 * Adds a beat. A lost one ends no loop.
 *
 * @param file The loop's beats.
 * @param beat The beat.
 */
export function appendBeat(file: string, beat: Beat): WriteOutcome {
  return appendJsonLine(file, writeAs(BeatShape, beat));
}

/**
 * Reads the beats behind an offset. Lines that are not beats are passed over.
 *
 * @param file The loop's beats; absent reads as empty.
 * @param offset Bytes that were read before.
 */
export function readBeats(file: string, offset: number): BeatsRead {
  const { lines, nextOffset } = readJsonLines(file, offset);
  return { beats: readAll(BeatShape, lines), nextOffset };
}

/**
 * Beats: one line per hook event, the loop's evidence of activity.
 *
 * Appended without a lock, since every tool call adds a beat; the clock reads on from its own offset.
 */
import { attempt } from "../../error.ts";
import { appendJsonLine, readJsonLines } from "../files/jsonl.ts";
import {
  amount,
  inFile,
  object,
  otherwise,
  readAll,
  seconds,
  type ShapeOf,
  text,
  truth,
  writeAs,
} from "./shape.ts";

const BeatShape = object({
  atMs: inFile("at", seconds),
  event: text,
}, {
  toolUseId: otherwise(text, undefined),
  /** What the tool's result reports, milliseconds. */
  durationMs: otherwise(amount, undefined),
  /** Whether a person typed: a task notification is not one. */
  human: otherwise(truth, undefined),
});

/** A hook event as evidence of activity. */
export type Beat = Readonly<ShapeOf<typeof BeatShape>>;

/** Beats that were read from an offset on. */
export interface BeatsRead {
  /** Oldest first. */
  readonly beats: readonly Beat[];
  readonly nextOffset: number;
}

/** Appends a beat. A loop goes on if a beat is lost. */
export function appendBeat(file: string, beat: Beat): void {
  attempt(() => appendJsonLine(file, writeAs(BeatShape, beat)));
}

/**
 * Reads the beats after an offset. Lines that are not beats are skipped.
 *
 * @param file The loop's beats; absent reads as empty.
 * @param offset Where to begin, in bytes.
 */
export function readBeats(file: string, offset: number): BeatsRead {
  const { lines, nextOffset } = readJsonLines(file, offset);
  return { beats: readAll(BeatShape, lines), nextOffset };
}

/**
 * Beats: one line per hook event, as evidence that the loop is active.
 *
 * They are appended without a lock, since every tool call adds one. The clock reads from its own offset.
 */
import { attempt } from "../../error.ts";
import { appendJsonLine, type LinesRead, readJsonLines } from "../files/jsonl.ts";
import { amount, inFile, object, otherwise, seconds, type ShapeOf, text, truth } from "./shape.ts";

const BeatShape = object({
  atMs: inFile("at", seconds),
  event: text,
}, {
  toolUseId: otherwise(text, undefined),
  /** The duration that the tool's result reports, milliseconds. */
  durationMs: otherwise(amount, undefined),
  /** True if a person typed. A task notification does not count. */
  human: otherwise(truth, undefined),
  /** True if a prompt began a turn; left out if the client does not say. */
  beginsTurn: inFile("begins_turn", otherwise(truth, undefined)),
});

/** A hook event as evidence of activity. */
export type Beat = Readonly<ShapeOf<typeof BeatShape>>;

/** Appends a beat. A lost beat does not stop the loop. */
export function appendBeat(file: string, beat: Beat): void {
  attempt(() => appendJsonLine(BeatShape, file, beat));
}

/** Reads the beats after an offset. Skips lines that are not beats. */
export function readBeats(file: string, offset: number): LinesRead<Beat> {
  return readJsonLines(BeatShape, file, offset);
}

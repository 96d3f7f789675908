/**
 * Beats: one line per hook event, the loop's evidence of activity.
 *
 * Appended without a lock, since every tool call adds a beat; the clock reads on from its own offset.
 */
import { attempt } from "../../error.ts";
import { appendJsonLine, type LinesRead, readJsonLines } from "../files/jsonl.ts";
import { amount, inFile, object, otherwise, seconds, type ShapeOf, text, truth } from "./shape.ts";

const BeatShape = object({
  atMs: inFile("at", seconds),
  event: text,
}, {
  toolUseId: otherwise(text, undefined),
  /** What the tool's result reports, milliseconds. */
  durationMs: otherwise(amount, undefined),
  /** Whether a person typed: a task notification is not one. */
  human: otherwise(truth, undefined),
  /** Whether a prompt began a turn; left out if the client does not say. */
  beginsTurn: inFile("begins_turn", otherwise(truth, undefined)),
});

/** A hook event as evidence of activity. */
export type Beat = Readonly<ShapeOf<typeof BeatShape>>;

/** Appends a beat. A loop goes on if a beat is lost. */
export function appendBeat(file: string, beat: Beat): void {
  attempt(() => appendJsonLine(BeatShape, file, beat));
}

/** Reads the beats after an offset. Lines that are not beats are skipped. */
export function readBeats(file: string, offset: number): LinesRead<Beat> {
  return readJsonLines(BeatShape, file, offset);
}

/** The stop record: why the last loop ended, in the predecessor's schema with fields of ours. */
import { writeAtomic } from "../files/atomic_file.ts";
import { removeFile } from "../files/presence.ts";
import { readJson } from "../files/json_text.ts";
import type { Places } from "../places.ts";
import { choice, list, object, readOr, type ShapeOf, text, writeAs } from "./shape.ts";
import { renderInstant } from "../../text/instant.ts";

/** The last stop. Other programs read it, so it has no version of ours. */
const StopRecordSchema = object({
  /** UTC time in ISO 8601, ending in `Z`. */
  timestamp: text,
  reason: text,
  /** Whether the stop was allowed, or the client halted. */
  decision: choice("stop", "hard_stop"),
  type: choice("normal", "hard"),
  /** The session's id; `unknown` without a session. */
  sessionId: text,
  projectDir: text,
}, {
  /** The reason's code; ours. */
  code: text,
  /** Ours. */
  loopId: text,
  /** What the validation or a review left open; ours. */
  openFindings: list(object({ severity: text, text })),
});

/** The record of the last stop, in `~/.claude/ralph-stop-reason.json`. */
export type StopRecord = ShapeOf<typeof StopRecordSchema>;

/** What a stop record is made from. */
export interface Stop {
  /** How it ended: the stop was allowed, or the client halted. */
  readonly kind: "let-go" | "halt";
  readonly code: string;
  readonly sentence: string;
  readonly session: string | null;
  readonly project: string;
  readonly loopId: string;
  /** What the validation or a review left open, if known. */
  readonly openFindings?: StopRecord["openFindings"];
}

/** Makes the record of a stop. */
export function stopRecordOf(stop: Stop, nowMs: number): StopRecord {
  const isHard = stop.kind === "halt";
  return {
    timestamp: renderInstant(nowMs),
    reason: stop.sentence,
    decision: isHard ? "hard_stop" : "stop",
    type: isHard ? "hard" : "normal",
    sessionId: stop.session ?? "unknown",
    projectDir: stop.project,
    code: stop.code,
    loopId: stop.loopId,
    openFindings: stop.openFindings,
  };
}

/** Writes the stop record. @throws {StateError} Where it cannot be written. */
export function writeStopRecord(places: Places, record: StopRecord): void {
  writeAtomic(
    places.stopRecord,
    `${JSON.stringify(writeAs(StopRecordSchema, record), null, 2)}\n`,
  );
}

/** Reads the last stop. */
export function readStopRecord(places: Places): StopRecord | null {
  return readOr(StopRecordSchema, readJson(places.stopRecord), null);
}

/** Removes the stop record if it is this project's; another project's is kept. */
export function clearStopRecord(places: Places, project: string): void {
  if (readStopRecord(places)?.projectDir === project) removeFile(places.stopRecord);
}

/** The stop record: why the last loop ended, in the predecessor's schema with additional fields. */
import { writeAtomic } from "../files/atomic_file.ts";
import { removeFile } from "../files/presence.ts";
import { readJson } from "../files/json_text.ts";
import type { Places } from "../places.ts";
import { choice, list, object, readOr, type ShapeOf, text, writeAs } from "./shape.ts";
import { renderInstant } from "../../text/instant.ts";

/** The last stop. Other programs read it, so it has no version. */
const StopRecordSchema = object({
  /** UTC time in ISO 8601, ending in `Z`. */
  timestamp: text,
  reason: text,
  /** `stop` if the stop was allowed, `hard_stop` if the client was halted. */
  decision: choice("stop", "hard_stop"),
  type: choice("normal", "hard"),
  /** The session's id; `unknown` without a session. */
  sessionId: text,
  projectDir: text,
}, {
  /** The reason's code; an additional field. */
  code: text,
  /** An additional field. */
  loopId: text,
  /** Findings that the validation or a review left open; an additional field. */
  openFindings: list(object({ severity: text, text })),
});

/** The record of the last stop, in `~/.claude/ralph-stop-reason.json`. */
export type StopRecord = ShapeOf<typeof StopRecordSchema>;

/** The data that a stop record is made from. */
export interface Stop {
  /** How it ended: the stop was allowed, or the client halted. */
  readonly kind: "let-go" | "halt";
  readonly code: string;
  readonly sentence: string;
  readonly session: string | null;
  readonly project: string;
  readonly loopId: string;
  /** Findings that the validation or a review left open, if known. */
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

/** Writes the stop record. @throws {StateError} If it cannot be written. */
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

/** Removes the stop record if it is this project's, and keeps another project's. */
export function clearStopRecord(places: Places, project: string): void {
  if (readStopRecord(places)?.projectDir === project) removeFile(places.stopRecord);
}

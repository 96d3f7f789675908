/**
 * Decides which of the loop's files are put back after a tool call, and which changes are kept.
 *
 * The guard cannot foresee `make clean` or a script that deletes by pattern, so files that the
 * agent's call destroyed are put back. A change that may be the user's is kept.
 *
 * @module
 */
import { parseJson } from "../store/files/json_text.ts";
import { isObject } from "../store/records/json_record.ts";
import type { ChangedFile } from "../store/records/loop_copies.ts";

/** A marker that is removed again within this time was removed by the user. */
export const AGAIN_WITHIN_MS = 600_000;

/** What the decision depends on. */
export interface RepairFacts {
  /** The files that differ from their copies. */
  readonly changed: readonly ChangedFile[];
  /** Whether a call of the agent ran since the last check of the files. */
  readonly isDuringCall: boolean;
  /** Whether the user asked for a stop, or the kill switch exists. */
  readonly isStopAsked: boolean;
  /** Epoch milliseconds. */
  readonly nowMs: number;
  /** When the marker was last put back, epoch milliseconds; null if never. */
  readonly putBackAtMs: number | null;
}

/** What to do with each file. */
export interface RepairPlan {
  /** Destroyed by a call: written back from the copy. */
  readonly putBack: readonly ChangedFile[];
  /** Changed by the user or by ralph: the copy is renewed. */
  readonly accept: readonly ChangedFile[];
  /** Whether the marker was removed once more, so that its removal counts as the user's. */
  readonly isMarkerGivenUp: boolean;
}

/**
 * Plans what to put back and which changes to accept.
 *
 * @param facts The changed files and the circumstances.
 */
export function planRepair(facts: RepairFacts): RepairPlan {
  const { changed, isDuringCall, isStopAsked } = facts;
  const isMarkerGivenUp = isDuringCall && !isStopAsked && changed.some(isMarkerGone) &&
    wasPutBackLately(facts);
  const putBack = changed.filter((file) => {
    if (!isDuringCall || !isDestroyed(file)) return false;
    // The record says that a stop was asked for, so it is put back even then.
    if (isStopAsked) return file.kind === "record";
    return !(isMarkerGivenUp && file.kind === "marker");
  });
  return {
    putBack,
    accept: changed.filter((file) => !putBack.includes(file)),
    isMarkerGivenUp,
  };
}

function isMarkerGone({ kind, copied, now }: ChangedFile): boolean {
  return kind === "marker" && copied !== null && now.kind === "absent";
}

function wasPutBackLately({ nowMs, putBackAtMs }: RepairFacts): boolean {
  return putBackAtMs !== null && Math.abs(nowMs - putBackAtMs) < AGAIN_WITHIN_MS;
}

/** Whether the file has lost content that the copy has. */
function isDestroyed({ kind, copied, now }: ChangedFile): boolean {
  if (copied === null) return false;
  if (now.kind !== "text") return true;
  switch (kind) {
    // Nobody but ralph writes these, and ralph writes the copy too.
    case "marker":
    case "record":
      return true;
    // A valid edit may be the user's, in an editor, while a long call runs.
    case "json":
      return !isJsonObject(now.text) && isJsonObject(copied);
    case "text":
      return now.text.trim() === "" && copied.trim() !== "";
  }
}

function isJsonObject(text: string): boolean {
  const json = parseJson(text);
  return json.kind === "ok" && isObject(json.value);
}

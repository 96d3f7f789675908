/**
 * Decides which of the loop's files are restored after a tool call, and which changes are kept: files that
 * a call destroyed are restored, a change that may be the user's is kept. Pure.
 */
import { parseJson } from "../store/files/json_text.ts";
import { isObject } from "../store/records/json_record.ts";
import type { ChangedFile } from "../store/repair/loop_copies.ts";

/** A marker that disappears alone once more within this time was removed by the user. */
export const AGAIN_WITHIN_MS = 600_000;

/** The facts that the decision depends on. */
export interface RepairFacts {
  /** The files that differ from their copies. */
  readonly changed: readonly ChangedFile[];
  /**
   * The possible cause of the changes: a call of the agent, an agent whose calls no hook reports, or else
   * the user and ralph itself.
   */
  readonly by: "call" | "unseen-call" | "user";
  /** True if the user asked for a stop, or the kill switch exists. */
  readonly isStopAsked: boolean;
  /** Epoch milliseconds. */
  readonly nowMs: number;
  /** When a marker that the user may have removed was last restored, epoch milliseconds; null if never. */
  readonly putBackAtMs: number | null;
}

/** The action for each file. */
export type RepairPlan = ReturnType<typeof planRepair>;

/** Plans which files to restore and which changes to accept. */
export function planRepair(facts: RepairFacts) {
  const { changed, by, isStopAsked, nowMs, putBackAtMs } = facts;
  const destroyed = by === "user" ? [] : changed.filter(isDestroyed);
  const isGone = (kind: ChangedFile["kind"]) => destroyed.some((file) => file.kind === kind);
  const isMarkerGone = destroyed.some(({ kind, now }) =>
    kind === "marker" && now.kind === "absent"
  );
  // A user deletes only the marker, a cleanup deletes more. An agent of `ralph run` whose calls no hook
  // reports may have done either.
  const isDoubtful = !isStopAsked && isMarkerGone &&
    (by === "unseen-call" || destroyed.length === 1);
  const isLate = putBackAtMs === null || Math.abs(nowMs - putBackAtMs) >= AGAIN_WITHIN_MS;
  const isUsers = isDoubtful && (by === "unseen-call" && !isGone("record") || !isLate);
  const putBack = destroyed.filter(({ kind }) =>
    // The record says that a stop was asked for, so it is restored even then.
    isStopAsked ? kind === "record" : !(isUsers && kind === "marker")
  );
  const isCleanup = !isStopAsked && !isUsers && (isGone("marker") || isGone("record"));
  const rest = changed.filter((file) => !putBack.includes(file));
  const undo = isCleanup ? rest.filter(({ kind }) => kind === "json" || kind === "text") : [];
  return {
    /** Destroyed by a call: written back from the copy. */
    putBack,
    /** Edited by a call that also took the marker or the record: the copy is written back too. */
    undo,
    /** Changed by the user or by ralph, or an edit that may be the user's: the copy is renewed. */
    accept: rest.filter((file) => !undo.includes(file)),
    /** True if the marker was removed once more, so that its removal counts as the user's. */
    isMarkerGivenUp: isUsers,
    /** True if the user may have made the removal that is undone: the next one counts. */
    isDoubtful: isDoubtful && !isUsers,
  };
}

/** Checks whether the file has lost content that the copy has. */
function isDestroyed({ kind, copied, now }: ChangedFile): boolean {
  if (copied === null) return false;
  if (now.kind !== "text") return true;
  switch (kind) {
    // Only ralph writes these, and it writes the copy too.
    case "marker":
    case "record":
      return true;
    // A valid edit may be the user's, in an editor, while a long call runs.
    case "json":
      return objectOf(now.text) === null && objectOf(copied) !== null;
    case "text":
      return now.text.trim() === "" && copied.trim() !== "";
  }
}

/** Reads a text as a JSON object; null for any other text. */
export function objectOf(text: string): Record<string, unknown> | null {
  const json = parseJson(text);
  return json.kind === "ok" && isObject(json.value) ? json.value : null;
}

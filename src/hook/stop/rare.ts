/**
 * Finds the Stop events that no ordinary judgement answers: the loop's files are broken, it is paused or
 * another session's, its turn was cut off, or the user asked for its end. Pure: `answer_rare.ts` writes.
 */
import type { LoopPlace } from "../../lifecycle/loop.ts";
import type { EndDecision, Reason } from "../../loop/decision.ts";
import { isOwner } from "../../loop/ownership.ts";
import { disabled, killSwitch } from "../../loop/reason.ts";
import { judgeRequestedEnd } from "../../loop/rules/requested_end.ts";
import { type CutOff, findCutOff } from "../../loop/time/pause_cause.ts";
import type { LoopRecord, Pause } from "../../store/records/loop_record.ts";

/** A rare Stop, with what its answer is made from. */
export type RareStop =
  /** The loop is not affected, and nothing is said. */
  | { readonly kind: "silent" }
  /** The session does not own the loop. */
  | { readonly kind: "stranger" }
  | { readonly kind: "paused"; readonly pause: Pause }
  /** The client began this turn by itself after Esc, which resumes nothing. */
  | { readonly kind: "cut-off" }
  /** The user asked for the end; `isInTurn` is false if the loop was paused. */
  | { readonly kind: "end"; readonly decision: EndDecision; readonly isInTurn: boolean }
  /** The files are broken: the stop is allowed, and the record stays as it is. */
  | { readonly kind: "broken"; readonly why: string }
  /** The files are broken and the user asked for the end; `isOurs` is true if the session took part. */
  | {
    readonly kind: "broken-end";
    readonly why: string;
    readonly reason: Reason;
    readonly isOurs: boolean;
  };

type UsersMarks = Pick<LoopPlace, "hasMarker" | "killSwitch">;

/**
 * Finds the rare Stop of a loop whose record can be used.
 *
 * @returns Null if a turn of the loop ends, which is to be judged.
 */
export function findRareStop(
  record: LoopRecord,
  marks: UsersMarks,
  session: string,
): RareStop | null {
  if (!isOwner(record, session) || record.state === "stopped") return { kind: "stranger" };
  const isInTurn = record.state !== "paused";
  if (!isInTurn && record.pause === null) return { kind: "silent" };
  const decision = judgeRequestedEnd(record, marks);
  if (decision !== null) return { kind: "end", decision, isInTurn };
  return isInTurn || record.pause === null ? null : { kind: "paused", pause: record.pause };
}

/**
 * Finds the rare Stop of a loop whose files are broken. The user can still end the loop.
 *
 * @param why What is broken.
 * @param isOurs Whether the session owns the loop or, if its owner is unknown, took part in it.
 */
export function findBrokenStop(
  { hasMarker, killSwitch: path }: UsersMarks,
  why: string,
  isOurs: boolean,
): RareStop {
  if (path === null && hasMarker) return isOurs ? { kind: "broken", why } : { kind: "silent" };
  const reason = path === null ? disabled() : killSwitch(path);
  return { kind: "broken-end", why, reason, isOurs };
}

/** Checks whether the turn that ends began after Esc, and no person began it. */
export function isCutOff(
  { turn }: Pick<LoopRecord, "turn">,
  reading: Parameters<typeof findCutOff>[1] & { readonly humanPromptsMs: readonly number[] },
): boolean {
  const cutOff: CutOff | null = findCutOff(turn, reading);
  return cutOff !== null && !reading.humanPromptsMs.some((at) => at > cutOff.atMs);
}

/**
 * The state of a session's turn, from all sources: the loop's record, the transcript, and the client's own
 * report. Pure.
 */
import { CUT_OFF, findCutOff } from "../loop/time/pause_cause.ts";
import { findTurnStart } from "../loop/time/pausing.ts";
import type { LoopRecord, UserWait } from "../store/records/loop_record.ts";
import { MINUTE_MS, SECOND_MS } from "../text/time.ts";
import type { ClientState } from "./open_sessions.ts";

/** A turn without any sign of life for this long may wait for something that leaves no trace. */
export const SILENCE_MS = 10 * MINUTE_MS;

/** The record stores a wait in whole seconds, and its hook runs shortly after the prompt. */
const SLACK_MS = 2 * SECOND_MS;

/** The facts about a turn. */
export interface TurnFacts {
  readonly record: Pick<LoopRecord, "turn" | "userWait" | "lastDecision">;
  readonly nowMs: number;
  readonly lastSignAtMs: number;
  /** The last interruption in the transcript, epoch milliseconds. */
  readonly interruptedAtMs: number | null;
  /** The last interruption by a No at a permission prompt, epoch milliseconds. */
  readonly refusedAtMs: number | null;
  /** True if activity shows that a prompt for a person was answered. */
  readonly isWaitOver: boolean;
  /** The state that the client reports; null if it reports none. */
  readonly client: ClientState | null;
  /** The only call without a result; null if there is none, or several. */
  readonly openCall: string | null;
  /** True if a process that the client started uses the processor. */
  readonly isChildBusy: boolean;
}

/** The state of a turn. */
export type TurnState =
  | { readonly kind: "resting" | "working" }
  /** It ended without a Stop; `detail` is the pause's detail. */
  | { readonly kind: "interrupted"; readonly sinceMs: number; readonly detail: string }
  | {
    readonly kind: "asks";
    readonly sinceMs: number;
    readonly wait: Pick<UserWait, "kind" | "what">;
  }
  | { readonly kind: "silent"; readonly forMs: number };

/** Judges the state of a session's turn. */
export function judgeTurn(facts: TurnFacts): TurnState {
  const { record, client, nowMs } = facts;
  const cutOff = findCutOff(record.turn, facts);
  if (cutOff !== null) return { kind: "interrupted", sinceMs: cutOff.atMs, detail: cutOff.detail };
  const asked = findWait(facts);
  if (asked !== null) return asked;
  if (record.turn.state !== "running") return { kind: "resting" };
  const startMs = findTurnStart(record);
  // An Esc before the first word leaves no other trace.
  if (client?.state === "idle" && client.sinceMs > startMs) {
    return { kind: "interrupted", sinceMs: client.sinceMs, detail: CUT_OFF.unknown };
  }
  const forMs = nowMs - Math.max(startMs, facts.lastSignAtMs);
  return forMs >= SILENCE_MS && !facts.isChildBusy
    ? { kind: "silent", forMs }
    : { kind: "working" };
}

/** Finds the session's request to a person, in the record's words if they are from the same moment. */
function findWait(
  { record: { turn, userWait }, client, isWaitOver, openCall }: TurnFacts,
): TurnState | null {
  const wait = userWait ?? null;
  if (client?.state === "waiting") {
    if (wait !== null && wait.since >= client.sinceMs - SLACK_MS) {
      return { kind: "asks", sinceMs: wait.since, wait };
    }
    if (turn.state === "running") {
      return { kind: "asks", sinceMs: client.sinceMs, wait: describeClientWait(client, openCall) };
    }
  }
  if (wait === null) return null;
  const isOver = client === null || client.sinceMs <= wait.since ? isWaitOver : true;
  return isOver ? null : { kind: "asks", sinceMs: wait.since, wait };
}

/** Describes a wait of the client, which names it in a few words: `permission prompt`, `dialog open`. */
function describeClientWait(
  { waitingFor }: ClientState,
  openCall: string | null,
): Pick<UserWait, "kind" | "what"> {
  return waitingFor?.includes("permission") === true
    ? { kind: "permission", what: openCall ?? "a call" }
    : { kind: "dialog", what: waitingFor ?? "a dialog is open" };
}

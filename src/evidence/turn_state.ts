/**
 * What the turn of a session does, by everything that shows it: the loop's record, the transcript, and
 * what the client says of itself. Pure.
 */
import { CUT_OFF, findCutOff } from "../loop/time/pause_cause.ts";
import { findTurnStart } from "../loop/time/pausing.ts";
import type { LoopRecord, UserWait } from "../store/records/loop_record.ts";
import { MINUTE_MS, SECOND_MS } from "../text/time.ts";
import type { ClientState } from "./open_sessions.ts";

/** A turn without any sign for this long may wait for something that nobody sees. */
export const SILENCE_MS = 10 * MINUTE_MS;

/** The record's instant of a wait has whole seconds, and its hook runs a little after the prompt. */
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
  /** Whether activity shows that a prompt for a person was answered. */
  readonly isWaitOver: boolean;
  /** What the client says that it does; null if it does not. */
  readonly client: ClientState | null;
  /** The one call that has no result yet; null for none or several. */
  readonly openCall: string | null;
  /** Whether a process that the client started uses the processor. */
  readonly isChildBusy: boolean;
}

/** What a turn does. */
export type TurnState =
  | { readonly kind: "resting" | "working" }
  /** It ended without a Stop; `detail` is that of the pause. */
  | { readonly kind: "interrupted"; readonly sinceMs: number; readonly detail: string }
  | {
    readonly kind: "asks";
    readonly sinceMs: number;
    readonly wait: Pick<UserWait, "kind" | "what">;
  }
  | { readonly kind: "silent"; readonly forMs: number };

/** Judges what the turn of a session does. */
export function judgeTurn(facts: TurnFacts): TurnState {
  const { record, client, nowMs } = facts;
  const cutOff = findCutOff(record.turn, facts);
  if (cutOff !== null) return { kind: "interrupted", sinceMs: cutOff.atMs, detail: cutOff.detail };
  const asked = findWait(facts);
  if (asked !== null) return asked;
  if (record.turn.state !== "running") return { kind: "resting" };
  const startMs = findTurnStart(record);
  // Esc before the first word leaves no other trace.
  if (client?.state === "idle" && client.sinceMs > startMs) {
    return { kind: "interrupted", sinceMs: client.sinceMs, detail: CUT_OFF.unknown };
  }
  const forMs = nowMs - Math.max(startMs, facts.lastSignAtMs);
  return forMs >= SILENCE_MS && !facts.isChildBusy
    ? { kind: "silent", forMs }
    : { kind: "working" };
}

/** What the session asks a person; the record's words where they are of the same moment. */
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

/** The client names its waits in a few words: `permission prompt`, `dialog open`. */
function describeClientWait(
  { waitingFor }: ClientState,
  openCall: string | null,
): Pick<UserWait, "kind" | "what"> {
  return waitingFor?.includes("permission") === true
    ? { kind: "permission", what: openCall ?? "a call" }
    : { kind: "dialog", what: waitingFor ?? "a dialog is open" };
}

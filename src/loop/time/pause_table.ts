/**
 * What ends a pause: one table of every cause of a pause and every event.
 *
 * The hooks act by it, and the messages that say how to continue come from here, so that the two
 * agree.
 */
import type { Pause } from "../../store/records/loop_record.ts";

/** Why a loop is paused. */
export type PauseCause =
  | "esc"
  | "usage-limit"
  | "api-error"
  | "exit"
  | "window-closed"
  | "clear"
  | "switched"
  | "print-ended";

/** What may happen to a paused loop. */
export type PauseEvent =
  /** A person types into its own session. */
  | "prompt"
  /** A person types a slash command there. */
  | "command"
  /** The client submits something by itself, such as an ended background task. */
  | "notification"
  /** A turn ends there. */
  | "turn-end"
  /** Its session closes. */
  | "closed"
  /** Its session opens again, with the same id. */
  | "reopened"
  /** Another session begins here or gets a prompt: a new window, or the one after `/clear`. */
  | "other-session"
  /** The time comes that the waking hook sleeps for. */
  | "wake"
  | "start-resume"
  | "stop"
  /** The kill switch is set, or the marker deleted, and a person types. */
  | "kill-switch";

/** What becomes of the pause. */
type PauseEffect =
  | "resumes"
  | "stays"
  /** The pause stays, and the user sees that it does and what ends it. */
  | "says-so"
  /** The loop resumes in the session that asked for it. */
  | "hands-over"
  /** The loop ends, and the prompt passes. */
  | "ends";

type Row = Readonly<Record<PauseEvent, PauseEffect>>;

/** A turn was cut off: the pause outlives a closing of the session. */
const CUT_OFF: Row = {
  prompt: "resumes",
  command: "stays",
  notification: "stays",
  "turn-end": "says-so",
  closed: "stays",
  reopened: "says-so",
  "other-session": "says-so",
  wake: "stays",
  "start-resume": "hands-over",
  stop: "ends",
  "kill-switch": "ends",
};

/** Only the closing of the session paused the loop: it resumes when the session opens again. */
const CLOSED: Row = { ...CUT_OFF, reopened: "resumes" };

/** The effect of each event on a paused loop, by the cause of the pause. */
export const PAUSE_TABLE: Readonly<Record<PauseCause, Row>> = {
  esc: CUT_OFF,
  "usage-limit": { ...CUT_OFF, wake: "resumes" },
  "api-error": { ...CUT_OFF, wake: "resumes" },
  exit: CLOSED,
  "window-closed": CLOSED,
  clear: CLOSED,
  switched: CLOSED,
  "print-ended": CLOSED,
};

const CLOSINGS: Readonly<Record<NonNullable<Pause["closed"]>, PauseCause>> = {
  exit: "exit",
  window: "window-closed",
  clear: "clear",
  switched: "switched",
  print: "print-ended",
};

/** Determines the cause of a pause; a turn that was cut off outranks the closing of the session. */
export function causeOf({ why, closed }: Pick<Pause, "why" | "closed">): PauseCause {
  switch (why) {
    case "interrupted":
      return "esc";
    case "rate-limited":
      return "usage-limit";
    case "api-error":
      return "api-error";
    case "session-closed":
      return CLOSINGS[closed ?? "window"];
  }
}

/** Looks up what an event does to a pause. */
export function effectOn(pause: Pick<Pause, "why" | "closed">, event: PauseEvent): PauseEffect {
  return PAUSE_TABLE[causeOf(pause)][event];
}

const SENTENCES: Readonly<Record<PauseCause, string>> = {
  esc: "you pressed Esc",
  "usage-limit": "usage limit",
  "api-error": "API error",
  exit: "its session was left with /exit",
  "window-closed": "its session was closed",
  clear: "its session was cleared with /clear",
  switched: "its window switched to another session",
  "print-ended": "its `claude -p` ended",
};

/** Names the cause in a few words, for the middle of a sentence. */
export function describeCause(pause: Pick<Pause, "why" | "closed">): string {
  return SENTENCES[causeOf(pause)];
}

/**
 * Describes what ends a pause.
 *
 * @param localTime `until` as people read it; null where it is not set, or has passed.
 */
export function wayOn(pause: Pause, session: string | null, localTime: string | null): string {
  const { closed } = pause;
  if (closed === undefined) {
    if (!pause.wakesByItself) {
      return localTime === null
        ? "type anything in its session"
        : `after ${localTime}, type anything in its session`;
    }
    return localTime === null
      ? "wakes by itself; type anything to try at once"
      : `wakes by itself at ${localTime}; type anything to try at once`;
  }
  const reopen = session === null ? "claude --continue" : `claude --resume ${session}`;
  switch (closed) {
    case "clear":
      return "/ralph:start --resume takes it over in the new conversation";
    case "switched":
      return `/resume ${session ?? ""}`.trimEnd() +
        " goes back to it, /ralph:start --resume takes it over here";
    case "print":
      return `${reopen.replace("claude", "claude -p")} "go on", or without -p and type anything`;
    case "exit":
    case "window":
      return `${reopen}, then type anything; or /ralph:start --resume in another session`;
  }
}

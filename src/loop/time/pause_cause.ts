/** The causes of a pause: their names, and how each pause ends, in words. */
import { nameInSession, type Place } from "../../text/command_name.ts";
import { showText } from "../../text/show_text.ts";
import type { ApiCause } from "../api_failure.ts";
import type { LoopRecord, Pause } from "../../store/records/loop_record.ts";

/** The cause of a loop's pause. */
export type PauseCause = keyof typeof SENTENCES;

const CLOSINGS: Readonly<Record<NonNullable<Pause["closed"]>, PauseCause>> = {
  exit: "exit",
  window: "window-closed",
  clear: "clear",
  switched: "switched",
  print: "print-ended",
};

/** The ways in which a turn is cut off, as the detail of such a pause. */
export const CUT_OFF = {
  esc: "Esc was pressed",
  refused: "a call was refused",
  unknown: "the turn ended without an event",
} as const;

/** The cut-off of a turn. */
export interface CutOff {
  /** Epoch milliseconds. */
  readonly atMs: number;
  /** The detail of the pause. */
  readonly detail: string;
}

/**
 * Finds the cut-off of a running turn: the user pressed No or Esc at a prompt, both of which end the turn,
 * or Esc while the agent worked.
 *
 * @returns Null if no turn runs, or the interruption belongs to an earlier turn.
 */
export function findCutOff(
  { state, since }: Pick<LoopRecord["turn"], "state" | "since">,
  { interruptedAtMs: atMs, refusedAtMs }: {
    readonly interruptedAtMs: number | null;
    readonly refusedAtMs: number | null;
  },
): CutOff | null {
  if (state !== "running" || atMs === null || atMs < since) return null;
  return { atMs, detail: refusedAtMs === atMs ? CUT_OFF.refused : CUT_OFF.esc };
}

/** The fields that determine the cause of a pause. */
type Causing = Pick<Pause, "why" | "closed" | "detail">;

/** Determines the cause of a pause. A cut-off turn takes precedence over a closed session. */
export function causeOf({ why, closed, detail }: Causing): PauseCause {
  switch (why) {
    case "interrupted":
      if (detail === CUT_OFF.refused) return "refused";
      return detail === CUT_OFF.unknown ? "interrupted" : "esc";
    case "asked":
      return "asked";
    case "rate-limited":
      return "usage-limit";
    case "session-closed":
      return CLOSINGS[closed ?? "window"];
    default:
      return why;
  }
}

const SENTENCES = {
  asked: "you paused it",
  esc: "you pressed Esc",
  refused: "you answered a prompt with No or Esc",
  interrupted: "interrupted",
  "usage-limit": "usage limit",
  "api-error": "API error",
  billing: "no credit left",
  login: "not logged in",
  "no-access": "no access to the API",
  "context-full": "the context is full",
  exit: "its session was left with /exit",
  "window-closed": "its session was closed",
  clear: "its session was cleared with /clear",
  switched: "its window switched to another session",
  "print-ended": "its `claude -p` ended",
} as const;

/** Causes of a pause that a person has to end, and whose details are the API's words. */
const NEEDS = {
  billing: ["add credit", "add credit, or use another account with /login"],
  login: ["log in", "type /login"],
  "no-access": ["give the account access", "use an account with access: /login"],
  "context-full": ["give it less to read", "type /compact"],
} as const;

function hasNeed(cause: string): cause is keyof typeof NEEDS {
  return Object.hasOwn(NEEDS, cause);
}

const SHOWN_WORDS = 80;

/** Describes the cause in a few words for the middle of a sentence. API errors are in the API's words. */
export function describeCause(pause: Causing): string {
  const cause = causeOf(pause);
  const name = SENTENCES[cause];
  if (cause !== "api-error" && !hasNeed(cause) || pause.detail === "") return name;
  const words = showText(pause.detail, SHOWN_WORDS);
  return words.toLowerCase().startsWith(name.toLowerCase()) ? words : `${name}: ${words}`;
}

/** Describes what the user has to do before an agent of `ralph run` can work again. */
export function describeNeed(
  { cause, detail }: { readonly cause: ApiCause; readonly detail: string },
  agent: string,
): string {
  const what = describeCause({ why: cause, detail });
  if (cause === "login") return `${what}; to log in, ${LOGINS[agent] ?? `run ${agent}`}`;
  return hasNeed(cause) ? `${what}; ${NEEDS[cause][0]}` : what;
}

/** The way to log in to each agent. */
const LOGINS: Readonly<Record<string, string>> = {
  claude: "run claude and type /login",
  codex: "run codex login",
  opencode: "run opencode auth login",
};

/**
 * Describes how a pause ends.
 *
 * @param session The loop's owner; null for an unclaimed loop.
 * @param localTime `until` as people read it; null if it is not set, or has passed.
 */
export function howToContinue(
  pause: Pause,
  session: string | null,
  localTime: string | null,
  place: Place,
): string {
  const { closed } = pause;
  if (closed === undefined) {
    if (hasNeed(pause.why)) return `${NEEDS[pause.why][1]}, then type anything in its session`;
    if (!pause.wakesByItself) {
      return localTime === null
        ? "type anything in its session"
        : `after ${localTime}, type anything in its session`;
    }
    return localTime === null
      ? "wakes by itself; type anything to try at once"
      : `wakes by itself at ${localTime}; type anything to try at once`;
  }
  const takeOver = nameInSession("start --resume", place);
  const reopen = session === null ? "claude --continue" : `claude --resume ${session}`;
  switch (closed) {
    case "clear":
      return `${takeOver} takes it over in the new conversation`;
    case "switched":
      return `/resume ${session ?? ""}`.trimEnd() +
        ` goes back to it, ${takeOver} takes it over here`;
    case "print":
      return `${reopen.replace("claude", "claude -p")} "go on", or without -p and type anything`;
    case "exit":
    case "window":
      return `${reopen}, then type anything; or ${takeOver} in another session`;
  }
}

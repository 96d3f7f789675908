/**
 * The one JSON document that a hook answers with.
 *
 * Answers are built only here, so that none can have a shape that the client ignores.
 */
import { writeText } from "../system/standard_streams.ts";
import type { ContinueWith } from "../store/settings/settings.ts";
import { makeAllVisible } from "../text/show_text.ts";

/** A hook's answer, before it becomes text. */
export type Answer = Readonly<Record<string, unknown>>;

/** The output and the exit of a hook process. */
export interface HookResult {
  readonly answer: Answer;
  /** Lines for the terminal that the client hides. */
  readonly talk: readonly string[];
  /** 0, except from the waking hook: 2 wakes the session. */
  readonly exitCode: 0 | 2;
  /** Runs once the answer is written. */
  readonly afterwards?: () => Promise<void>;
}

/** No opinion: the client continues as if there were no hook. */
export const NO_OPINION: Answer = {};

/** The first client that honours additional context on Stop, 2.1.163, three digits each. */
const CONTEXT_SINCE = 2_001_163;

/** The client's own limit for `systemMessage`. */
const MAX_MESSAGE_CHARACTERS = 9_000;

/** Prints the one JSON document of a hook; the client shows parts of it on its terminal. */
export function printAnswer(answer: Answer): void {
  writeText(Deno.stdout, `${JSON.stringify(makeAllVisible(answer))}\n`);
}

/** Wraps an answer with exit code 0. */
export function plain(answer: Answer = NO_OPINION, talk: readonly string[] = []): HookResult {
  return { answer, talk, exitCode: 0 };
}

/** Shows the user messages without changing anything; each begins with the program's name. */
export function tellUser(...messages: readonly string[]): Answer {
  const text = messages.map(named).join("\n");
  return { systemMessage: text.slice(0, MAX_MESSAGE_CHARACTERS) };
}

/** Shows the user lines before the answer's own; each begins with the program's name. */
export function tellFirst(answer: Answer, ...lines: readonly string[]): Answer {
  const shown = [...lines.map(named), answer["systemMessage"]].filter((line) =>
    typeof line === "string"
  );
  return shown.length === 0 ? answer : { ...answer, systemMessage: shown.join("\n") };
}

/** Begins a message with the program's name, as everything that ralph shows in a session. */
export function named(message: string): string {
  return `ralph: ${message}`;
}

/**
 * Continues the session with a text for the model.
 *
 * @param how The setting `continue_with`.
 * @param clientVersion The client's version from the transcript; null if unknown.
 * @param text The continuation, under 10,000 characters.
 *
 * @example The form that every client knows
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(continueWith("Go on", "block", null), { decision: "block", reason: "Go on" });
 * ```
 */
export function continueWith(
  text: string,
  how: ContinueWith,
  clientVersion: string | null,
): Answer {
  const isQuiet = how === "context" || how === "auto" && honoursContext(clientVersion);
  return isQuiet
    ? { hookSpecificOutput: { hookEventName: "Stop", additionalContext: text } }
    : { decision: "block", reason: text };
}

/**
 * Allows the stop and says why.
 *
 * @param sentence The reason on standard error, in the form that scripts of the earlier plugin read.
 */
export function allowStop(sentence: string, shown = sentence): HookResult {
  return plain(tellUser(shown), [`\n[RALPH] Session stopped: ${sentence}\n`]);
}

/**
 * Ends the turn at once and says why.
 *
 * @param sentence The reason on standard error, in the form that scripts of the earlier plugin read.
 * @param head The reason in a few words, which the client shows as the stop's.
 */
export function halt(sentence: string, head = sentence, shown = sentence): HookResult {
  const answer = { continue: false, stopReason: named(head), ...tellUser(shown) };
  return plain(answer, [`\n[RALPH] HARD STOP: ${sentence}\n`]);
}

/** Refuses a tool call; the model sees the reason, and the user too. */
export function deny(reason: string): Answer {
  return {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: named(reason),
    },
  };
}

/** Gives the model a text at the start of a session, or together with a person's prompt. */
export function briefSession(
  text: string,
  event: "SessionStart" | "UserPromptSubmit" = "SessionStart",
): Answer {
  return { hookSpecificOutput: { hookEventName: event, additionalContext: text } };
}

/** Checks whether a client is known to honour additional context on Stop; an unknown version is not. */
function honoursContext(version: string | null): boolean {
  const parts = /^(\d+)\.(\d+)\.(\d+)/.exec(version ?? "")?.slice(1) ?? [];
  return parts.reduce((number, part) => number * 1_000 + Number(part), 0) >= CONTEXT_SINCE;
}

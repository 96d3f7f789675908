/**
 * Ends that no rule of a Stop made: you asked for them, or something happened between two Stops. Pure.
 */
import type { JournalEntry } from "../../store/records/journal.ts";

/** Codes of ends that a person asks for. */
const REQUESTED: readonly (string | null)[] = ["kill-switch", "stopped-by-user", "disabled"];

/** When each event happens. */
const MOMENTS: Readonly<Record<string, string>> = {
  "Stop": "at the end of a turn",
  "StopFailure": "after a turn that failed",
  "PreToolUse": "before a tool call",
  "UserPromptSubmit": "at your next prompt",
  "SessionEnd": "when the session closed",
  "sleep": "while the session rested",
  "stop": "with 'ralph stop'",
  "start": "when the next loop started",
};

/**
 * Explains an end without facts of its own.
 *
 * @param entry The end.
 * @returns One or two sentences.
 *
 * @example The kill switch
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(
 *   explainOutside({ code: "kill-switch", event: "PreToolUse" }),
 *   "You asked for it, before a tool call. That comes before every rule, so none was asked.",
 * );
 * ```
 */
export function explainOutside({ code, event }: Pick<JournalEntry, "code" | "event">): string {
  const moment = MOMENTS[event] ?? `at the event "${event}"`;
  return REQUESTED.includes(code)
    ? `You asked for it, ${moment}. That comes before every rule, so none was asked.`
    : `ralph ended the loop ${moment}. No rule of a Stop made this decision.`;
}

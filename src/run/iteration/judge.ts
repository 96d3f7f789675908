/** Judges an agent process: whether and how it failed, and with which error. Pure. */
import { showElapsed } from "../../text/time.ts";
import type { AgentWatch } from "../events/agent_watch.ts";
import { plainText } from "../terminal/plain_text.ts";
import type { AgentOutcome } from "../watchdog/agent_process.ts";
import type { Failure } from "../job/ending.ts";

/** The judgement of an agent process. */
export interface Judged {
  readonly outcome: AgentOutcome;
  readonly watch: AgentWatch;
  /** How it failed; null if it succeeded. */
  readonly failure: Failure | null;
  /** The failure as a sentence; empty if it succeeded. */
  readonly failureText: string;
  /** Lines around its last error; empty without an error. */
  readonly errors: string;
  /** Signature of its error; null without an error. */
  readonly signature: string | null;
  /** How the last tool call failed, if every call failed; empty if one succeeded or none was made. */
  readonly toolFailure: string;
}

/** Judges how an agent ended. */
export function judgeIteration(outcome: AgentOutcome, watch: AgentWatch): Judged {
  const failure = failureOf(outcome, watch);
  const errors = errorContext(watch.lines.map(plainText));
  const failureText = failure === null ? "" : describeFailure(outcome, watch, failure);
  const signature = failure === null
    ? null
    : errorSignature(watch.errors.at(-1) ?? errors) ?? errorSignature(failureText);
  return {
    outcome,
    watch,
    failure,
    failureText,
    errors,
    signature,
    toolFailure: describeTools(watch),
  };
}

function failureOf({ endedBy, exitCode }: AgentOutcome, { result }: AgentWatch): Failure | null {
  if (endedBy === "idle-timeout" || endedBy === "task-timeout") return endedBy;
  // A reported result counts even if the process hung afterwards.
  if (endedBy === "completion-grace") return result?.isError ? "agent-failed" : null;
  if (endedBy === "stop" || endedBy === "limit" || endedBy === "interrupt") return null;
  return exitCode === 0 && !result?.isError ? null : "agent-failed";
}

function describeFailure(outcome: AgentOutcome, watch: AgentWatch, failure: Failure): string {
  const lasted = showElapsed(outcome.durationMs);
  switch (failure) {
    case "idle-timeout":
      return `it printed nothing for ${showElapsed(outcome.silentMs)} and was terminated` +
        lastWords(outcome, watch);
    case "task-timeout":
      return `it was terminated after ${lasted}, the longest that a turn may take`;
    case "agent-failed": {
      const own = watch.result?.isError
        ? watch.result.text
        : watch.errors.at(-1) ?? lastErrorLine(watch.lines.map(plainText));
      const how = outcome.endedBy === "not-started"
        ? `it could not be started (${outcome.startErrors.join("; ")})`
        : outcome.signal !== null
        ? `it died of ${outcome.signal} after ${lasted}`
        : `it ended with exit code ${outcome.exitCode} after ${lasted}`;
      return own ? `${how}: ${shownLine(own)}` : how;
    }
  }
}

/** Selects the line of a text that reports an error, else its first line. */
function shownLine(text: string): string {
  const lines = text.trim().split("\n").map(plainText);
  return (lines.find((line) => ERROR_LINE.test(line)) ?? lines[0] ?? "").trim().slice(0, 200);
}

function describeTools({ toolCalls: { ended, failed, lastFailure } }: AgentWatch): string {
  return failed > 0 && failed === ended ? `each tool call failed: ${shownLine(lastFailure)}` : "";
}

/** Finds the last line of a silent agent, often a question that waits for an answer. */
function lastWords({ lastScreen }: AgentOutcome, watch: AgentWatch): string {
  const [lines, what] = watch.isStructured
    ? [watch.lastMessage.split("\n"), "its last message"] as const
    : [lastScreen, "the last line on its screen"] as const;
  const last = lines.findLast((line) => line.trim() !== "");
  return last === undefined ? "" : `; ${what}: ${last.trim().slice(0, 200)}`;
}

const ERROR_LINE =
  /^\s*(?:(?:\S+: )?(?:fatal|error|panic)(?:\[\w+\])?:|FAIL(?:ED|URE)?\b|Traceback\b|Error:|\w*(?:Error|Exception):|thread '.*' panicked|npm ERR!|✗|×|not ok\b)/i;
/** Lines kept around the last error. */
const MOST_LINES = 30;
const LINES_BEHIND = 8;
const MOST_CHARACTERS = 2_500;
const SIGNATURE_CHARACTERS = 200;

/** Finds the last line that reports an error, else the last line that contains words. */
function lastErrorLine(lines: readonly string[]): string | null {
  return lines.findLast((line) => ERROR_LINE.test(line)) ??
    lines.findLast((line) => line.trim() !== "") ?? null;
}

/**
 * Returns the lines around the last error.
 *
 * @returns The context; empty if no line reports an error.
 */
export function errorContext(lines: readonly string[]): string {
  const at = lines.findLastIndex((line) => ERROR_LINE.test(line));
  if (at < 0) return "";
  const end = Math.min(lines.length, at + 1 + LINES_BEHIND);
  return lines.slice(Math.max(0, end - MOST_LINES), end).join("\n").slice(-MOST_CHARACTERS);
}

/**
 * Computes the signature of an error, without the numbers, addresses and paths that differ each time.
 *
 * @returns The signature; null for an empty text.
 */
export function errorSignature(text: string): string | null {
  const line = text.split("\n").findLast((part) => ERROR_LINE.test(part)) ?? text.trim();
  const plain = line
    .replaceAll(/0x[0-9a-f]+|\b[0-9a-f]{8,}\b/gi, "#")
    .replaceAll(/(?:\/[\w.@-]+){2,}/g, "/…")
    .replaceAll(/\d+/g, "#")
    .replaceAll(/\s+/g, " ").trim();
  return plain === "" ? null : plain.slice(0, SIGNATURE_CHARACTERS);
}

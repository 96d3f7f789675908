/** Judges an agent process: whether it failed, how, and by which error. Pure. */
import { showElapsed } from "../../text/time.ts";
import type { AgentWatch } from "../events/agent_watch.ts";
import type { AgentOutcome } from "../watchdog/agent_process.ts";
import type { Failure } from "../job/ending.ts";
import { errorContext, errorSignature, lastErrorLine } from "./error_context.ts";

/** The judgement of an agent process. */
export interface Judged {
  readonly outcome: AgentOutcome;
  readonly watch: AgentWatch;
  /** How it failed; null where it succeeded. */
  readonly failure: Failure | null;
  /** The failure as a sentence; empty where it succeeded. */
  readonly failureText: string;
  /** Lines around its last error; empty without an error. */
  readonly errors: string;
  /** Signature of its error; null without an error. */
  readonly signature: string | null;
}

/** Judges how an agent ended. */
export function judgeIteration(outcome: AgentOutcome, watch: AgentWatch): Judged {
  const failure = failureOf(outcome, watch);
  const errors = errorContext(watch.lines);
  const failureText = failure === null ? "" : describeFailure(outcome, watch, failure);
  const signature = failure === null
    ? null
    : errorSignature(watch.errors.at(-1) ?? errors) ?? errorSignature(failureText);
  return { outcome, watch, failure, failureText, errors, signature };
}

function failureOf({ endedBy, exitCode }: AgentOutcome, { result }: AgentWatch): Failure | null {
  if (endedBy === "idle-timeout" || endedBy === "task-timeout") return endedBy;
  // A reported result counts, even if the process hung after it.
  if (endedBy === "completion-grace") return result?.isError ? "agent-failed" : null;
  if (endedBy === "stop" || endedBy === "interrupt") return null;
  return exitCode === 0 && !result?.isError ? null : "agent-failed";
}

function describeFailure(outcome: AgentOutcome, watch: AgentWatch, failure: Failure): string {
  const lasted = showElapsed(outcome.durationMs);
  switch (failure) {
    case "idle-timeout":
      return `it printed nothing for ${showElapsed(outcome.silentMs)} and was ended` +
        lastWords(outcome, watch);
    case "task-timeout":
      return `it was ended after ${lasted}, the most that one iteration may take`;
    case "agent-failed": {
      const own = watch.result?.isError
        ? watch.result.text
        : watch.errors.at(-1) ?? lastErrorLine(watch.lines);
      const how = outcome.endedBy === "not-started"
        ? `it could not be started (${outcome.startErrors.map(({ why }) => why).join("; ")})`
        : outcome.signal !== null
        ? `it died of ${outcome.signal} after ${lasted}`
        : `it ended with exit code ${outcome.exitCode} after ${lasted}`;
      return own ? `${how}: ${own.trim().split("\n", 1)[0]?.slice(0, 200)}` : how;
    }
  }
}

/** Finds the last line of a silent agent, which is often a question that waits for an answer. */
function lastWords({ lastScreen }: AgentOutcome, watch: AgentWatch): string {
  const [lines, what] = watch.isStructured
    ? [watch.lastMessage.split("\n"), "its last message"] as const
    : [lastScreen, "the last line on its screen"] as const;
  const last = lines.findLast((line) => line.trim() !== "");
  return last === undefined ? "" : `; ${what}: ${last.trim().slice(0, 200)}`;
}

/**
 * How runs end: reason, sentence and exit code. Pure.
 *
 * @module
 */
import type { Reason } from "../loop/decision.ts";
import { disabled, killSwitch, stoppedByUser } from "../loop/reason.ts";
import { type BreakerState, TRIPS_AT } from "./breaker/breaker.ts";
import type { JobEnd } from "./job.ts";
import type { Plan } from "./plan/plan.ts";
import type { StopAsk } from "./stop_source.ts";

/** Exit codes of a run. */
export const EXIT = {
  done: 0,
  failure: 1,
  limit: 3,
  blocked: 4,
  hangUp: 129,
  stopped: 130,
  terminated: 143,
} as const;

const SIGNALS = {
  SIGHUP: { exitCode: EXIT.hangUp, words: "hang-up" },
  SIGINT: { exitCode: EXIT.stopped, words: "Ctrl-C" },
  SIGTERM: { exitCode: EXIT.terminated, words: "TERM" },
} as const;

/** An end without a switch and not yet on disk. */
export function endOf(
  reason: Reason,
  exitCode: number,
  evidence: readonly string[] = [],
  kind: JobEnd["kind"] = "let-go",
): JobEnd {
  return { kind, reason, exitCode, evidence, killSwitch: null, isOnDisk: false };
}

/** The end that somebody asked for. */
export function endByAsk(ask: StopAsk): JobEnd {
  switch (ask.by) {
    case "signal": {
      const { exitCode, words } = SIGNALS[ask.signal];
      const reason: Reason = { code: "interrupted", sentence: `Interrupted by ${words}` };
      return endOf(reason, exitCode, [], "halt");
    }
    case "stop":
      return { ...endOf(stoppedByUser(), EXIT.stopped, [], "halt"), isOnDisk: true };
    case "kill-switch":
      return {
        ...endOf(killSwitch(ask.path), EXIT.stopped, [], "halt"),
        killSwitch: ask.path,
      };
    case "disabled":
      return endOf(disabled(), EXIT.stopped, [], "halt");
  }
}

/** Why rounds came to nothing. */
export type Failure = "idle-timeout" | "task-timeout" | "agent-failed";

/**
 * The end by a limit: after progress it is that, without any it is a failure, and where all rounds
 * failed in the same way, that way is the true reason.
 *
 * @param limit The limit's reason.
 * @param completed Items that this run completed.
 * @param failures How each of its rounds failed; null for one that did not.
 */
export function endByLimit(
  limit: Reason,
  completed: number,
  failures: readonly (Failure | null)[],
): JobEnd {
  if (completed > 0) return endOf(limit, EXIT.limit);
  const [first] = failures;
  const isAlways = first != null && failures.every((failure) => failure === first);
  if (!isAlways) return endOf(limit, EXIT.failure, ["nothing was completed"]);
  const rounds = failures.length === 1 ? "The only iteration" : `All ${failures.length} iterations`;
  return endOf(
    { code: first, sentence: `${rounds} ${WORDS[first]}; ${limit.sentence}` },
    EXIT.failure,
  );
}

const WORDS: Readonly<Record<Failure, string>> = {
  "idle-timeout": "ended by the idle watchdog: the agent fell silent",
  "task-timeout": "ended by the task timeout",
  "agent-failed": "failed: the agent ended with an error",
};

/** What was verified of a finished plan. */
export interface Verified {
  /** Ticked items whose own check passed. */
  readonly items: number;
  /** The user's own checks, which passed. */
  readonly gate: readonly string[];
}

/**
 * The end over a plan without open items: it says "verified" only of what was.
 *
 * @param plan Its counts.
 * @param verified What was verified of it.
 */
export function endComplete(
  { done, skipped }: Pick<Plan, "done" | "skipped">,
  { items, gate }: Verified,
): JobEnd {
  if (done === 0) {
    const sentence = `Nothing to do: all ${skipped} items of the plan are skipped`;
    return endOf({ code: "nothing-to-do", sentence }, EXIT.done);
  }
  const ticked = done === 1 ? "The one item is ticked" : `All ${done} items are ticked`;
  const own = items === 0
    ? ""
    : items === done
    ? " and verified"
    : `, ${items} of ${done} verified`;
  const passed = gate.length === 0 ? "" : `; passed: ${gate.map((one) => `\`${one}\``).join(", ")}`;
  const none = items === 0 && gate.length === 0
    ? " (no checks in the plan, none with --verify)"
    : "";
  const rest = skipped > 0 ? `; ${skipped} skipped` : "";
  return endOf({ code: "complete", sentence: ticked + own + none + passed + rest }, EXIT.done);
}

/**
 * The end after the recovery round came to nothing.
 *
 * @param breaker What tripped it.
 * @param last The last round: its failure, empty where the agent ended well, and its log.
 * @param failures How each round failed; null for one that did not.
 */
export function endStuck(
  { stale, sameErrors, lastError }: BreakerState,
  last: { readonly failure: string; readonly log: string | null },
  failures: readonly (Failure | null)[],
): JobEnd {
  const failed = failures.length - (failures.findLastIndex((one) => one !== "agent-failed") + 1);
  const what = failed >= TRIPS_AT
    ? `the agent failed ${failed} times in a row`
    : stale >= TRIPS_AT
    ? `${stale} iterations in a row changed nothing, recovery included`
    : `the same error came ${sameErrors} times in a row, recovery included`;
  const how = last.failure === "" ? "" : `; the last time ${last.failure}`;
  const log = last.log === null ? "" : ` · log: ${last.log}`;
  const evidence = [last.failure, lastError ?? ""].filter((text) => text !== "");
  return endOf(
    { code: "stuck", sentence: `Stuck: ${what}${how}${log}` },
    EXIT.failure,
    evidence,
  );
}

/** The end where no agent can be started: not executable, not found, no terminal for it. */
export function endNotStarted(
  { result, failureText }: { result: { readonly exitCode: number | null }; failureText: string },
): JobEnd {
  const sentence = `The agent did not start: ${failureText}`;
  return endOf({ code: "agent-failed", sentence }, result.exitCode ?? EXIT.failure);
}

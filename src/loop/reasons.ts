/** The reasons for which a loop ends: their states, words, exit codes and ways on. Pure. */
import type { LoopRecord } from "../store/records/loop_record.ts";

/** Exit codes of `ralph run`. */
export const EXIT = {
  done: 0,
  failure: 1,
  limit: 3,
  blocked: 4,
  hangUp: 129,
  stopped: 130,
  terminated: 143,
} as const;

/** The state of a loop that has ended; `done` is the only success. */
export type EndState = "done" | "limit" | "blocked" | "stuck" | "stopped" | "failed" | "ended";

/** What is known of a reason. */
export interface ReasonRow {
  readonly state: EndState;
  /** The end in a few words, where the reason has no `brief`. */
  readonly head: string;
  /** Whether the reason's sentence says more than the head. */
  readonly saysMore?: true;
  /** Of `ralph run`, where nothing else decides. */
  readonly exit: number;
  /** The option that raises the limit, and its setting where it has one. */
  readonly limit?: {
    readonly option: string;
    readonly setting?: "max_hours" | "max_tokens" | "max_cost_usd";
  };
  /** The setting or command that goes with the end; by default how to raise the limit, or go on. */
  readonly next?: string;
}

function done(head: string, next: string): ReasonRow {
  return { state: "done", head, exit: EXIT.done, next };
}

function stopped(head: string): ReasonRow {
  return { state: "stopped", head, exit: EXIT.stopped };
}

function failed(head: string, next?: string, state: EndState = "failed"): ReasonRow {
  return { state, head, exit: EXIT.failure, ...next && { next } };
}

/** A limit, which its option raises. */
function limit(
  head: string,
  option: string,
  setting?: NonNullable<ReasonRow["limit"]>["setting"],
): ReasonRow {
  return { state: "limit", head, exit: EXIT.limit, limit: { option, ...setting && { setting } } };
}

/** What is known of each reason, by its code: the user sees the words, `--json` the code. */
export const REASONS = {
  "complete": done("done", "`--eternal` keeps a loop going after that"),
  "converged": done(
    "done, the results have converged",
    "`ralph adapters explain` shows how the adapter judges",
  ),
  "nothing-to-do": done("nothing to do", "`ralph run PLAN` takes another plan"),
  "max-runtime": limit("out of time", "--max-hours", "max_hours"),
  "max-iterations": limit("out of turns", "--max-iterations"),
  "max-tokens": limit("out of tokens", "--max-tokens", "max_tokens"),
  "max-cost": limit("out of budget", "--max-cost-usd", "max_cost_usd"),
  "rate-limited": { ...limit("stopped by a usage limit", "--rate-limit-wait"), saysMore: true },
  "stuck": failed("stuck", "`ralph report` shows what it tried", "stuck"),
  "no-tools": failed(
    "stopped, since the agent only talked and used no tool",
    "`CLAUDE_CODE_STOP_HOOK_BLOCK_CAP` sets how many such answers Claude Code accepts",
    "stuck",
  ),
  "blocked": {
    state: "blocked",
    head: "blocked, it needs you",
    exit: EXIT.blocked,
  },
  "kill-switch": stopped("stopped by the kill switch"),
  "stopped-by-user": stopped("stopped, as you asked"),
  "disabled": stopped("stopped, since .claude/loop-enabled was deleted"),
  "interrupted": stopped("stopped, since you pressed Esc"),
  "internal-error": {
    ...failed("ralph failed, so the stop was allowed", "`ralph doctor` checks the set-up"),
    saysMore: true,
  },
  "agent-failed": {
    ...failed("stopped, since the agent failed", "`--agent` sets the agent's command"),
    saysMore: true,
  },
  "plan-error": {
    ...failed("stopped, since the plan cannot be read", "`ralph run PLAN` takes another plan"),
    saysMore: true,
  },
  "idle-timeout": {
    ...failed("stopped, since the agent printed nothing for too long"),
    limit: { option: "--idle-timeout" },
  },
  "task-timeout": {
    ...failed("stopped, since the agent took too long"),
    limit: { option: "--task-timeout" },
  },
} as const satisfies Readonly<Record<string, ReasonRow>>;

/** Why a loop ended or rests. */
export type ReasonCode = keyof typeof REASONS;

/** Returns what is known of a reason; null for the code of another version. */
export function rowOf(code: string): ReasonRow | null {
  const rows: Readonly<Record<string, ReasonRow>> = REASONS;
  return Object.hasOwn(rows, code) ? rows[code] ?? null : null;
}

/** Maps the reason's code of an ended loop to its state. */
export function stateOfEnd(code: string): EndState {
  // A record of the earlier plugin whose sentence says nothing more has no code.
  return code === "" ? "ended" : rowOf(code)?.state ?? "failed";
}

/**
 * Returns the setting or command that goes with an end.
 *
 * @returns Null after a run's success, and for the code of another version.
 */
export function nextOf(code: string, driver: LoopRecord["driver"] = "session"): string | null {
  const row = rowOf(code);
  const isRun = driver === "runner";
  if (row === null || isRun && code === "complete") return null;
  if (row.limit !== undefined) return `\`${row.limit.option}\` raises it`;
  return row.next ?? (isRun ? "`ralph run --resume` goes on" : "`ralph start` begins again");
}

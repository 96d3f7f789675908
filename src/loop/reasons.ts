/** The reasons for which a loop ends: their states, words, exit codes and ways on. Pure. */

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
type EndState = "done" | "limit" | "blocked" | "stuck" | "stopped" | "failed" | "ended";

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
  /** The setting or command that goes with the end; by default how to raise the limit. */
  readonly next?: string;
}

const AGAIN = "`ralph start` begins again";

/** What is known of each reason, by its code: the user sees the words, `--json` the code. */
export const REASONS = {
  "complete": {
    state: "done",
    head: "done",
    exit: EXIT.done,
    next: "`--eternal` keeps a loop going after that",
  },
  "converged": {
    state: "done",
    head: "done, the results have converged",
    exit: EXIT.done,
    next: "`ralph adapters explain` shows how the adapter judges",
  },
  "max-runtime": {
    state: "limit",
    head: "out of time",
    exit: EXIT.limit,
    limit: { option: "--max-hours", setting: "max_hours" },
  },
  "max-iterations": {
    state: "limit",
    head: "out of turns",
    exit: EXIT.limit,
    limit: { option: "--max-iterations" },
  },
  "max-tokens": {
    state: "limit",
    head: "out of tokens",
    exit: EXIT.limit,
    limit: { option: "--max-tokens", setting: "max_tokens" },
  },
  "max-cost": {
    state: "limit",
    head: "out of budget",
    exit: EXIT.limit,
    limit: { option: "--max-cost-usd", setting: "max_cost_usd" },
  },
  "stuck": {
    state: "stuck",
    head: "stuck",
    exit: EXIT.failure,
    next: "`ralph report` shows what it tried",
  },
  "blocked": {
    state: "blocked",
    head: "blocked, it needs you",
    exit: EXIT.blocked,
    next: "once it has what it needs, `ralph start` begins again",
  },
  "no-tools": {
    state: "stuck",
    head: "stopped, since the agent only talked and used no tool",
    exit: EXIT.failure,
    next: "`CLAUDE_CODE_STOP_HOOK_BLOCK_CAP` sets how many such answers Claude Code accepts",
  },
  "kill-switch": {
    state: "stopped",
    head: "stopped by the kill switch",
    exit: EXIT.stopped,
    next: AGAIN,
  },
  "stopped-by-user": {
    state: "stopped",
    head: "stopped, as you asked",
    exit: EXIT.stopped,
    next: AGAIN,
  },
  "disabled": {
    state: "stopped",
    head: "stopped, since .claude/loop-enabled was deleted",
    exit: EXIT.stopped,
    next: AGAIN,
  },
  "interrupted": {
    state: "stopped",
    head: "stopped, since you pressed Esc",
    exit: EXIT.stopped,
    next: AGAIN,
  },
  "rate-limited": {
    state: "limit",
    head: "stopped by a usage limit",
    saysMore: true,
    exit: EXIT.limit,
    limit: { option: "--rate-limit-wait" },
  },
  "internal-error": {
    state: "failed",
    head: "ralph failed, so the stop was allowed",
    saysMore: true,
    exit: EXIT.failure,
    next: "`ralph doctor` checks the set-up",
  },
  "idle-timeout": {
    state: "failed",
    head: "stopped, since the agent printed nothing for too long",
    exit: EXIT.failure,
    limit: { option: "--idle-timeout" },
  },
  "task-timeout": {
    state: "failed",
    head: "stopped, since the agent took too long",
    exit: EXIT.failure,
    limit: { option: "--task-timeout" },
  },
  "agent-failed": {
    state: "failed",
    head: "stopped, since the agent failed",
    saysMore: true,
    exit: EXIT.failure,
    next: "`--agent` sets the agent's command",
  },
  "plan-error": {
    state: "failed",
    head: "stopped, since the plan cannot be read",
    saysMore: true,
    exit: EXIT.failure,
    next: "`ralph run PLAN` takes another plan",
  },
  "nothing-to-do": {
    state: "done",
    head: "nothing to do",
    exit: EXIT.done,
    next: "`ralph run PLAN` takes another plan",
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

/** Returns the setting or command that goes with an end; null for the code of another version. */
export function nextOf(code: string): string | null {
  const row = rowOf(code);
  return row?.next ?? (row?.limit && `\`${row.limit.option}\` raises it`) ?? null;
}

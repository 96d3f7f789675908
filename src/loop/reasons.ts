/** The reasons that end a loop: their states, words, exit codes and next steps. Pure. */
import type { LoopRecord } from "../store/records/loop_record.ts";
import { nameAtPrompt, type Place } from "../text/command_name.ts";
import { quoteForShell, showCommand } from "../text/shell_word.ts";

/** Exit codes of `ralph run`. */
export const EXIT = {
  done: 0,
  failure: 1,
  limit: 3,
  blocked: 4,
  noAgent: 127,
  hangUp: 129,
  stopped: 130,
  terminated: 143,
} as const;

/** The state of a loop that has ended; `done` is the only success. */
export type EndState = "done" | "limit" | "blocked" | "stuck" | "stopped" | "failed" | "ended";

/** The properties of a reason. */
export interface ReasonRow {
  readonly state: EndState;
  /** The end in a few words, used if the reason has no `brief`. */
  readonly head: string;
  /** True if the reason's sentence says more than the head. */
  readonly saysMore?: true;
  /** The exit code of `ralph run`, if nothing else determines it. */
  readonly exit: number;
  /** The option that raises the limit, and its setting if it has one. */
  readonly limit?: {
    readonly option: string;
    readonly setting?: "max_hours" | "max_tokens" | "max_cost_usd";
  };
  /**
   * The next step after the end, as in a terminal: `{again}` is the command that continues the work,
   * `{plan}` the plan. By default, it is that command.
   */
  readonly next?: string;
}

function done(head: string, next = LOOK): ReasonRow {
  return { state: "done", head, exit: EXIT.done, next };
}

/** Works on the open items on several machines. */
const SHARDS = "on each machine: ralph run {plan} --shard 1/N";

/** Shows the work that was done. */
const LOOK = "ralph report --open";

function stopped(head: string): ReasonRow {
  return { state: "stopped", head, exit: EXIT.stopped };
}

function failed(head: string, next?: string, state: EndState = "failed"): ReasonRow {
  return { state, head, exit: EXIT.failure, ...next && { next } };
}

/** Makes the row of a limit that an option can raise. */
function limit(
  head: string,
  option: string,
  setting?: NonNullable<ReasonRow["limit"]>["setting"],
): ReasonRow {
  return { state: "limit", head, exit: EXIT.limit, limit: { option, ...setting && { setting } } };
}

/** The properties of each reason, by its code. Users see the words, `--json` has the code. */
export const REASONS = {
  "complete": done("done"),
  "converged": done("done, the results have converged"),
  "nothing-to-do": done("nothing to do", "add an open item to {plan}, then {again}"),
  "nothing-to-merge": failed("nothing to merge yet", SHARDS),
  "items-left": { state: "limit", head: "items are left", exit: EXIT.limit, next: SHARDS },
  "shard-stuck": failed("a machine is stuck on an item", SHARDS, "stuck"),
  "needs-agent": {
    state: "limit",
    head: "needs an agent",
    exit: EXIT.limit,
    saysMore: true,
    next: "install an agent, then {again}",
  },
  "max-runtime": limit("out of time", "--max-hours", "max_hours"),
  "max-iterations": limit("out of turns", "--max-iterations"),
  "max-tokens": limit("out of tokens", "--max-tokens", "max_tokens"),
  "max-cost": limit("out of budget", "--max-cost-usd", "max_cost_usd"),
  "rate-limited": {
    ...limit("stopped by a usage limit", "--rate-limit-wait"),
    saysMore: true,
    next: "when the usage limit has reset, {again}",
  },
  "api-error": {
    ...limit("stopped, since the API did not work", "--rate-limit-wait"),
    saysMore: true,
    next: "when the API works again, {again}",
  },
  "stuck": failed("stuck", "ralph explain, then {again}", "stuck"),
  "no-tools": failed(
    "stopped, since the agent only talked and used no tool",
    "ralph explain, then {again}",
    "stuck",
  ),
  "blocked": {
    state: "blocked",
    head: "blocked, it needs you",
    exit: EXIT.blocked,
    next: "give it what it needs, then {again}",
  },
  "kill-switch": stopped("stopped by the kill switch"),
  "stopped-by-user": stopped("stopped, as you asked"),
  "disabled": stopped("stopped, since .claude/loop-enabled was deleted"),
  "interrupted": stopped("stopped, since you pressed Esc"),
  "internal-error": {
    ...failed("stopped by an error in ralph", "ralph doctor, then {again}"),
    saysMore: true,
  },
  "agent-failed": {
    ...failed("stopped, since the agent failed", "ralph explain, then {again}"),
    saysMore: true,
  },
  "plan-error": {
    ...failed("stopped, since the plan cannot be read", "correct {plan}, then {again}"),
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

/** The reason that a loop ended or rests. */
export type ReasonCode = keyof typeof REASONS;

/** Returns the properties of a reason; null for a code of another version. */
export function rowOf(code: string): ReasonRow | null {
  const rows: Readonly<Record<string, ReasonRow>> = REASONS;
  return Object.hasOwn(rows, code) ? rows[code] ?? null : null;
}

/** Maps the reason's code of an ended loop to its state. */
export function stateOfEnd(code: string): EndState {
  // A record of the earlier plugin has no code if its sentence says nothing more.
  return code === "" ? "ended" : rowOf(code)?.state ?? "failed";
}

/** The place that a next step is read in; `elsewhere` is a folder other than the loop's project. */
export type ReadIn = Place | "elsewhere";

type EndedRecord = Pick<
  LoopRecord,
  "again" | "driver" | "focus" | "id" | "items" | "project"
>;

/**
 * Describes the next step after an end, to follow `→`: a command, or a sentence that ends with one.
 *
 * @param code The reason's code. With a code of another version, the step continues the work.
 */
export function nextStep(code: string, record: EndedRecord, where: ReadIn): string {
  const { focus: { path }, project } = record;
  const isHere = where !== "elsewhere" && path?.startsWith(`${project}/`);
  const plan = isHere ? path?.slice(project.length + 1) : path;
  return templateOf(code, record)
    .replaceAll(LOOKING_BACK, (words: string) => nameFor(record, words.slice(6), where))
    .replaceAll("{plan}", () => quoteForShell(plan ?? "the plan"))
    .replaceAll("{again}", () => nameFor(record, wordsAgain(record), where));
}

/** Returns only the command of the next step, for a script that runs it in the project. */
export function nextCommand(code: string, record: EndedRecord): string {
  const [, words = ""] = /(?:ralph (?=[^,]*$)|(?={again}$))(.*)$/.exec(templateOf(code, record)) ??
    [];
  const { focus: { path }, project } = record;
  const plan = path?.startsWith(`${project}/`) ? path.slice(project.length + 1) : path;
  return `ralph ${
    words.replaceAll("{plan}", () => quoteForShell(plan ?? "the plan"))
      .replaceAll("{again}", () => wordsAgain(record))
  }`;
}

function templateOf(code: string, { driver, items }: EndedRecord): string {
  const { done = 0, total = 0 } = items ?? {};
  // Continuing a plan without open items would not help the user.
  if (driver === "session" && total > 0 && done === total) return LOOK;
  // A resumed session's loop gets its limits again. A run continues, and its command raises the limit.
  const isOver = driver === "session" && stateOfEnd(code) === "limit";
  return rowOf(code)?.next ?? (isOver ? "for as much again, {again}" : "{again}");
}

function wordsAgain({ again, driver }: EndedRecord): string {
  return again ?? (driver === "runner" ? "run --resume" : "start");
}

/** The table's commands that only show results. */
const LOOKING_BACK = /ralph (?:report --open|explain|doctor)/g;

/** Adapts a command for its reader: in another folder, it names the loop or enters the project. */
function nameFor({ id, project }: EndedRecord, words: string, where: ReadIn): string {
  if (where !== "elsewhere") return nameAtPrompt(words, where);
  const [, name, rest] = /^(report|explain)( .*)?$/.exec(words) ?? [];
  return name === undefined
    ? nameElsewhere(`ralph ${words}`, project)
    : `ralph ${name} ${id}${rest ?? ""}`;
}

/** Adapts a next step in a project for a reader in another folder. */
export function nameElsewhere(step: string, project: string): string {
  return /^(?:ralph|claude) /.test(step)
    ? `${showCommand(["cd", project])} && ${step}`
    : `in ${project}: ${step}`;
}

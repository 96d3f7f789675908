/**
 * The loop's record: the content of `.claude/ralph-state.json` while a loop is active.
 *
 * The file's names are in snake_case, and are the predecessor's if it had the field. An instant is epoch
 * milliseconds here; the file has it as text, or in seconds if the predecessor did.
 */
import {
  choice,
  count,
  dictionary,
  exactInstant,
  inFile,
  instant,
  list,
  nullable,
  number,
  object,
  seconds,
  type ShapeOf,
  text,
  truth,
  writeAs,
} from "./shape.ts";
import { ItemLedgerSchema } from "../item_ledger.ts";
import { ProgressMarkSchema } from "./progress_mark.ts";
import { ReviewSchema, ValidationSchema } from "./validation_record.ts";

/** Version of the record's shape; a newer one is refused. */
export const LOOP_RECORD_VERSION = 2;

const AskedBefore = { digest: text, done: count, named: count, inVain: count };

/**
 * How a session was closed: `/exit`, its window, `/clear`, `/resume` to another session, or the end of
 * `-p`.
 */
const SessionClosingSchema = choice("exit", "window", "clear", "switched", "print");

const PauseSchema = object(() => ({
  why: choice(
    ...["session-closed", "interrupted", "asked"] as const,
    ...["rate-limited", "api-error", "billing", "login", "no-access", "context-full"] as const,
  ),
  since: instant,
  /** When the loop continues, not a moment earlier; null if unknown. */
  until: nullable(exactInstant),
  detail: text,
  /** True if the waking hook ends this pause; false if only a person can. */
  wakesByItself: truth,
}), () => ({
  /** How the owner's session was closed; left out while it is open. */
  closed: SessionClosingSchema,
}));

const UserWaitSchema = object(() => ({
  kind: choice("permission", "question", "plan", "dialog"),
  /** The request, for people: `Bash npm install`. */
  what: text,
  since: instant,
  /** Id of the tool call that waits; empty if it is not a tool call. */
  call: text,
}));

const FocusSchema = object(() => ({
  path: nullable(text),
  /** The discovery method: `explicit`, `plan_mode`, `transcript`, `itp_spec`, …, `task`, `no_focus`. */
  method: text,
  /** All candidates if the choice is ambiguous. */
  candidates: list(text),
}));

/** The last decision, for status and the next event. */
const LastDecisionSchema = object(() => ({
  kind: choice("continue", "wait", "let-go", "halt"),
  code: text,
  sentence: text,
  /** Exact, because guidance given in the same second as the end may be for the next loop. */
  at: exactInstant,
}), () => ({
  /** For an end: the reason, and how far the task was, for people. */
  brief: text,
}));

/** One piece of evidence that the task is complete, as status shows it. */
const SignalSchema = object(() => ({
  name: text,
  confidence: number,
}));

const AdapterStateSchema = object(() => ({
  /** `alpha-forge`, or the name of the user's own adapter; `universal` is null in the record. */
  name: text,
  kind: choice("alpha-forge", "external"),
  shouldContinue: truth,
  /** 0: no opinion; 0.5: suggests; 1: decides. */
  confidence: number,
  reason: text,
  metrics: count,
  /** True if only the adapter's suggestions may be worked on. */
  converged: truth,
}));

/** The state of a loop. */
export const LoopStateSchema = choice("running", "draining", "paused", "stopped");
/** The phase of a running loop. */
export const PhaseSchema = choice("implementation", "validation", "exploration");

/** The fields of a loop's record, as its file has them. */
export const LoopRecordSchema = object(() => ({
  id: text,
  project: text,
  state: LoopStateSchema,
  pause: nullable(PauseSchema),
  phase: PhaseSchema,
  driver: choice("session", "runner"),
  /** The session that owns the loop; null while unclaimed. */
  ownerSession: nullable(text),
  /** Sessions seen here while the loop was unclaimed that had no right to claim it. */
  sessionsSeen: list(text),
  /** The owner's process, to check whether it is still alive. Its id means nothing on another machine. */
  sessionProcess: nullable(
    object({ pid: count, started: text, bootId: text, machine: text }),
  ),
  /** The state of the turn: `stop` drains only while one runs. An interruption may be just before it. */
  turn: object({ state: choice("running", "resting"), since: exactInstant }),
  startedAt: instant,
  /** Continuations so far. */
  iteration: count,
  accumulatedRuntimeMs: inFile("accumulated_runtime_seconds", seconds),
  lastHookAtMs: inFile("last_hook_timestamp", seconds),
  /** Bytes of the loop's beats that the clock has counted. */
  beatsOffset: count,
  /** The positions up to which the transcripts of the owner and its subagents were read, in bytes. */
  transcript: object({ offset: count, subagents: dictionary(count) }),
  /** Tokens and cost so far; null if the client reports none (unknown is never 0). */
  usage: object({ tokens: nullable(number), costUsd: nullable(number) }, {
    /** The share of the reviewers of `ralph run`; left out without reviewers. */
    reviewers: object({ agents: count, tokens: nullable(number), costUsd: nullable(number) }),
  }),
  focus: FocusSchema,
  task: nullable(text),
  signals: list(SignalSchema),
  /** The content of the focus file: emptying it, or removing its checks, must not end the loop. */
  planSeen: object({
    /** The largest number of items that was seen. */
    items: count,
    /** The commands of its items at the start. */
    checks: list(object({ text, command: text })),
  }, { ledger: ItemLedgerSchema }),
  /** A claim of completion that the agent was asked about; `inVain` counts questions that led to no work. */
  completionAsked: nullable(object({ signal: text, iteration: count }, AskedBefore)),
  verifyRejections: count,
  /** The project's state at the last rejection; null without a rejection since. */
  rejected: nullable(ProgressMarkSchema),
  /** The promise, once given for a complete task. It need not be repeated at every Stop. */
  promised: nullable(text),
  validation: ValidationSchema,
  /** Present after the agent said that it has nothing to do. Until there is progress, the loop explores. */
  idle: nullable(object({ phrase: text, iteration: count, mark: ProgressMarkSchema })),
  /** The project's adapter; null for the universal one, which has no opinion. */
  adapter: nullable(AdapterStateSchema),
  /** Shells seen at an earlier Stop: the loop does not wait for them. */
  shellsSeen: list(text),
  /** One-time lines already shown, by key. */
  said: list(text),
  /** Wakes since the last progress. */
  wakes: count,
  lastDecision: nullable(LastDecisionSchema),
}), () => ({
  /**
   * The command that starts the same loop again, or resumes the run, without `ralph`; left out by earlier
   * versions.
   */
  again: text,
  /**
   * The home folder that contains the loop, for a session that uses another one; left out by earlier
   * versions.
   */
  home: text,
  /** How many times the record was written, to detect a write by another process; missing counts as 0. */
  revision: count,
  /** The items of the focus file, as the last Stop or agent left them. */
  items: object({ done: count, total: count, next: nullable(text) }, {
    /** The work that is neither done nor waited for, as the end names it. */
    leftOut: object({ items: count, parts: list(text) }),
  }),
  /** Items that wait for a person, until they are ticked or a person writes. */
  waitingItems: list(object({ key: text, text, need: text })),
  /** The reviews of `ralph run`, one per item; left out before the first. */
  reviews: list(ReviewSchema),
  /** The request that waits for a person, until the next sign of life. */
  userWait: nullable(UserWaitSchema),
  /** When a stop was requested; present only while it drains. */
  stopAskedAt: instant,
  /** The loop's active time at the Stop that first saw each running shell, by the shell's id. */
  shellsSinceMs: inFile("shells_since_seconds", dictionary(seconds)),
  /** No limit can be reached within a turn before this instant; left out by earlier versions. */
  limitLookAt: exactInstant,
  /** When the session claimed the loop. Its use before that does not count. */
  countedSinceMs: inFile("counted_since", seconds),
}));

/** The state of a loop between two events: counters, clock, phase, owner. */
export type LoopRecord = ShapeOf<typeof LoopRecordSchema>;
/** A pause of the loop. */
export type Pause = ShapeOf<typeof PauseSchema>;
/** How the owner's session was closed, as the client named it. */
export type SessionClosing = ShapeOf<typeof SessionClosingSchema>;
/** A request that waits for a person. */
export type UserWait = ShapeOf<typeof UserWaitSchema>;
/** The work of the loop: a plan or a task. */
export type Focus = ShapeOf<typeof FocusSchema>;
/** The phase of a running loop. */
export type Phase = LoopRecord["phase"];
/** The validation phase of a loop. */
export type ValidationState = LoopRecord["validation"];
/** The outcome of the reviews of an item, or of the whole plan. */
export type ReviewRecord = ShapeOf<typeof ReviewSchema>;
/** The last result of the project's adapter. */
export type AdapterState = ShapeOf<typeof AdapterStateSchema>;

/** Returns a record as its file has it. */
export function fileOf(record: LoopRecord): Readonly<Record<string, unknown>> {
  // The shape of an object always writes an object.
  const file = writeAs(LoopRecordSchema, record) as Record<string, unknown>;
  return { version: LOOP_RECORD_VERSION, ...file };
}

/**
 * Returns a record as it is read back from its file, whose instants are whole seconds, so that it can be
 * compared with a record that is read later.
 */
export function asInFile(record: LoopRecord): LoopRecord {
  return LoopRecordSchema(fileOf(record));
}

/** A validation that has not begun. */
export const FRESH_VALIDATION: Readonly<ValidationState> = {
  cycle: 0,
  round: 0,
  roundBeganMs: null,
  findings: [],
  closed: [],
  score: null,
  previousFindings: null,
  ended: null,
  forced: null,
};

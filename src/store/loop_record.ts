/**
 * The loop's record: what `.claude/ralph-state.json` holds while a loop lives (design §3).
 *
 * Field names are those of the file, the seeds' where they have one.
 *
 * @module
 */
import {
  amount,
  choice,
  count,
  dictionary,
  instant,
  list,
  nullable,
  number,
  object,
  type ShapeOf,
  text,
  truth,
} from "./shape.ts";

/** Version of the record's shape; older ones migrate forwards, newer ones are refused. */
export const LOOP_RECORD_VERSION = 1;

/** Unix time in seconds, with fractions. */
const Seconds = amount;
const Count = count;
/** UTC time in ISO 8601, ending in `Z`. */
const Instant = instant;

/** Why a loop is paused. */
export const PauseWhySchema = choice("session-closed", "interrupted", "rate-limited", "api-error");

/** A pause: since when, until when where that is known, and who ends it. */
export const PauseSchema = object({
  why: PauseWhySchema,
  since: Instant,
  /** When the loop goes on, where it is known. */
  until: nullable(Instant),
  /** The client's own words, for status. */
  detail: text,
  /** Whether the waking hook ends this pause, or only a person can. */
  wakes_by_itself: truth,
});

/** What the loop works on and how it was found (design §7). */
export const FocusSchema = object({
  path: nullable(text),
  /** The cascade's method: `explicit`, `plan_mode`, `transcript`, `itp_spec`, …, `task`, `no_focus`. */
  method: text,
  /** All candidates where the choice is ambiguous. */
  candidates: list(text),
});

/** The last decision, as status and the next event need it. */
export const LastDecisionSchema = object({
  kind: choice("continue", "wait", "let-go", "halt"),
  code: text,
  sentence: text,
  at: Instant,
});

/** One piece of evidence that the task is complete, as status shows it. */
export const SignalSchema = object({
  name: text,
  confidence: number,
});

/** The loop's record. */
export const LoopRecordSchema = object({
  version: choice(LOOP_RECORD_VERSION),
  id: text,
  project: text,
  state: choice("running", "draining", "paused", "stopped"),
  pause: nullable(PauseSchema),
  phase: choice("implementation", "validation", "exploration"),
  driver: choice("session", "runner"),
  /** The session that drives the loop; null while unclaimed (design §4.1). */
  owner_session: nullable(text),
  /** Sessions seen here while the loop was unclaimed that had no right to claim it. */
  sessions_seen: list(text),
  /** The owner's process, for "is it still there"; ids mean nothing on another machine. */
  session_process: nullable(
    object({ pid: Count, started: text, boot_id: text, machine: text }),
  ),
  /** Whether a turn runs now: `stop` drains only then. */
  turn: object({ state: choice("running", "resting"), since: Instant }),
  started_at: Instant,
  /** Continuations so far. */
  iteration: Count,
  accumulated_runtime_seconds: Seconds,
  last_hook_timestamp: Seconds,
  /** Bytes of the loop's beats that the clock has counted. */
  beats_offset: Count,
  /** How far the owner's transcript and its subagents' were read, in bytes. */
  transcript: object({ offset: Count, subagents: dictionary(Count) }),
  /** Tokens and money so far; null where the client reports none (unknown is never 0). */
  usage: object({ tokens: nullable(number), cost_usd: nullable(number) }),
  focus: FocusSchema,
  /** The task's text, where `start` was given one. */
  task: nullable(text),
  signals: list(SignalSchema),
  /** A claim of completion over open items, asked about once (design §7 (*)). */
  completion_asked: nullable(object({ signal: text, iteration: Count })),
  verify_rejections: Count,
  /** Shells seen at an earlier Stop: they hold nothing (design §4.5). */
  shells_seen: list(text),
  /** One-time lines already said, by key. */
  said: list(text),
  /** Wakes since the last progress (design §4, StopFailure). */
  wakes: Count,
  last_decision: nullable(LastDecisionSchema),
});

/** The loop's record. */
export type LoopRecord = ShapeOf<typeof LoopRecordSchema>;
/** A pause of the loop. */
export type Pause = ShapeOf<typeof PauseSchema>;
/** What the loop works on. */
export type Focus = ShapeOf<typeof FocusSchema>;
/** The state of a loop (design §1). */
export type LoopState = LoopRecord["state"];
/** The phase of a running loop (design §1). */
export type Phase = LoopRecord["phase"];

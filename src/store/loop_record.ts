/**
 * The loop's record: what `.claude/ralph-state.json` holds while a loop lives (design §3).
 *
 * Field names are those of the file, the seeds' where they have one.
 *
 * @module
 */
import * as v from "valibot";

/** Version of the record's shape; older ones migrate forwards, newer ones are refused. */
export const LOOP_RECORD_VERSION = 1;

/** Unix time in seconds, with fractions. */
const Seconds = v.pipe(v.number(), v.finite(), v.minValue(0));
const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** UTC time in ISO 8601, ending in `Z`. */
const Instant = v.pipe(v.string(), v.isoTimestamp());

/** Why a loop is paused. */
export const PauseWhySchema = v.picklist([
  "session-closed",
  "interrupted",
  "rate-limited",
  "api-error",
]);

/** A pause: since when, until when where that is known, and who ends it. */
export const PauseSchema = v.object({
  why: PauseWhySchema,
  since: Instant,
  /** When the loop goes on, where it is known. */
  until: v.nullable(Instant),
  /** The client's own words, for status. */
  detail: v.string(),
  /** Whether the waking hook ends this pause, or only a person can. */
  wakes_by_itself: v.boolean(),
});

/** What the loop works on and how it was found (design §7). */
export const FocusSchema = v.object({
  path: v.nullable(v.string()),
  /** The cascade's method: `explicit`, `plan_mode`, `transcript`, `itp_spec`, …, `task`, `no_focus`. */
  method: v.string(),
  /** All candidates where the choice is ambiguous. */
  candidates: v.array(v.string()),
});

/** The last decision, as status and the next event need it. */
export const LastDecisionSchema = v.object({
  kind: v.picklist(["continue", "wait", "let-go", "halt"]),
  code: v.string(),
  sentence: v.string(),
  at: Instant,
});

/** One piece of evidence that the task is complete, as status shows it. */
export const SignalSchema = v.object({
  name: v.string(),
  confidence: v.number(),
});

/** The loop's record. */
export const LoopRecordSchema = v.object({
  version: v.literal(LOOP_RECORD_VERSION),
  id: v.string(),
  project: v.string(),
  state: v.picklist(["running", "draining", "paused", "stopped"]),
  pause: v.nullable(PauseSchema),
  phase: v.picklist(["implementation", "validation", "exploration"]),
  driver: v.picklist(["session", "runner"]),
  /** The session that drives the loop; null while unclaimed (design §4.1). */
  owner_session: v.nullable(v.string()),
  /** Sessions seen here while the loop was unclaimed that had no right to claim it. */
  sessions_seen: v.array(v.string()),
  /** The owner's process, for "is it still there"; ids mean nothing on another machine. */
  session_process: v.nullable(
    v.object({ pid: Count, started: v.string(), boot_id: v.string(), machine: v.string() }),
  ),
  /** Whether a turn runs now: `stop` drains only then. */
  turn: v.object({ state: v.picklist(["running", "resting"]), since: Instant }),
  started_at: Instant,
  /** Continuations so far. */
  iteration: Count,
  accumulated_runtime_seconds: Seconds,
  last_hook_timestamp: Seconds,
  /** Bytes of the loop's beats that the clock has counted. */
  beats_offset: Count,
  /** How far the owner's transcript and its subagents' were read, in bytes. */
  transcript: v.object({ offset: Count, subagents: v.record(v.string(), Count) }),
  /** Tokens and money so far; null where the client reports none (unknown is never 0). */
  usage: v.object({ tokens: v.nullable(v.number()), cost_usd: v.nullable(v.number()) }),
  focus: FocusSchema,
  /** The task's text, where `start` was given one. */
  task: v.nullable(v.string()),
  signals: v.array(SignalSchema),
  /** A claim of completion over open items, asked about once (design §7 (*)). */
  completion_asked: v.nullable(v.object({ signal: v.string(), iteration: Count })),
  verify_rejections: Count,
  /** Shells seen at an earlier Stop: they hold nothing (design §4.5). */
  shells_seen: v.array(v.string()),
  /** One-time lines already said, by key. */
  said: v.array(v.string()),
  /** Wakes since the last progress (design §4, StopFailure). */
  wakes: Count,
  last_decision: v.nullable(LastDecisionSchema),
});

/** The loop's record. */
export type LoopRecord = v.InferOutput<typeof LoopRecordSchema>;
/** A pause of the loop. */
export type Pause = v.InferOutput<typeof PauseSchema>;
/** What the loop works on. */
export type Focus = v.InferOutput<typeof FocusSchema>;
/** One of the four kinds of decision, with its reason. */
export type LastDecision = v.InferOutput<typeof LastDecisionSchema>;
/** The state of a loop (design §1). */
export type LoopState = LoopRecord["state"];
/** The phase of a running loop (design §1). */
export type Phase = LoopRecord["phase"];

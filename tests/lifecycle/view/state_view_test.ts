import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { renderInstant } from "../../../src/text/instant.ts";
import { MINUTE_MS } from "../../../src/text/time.ts";
import {
  describeState,
  type StateCode,
  type StateFacts,
} from "../../../src/lifecycle/view/state_view.ts";
import type { LoopRecord } from "../../../src/store/records/loop_record.ts";
import { blankRecord } from "../../../src/lifecycle/blank_record.ts";

const START = Date.parse("2026-01-02T03:00:00Z");

/** An instant of that day, by its time. */
const at = (time: string) => Date.parse(`2026-01-02T${time}Z`);
const SESSION = "0a1b2c3d-0000-4000-8000-000000000001";

function recordOf(over: Partial<LoopRecord>): LoopRecord {
  return {
    ...blankRecord({
      id: "20260102-030000000-00000000",
      project: "/p",
      driver: "session",
      startedAt: at("03:00:00"),
    }),
    state: "running",
    ownerSession: SESSION,
    turn: { state: "running", since: at("03:10:00") },
    iteration: 13,
    ...over,
  };
}

function factsOf(over: Partial<LoopRecord>, more: Partial<StateFacts> = {}): StateFacts {
  return {
    record: recordOf(over),
    nowMs: START + 20 * MINUTE_MS,
    killSwitch: null,
    hasMarker: true,
    hasRecord: true,
    process: "alive",
    openPid: 4711,
    hasTranscript: true,
    lastSignAtMs: START + 19 * MINUTE_MS,
    interruptedAtMs: null,
    refusedAtMs: null,
    isWaitOver: false,
    client: null,
    openCall: null,
    isChildBusy: false,
    unhonoured: null,
    showTime: (ms) => renderInstant(ms).slice(11, 16),
    place: "terminal",
    ...more,
  };
}

type Loop = Partial<LoopRecord>;
const RESTING = { state: "resting", since: at("03:15:00") } as const;
const PAUSE = { since: at("03:12:00"), until: null, detail: "", wakesByItself: false };
const WAIT = {
  kind: "permission",
  what: "Bash npm install",
  since: at("03:15:00"),
  call: "",
} as const;
const ASKED: Loop = { userWait: WAIT };
const RUN: Loop = { driver: "runner", ownerSession: null };
const LIMITED = { why: "rate-limited", until: at("04:20:00"), wakesByItself: true } as const;
const SWITCH: Partial<StateFacts> = { killSwitch: "/p/.claude/STOP_LOOP" };
const GONE: Partial<StateFacts> = { process: "gone" };
const UNKNOWN: Partial<StateFacts> = { process: "unknown" };
const escAt = (minutes: number) => ({ interruptedAtMs: START + minutes * MINUTE_MS });

function waited(code: string, on: string): Loop {
  const lastDecision = {
    kind: "wait",
    code,
    sentence: `waits for ${on}`,
    at: at("03:15:00"),
  } as const;
  return { turn: RESTING, lastDecision };
}

function paused(pause: Partial<NonNullable<LoopRecord["pause"]>>, rest: Loop = {}): Loop {
  return {
    state: "paused",
    turn: RESTING,
    pause: { ...PAUSE, why: "interrupted", ...pause },
    ...rest,
  };
}

type Row = readonly [
  name: string,
  record: Loop,
  facts: Partial<StateFacts>,
  code: StateCode,
  what: string,
  howToContinue: string | null,
];

/** What it is about, what is known, the state, a part of what is said, a part of the way on. */
// deno-fmt-ignore
const TABLE: readonly Row[] = [
  ["a turn runs", {}, {}, "working", "turn 13, for 10 min", null],
  ["a turn that a continuation began runs",
    { lastDecision: { kind: "continue", code: "work", sentence: "", at: at("03:18:00") } }, {},
    "working", "turn 13, for 2 min", null],
  ["nothing is known of the process", {}, UNKNOWN, "working", "", null],
  ["a permission prompt", ASKED, {},
    "waiting_for_you", "Claude Code asks for permission: Bash npm install", "answer it in its window"],
  ["a permission prompt that was answered", ASKED, { isWaitOver: true }, "working", "", null],
  ["plan mode", waited("plan-mode", "you"), {}, "waiting_for_you", "plan mode", "Shift+Tab"],
  ["work in the background", waited("background", "1 subagent (look)"), {},
    "waiting", "for 1 subagent (look)", "by itself"],
  ["the session was opened again", { turn: RESTING }, {},
    "waiting_for_you", "its session is open, but nothing is running", "type anything in its window (process 4711)"],
  ["a session with a conversation, of which nothing says that it is open",
    { turn: RESTING }, { ...UNKNOWN, openPid: null },
    "waiting_for_you", "nothing is running", `type anything in its window, or run claude --resume ${SESSION}`],
  ["a session that was named and has not begun",
    waited("background", "1 subagent (of an earlier owner)"), { ...UNKNOWN, openPid: null, hasTranscript: false },
    "waiting", `for session ${SESSION} to begin`,
    `run claude -p --session-id ${SESSION} "go on", or claude --session-id ${SESSION}`],
  ["a continuation that the client passed over", {}, { unhonoured: "Claude Code did not go on" },
    "waiting_for_you", "did not go on", "type anything"],
  ["no session yet", { ownerSession: null }, {}, "waiting", "for a session",
    "run claude here and type anything, or type in an open window"],
  ["several sessions, none chosen", { ownerSession: null, sessionsSeen: ["a", "b"] }, {},
    "waiting", "for a session", "in the session that should own it"],
  ["Esc that no event told of", {}, escAt(15), "paused", "you pressed Esc", "type anything in its session"],
  ["Esc at a permission prompt", ASKED, escAt(16), "paused", "you pressed Esc", "type anything"],
  ["an Esc of an earlier turn", {}, escAt(5), "working", "", null],
  ["a usage limit with a waker", paused(LIMITED), {},
    "paused", "usage limit, until 04:20 (in 1 h)", "wakes by itself at 04:20"],
  ["a usage limit in -p", paused({ why: "rate-limited", closed: "print" }), {},
    "paused", "usage limit, and its session was closed", `claude -p --resume ${SESSION}`],
  ["/exit", paused({ why: "session-closed", closed: "exit" }, { sessionProcess: null }), UNKNOWN,
    "paused", "left with /exit", `claude --resume ${SESSION}`],
  ["/clear", paused({ why: "session-closed", closed: "clear" }), {},
    "paused", "cleared with /clear", "! ralph start --resume takes it over in the new conversation"],
  ["a client that is gone", { sessionProcess: { pid: 4711, started: "1", bootId: "b", machine: "m" } }, GONE,
    "orphaned", "Claude Code (pid 4711) is gone; last sign of life 1 min ago", `claude --resume ${SESSION}`],
  ["a client that is gone over a permission prompt", ASKED, GONE, "orphaned", "", "claude --resume"],
  ["a usage limit whose client is gone", paused({ ...LIMITED, until: null }), GONE, "orphaned", "", "claude --resume"],
  ["a stop during a turn", { state: "draining", stopAskedAt: at("03:19:20") }, {},
    "stopping", "a stop was asked for 40 s ago; it ends with the running turn", "touch .claude/STOP_LOOP"],
  ["a stop whose turn is gone", { state: "draining" }, GONE, "stopping", "nothing is running", "ralph stop"],
  ["the kill switch during a turn", {}, SWITCH, "stopping", "it ends with the next tool call", null],
  ["the kill switch over a pause", paused({}), SWITCH, "stopping", "nothing is running", "ralph stop"],
  ["a deleted marker", {}, { hasMarker: false },
    "stopping", ".claude/loop-enabled was deleted; it ends with the running turn", "touch .claude/STOP_LOOP"],
  ["a run", RUN, {}, "working", "turn 13", null],
  ["a run that is gone", RUN, GONE, "orphaned", "ralph run is gone", "ralph run --resume"],
  ["a run in a usage limit", { ...RUN, state: "paused", pause: { ...PAUSE, ...LIMITED } }, {},
    "paused", "usage limit, until 04:20", "by itself"],
];

for (const [name, record, more, code, what, way] of TABLE) {
  Deno.test(`state: ${name}: ${code}`, () => {
    const view = describeState(factsOf(record, more));
    assertEquals(view.code, code);
    assertStringIncludes(view.what, what);
    if (way === null) assertEquals(view.howToContinue, null);
    else assertStringIncludes(view.howToContinue ?? "", way);
  });
}

Deno.test("state: a session is called open only where that is known", () => {
  const facts = factsOf({ turn: RESTING }, { process: "unknown", openPid: null });
  for (const hasTranscript of [true, false]) {
    const { what } = describeState({ ...facts, hasTranscript });
    assert(!what.includes("open"), what);
  }
});

Deno.test("state: the instant of going on is given only where the loop does so by itself", () => {
  const until = at("04:20:00");
  for (const wakes of [true, false]) {
    const pause = { ...PAUSE, why: "rate-limited" as const, until, wakesByItself: wakes };
    const view = describeState(factsOf({ state: "paused", turn: RESTING, pause }));
    assertEquals(view.resumeAt, wakes ? until : null);
  }
});

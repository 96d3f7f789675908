/** What `status` shows in its main states, as facts. */
import { defaultSettings } from "../../src/store/settings/settings.ts";
import type { StateView } from "../../src/lifecycle/view/state_view.ts";
import type { LoopStatus, Status } from "../../src/cli/status/facts.ts";
import type { LoopRecord } from "../../src/store/records/loop_record.ts";
import type { LoopWork } from "../../src/cli/status/work.ts";
import { blankRecord } from "../../src/lifecycle/blank_record.ts";

const PROJECT = "/home/me/shop";
/** An instant of that day. */
const at = (time: string) => Date.parse(`2026-01-02T${time}:00Z`);
const STARTED_AT = at("03:00");

/** The present. */
export const NOW = at("05:30");

const RECORD: LoopRecord = {
  ...blankRecord({ id: "loop-1", project: PROJECT, driver: "session", startedAt: STARTED_AT }),
  ownerSession: "ff23700d-0000-4000-8000-000000000000",
  turn: { state: "running", since: at("05:28") },
  iteration: 7,
  accumulatedRuntimeMs: 5_400_000,
  usage: { tokens: 1_250_000, costUsd: null },
  focus: { path: `${PROJECT}/PLAN.md`, method: "explicit", candidates: [] },
  lastDecision: {
    kind: "continue",
    code: "work-open",
    sentence: "Items are open",
    at: at("05:28"),
  },
};

const LOOP: LoopStatus = {
  record: RECORD,
  counted: { record: RECORD, pauses: [] },
  run: null,
  sessionProcess: "alive",
  window: "pid 4711, session ff23700d, since 03:00",
  lastSign: { atMs: NOW - 12_000, what: "Bash npm test" },
  limits: defaultSettings(),
  nextItem: "Write the printer",
  runtimeHours: 1.5,
  wallHours: 2.5,
  silentHours: 0.01,
  toMaxHours: 7.5,
  toMaxIterations: 92,
  usage: RECORD.usage,
  completion: { verdict: "incomplete", signals: [], done: 3, total: 8 },
  unhonoured: null,
  messages: [],
};

/** The loop with other fields of its record, and beside it. */
function loopWith(
  record: Partial<LoopRecord>,
  others: Partial<Omit<LoopStatus, "record">> = {},
): LoopStatus {
  return { ...LOOP, ...others, record: { ...RECORD, ...record } };
}

function stateOf(
  code: StateView["code"],
  since: number | null,
  what: string,
  howToContinue: string | null = null,
  resumeAt: number | null = null,
): StateView {
  return { code, since, what, howToContinue, resumeAt };
}

const WORKING: Status = {
  atMs: NOW,
  project: PROJECT,
  state: stateOf("working", RECORD.turn.since, "turn 7, for 2 min"),
  hooks: { state: "installed", problems: [] },
  loop: LOOP,
  damage: null,
  killSwitch: null,
  otherMarks: null,
  guidance: [],
  guidanceProblems: [],
  ended: null,
  leftovers: { worktrees: [], branches: [] },
};

type Given = Status["guidance"][number];

function given(list: Given["list"], text: string, more: Partial<Given>): Given {
  const usual = { index: 1, given_at: "2026-01-02T03:30:00Z", expires_at: null };
  return {
    list,
    text,
    ...usual,
    loop: null,
    once: false,
    delivered_at: null,
    stale: null,
    ...more,
  };
}

const NONE: Status = {
  ...WORKING,
  loop: null,
  state: stateOf(
    "none",
    null,
    "no loop has run here",
    'ralph start -f FILE, or ralph start "the task"',
  ),
  hooks: { state: "not-installed", problems: [] },
};

/** The states, by their names. */
export const STATUS_STATES: Readonly<Record<string, Status>> = {
  none: NONE,
  working: WORKING,
  busy: {
    ...WORKING,
    hooks: { state: "partly", problems: ["No hook answers SessionEnd", "Run ralph hooks install"] },
    loop: loopWith({
      phase: "validation",
      focus: { path: null, method: "task", candidates: [] },
      task: "add dark mode",
      validation: {
        ...RECORD.validation,
        round: 2,
        roundBeganMs: 5_000_000,
        findings: [{ round: 1, severity: "high", text: "The printer drops the last line" }],
      },
      verifyRejections: 2,
      idle: {
        phrase: "nothing left to do",
        iteration: 6,
        mark: { atMs: NOW - 60_000, commit: "c0ffee", checklist: "", metrics: 3, tree: null },
      },
      adapter: {
        name: "pytest",
        kind: "external",
        metrics: 3,
        confidence: 0.5,
        shouldContinue: true,
        reason: "still improving",
        converged: false,
      },
    }, {
      nextItem: null,
      completion: {
        verdict: "incomplete",
        signals: [{ name: "promise", confidence: 0.9, detail: "DONE" }],
        done: 0,
        total: 0,
      },
      unhonoured: { at: at("05:20"), sentence: "Claude Code did not go on" },
      messages: ["max_hours: wanted a number, found true"],
    }),
    guidance: [
      given("encouraged", "work on the parser first", {
        loop: "loop-1",
        delivered_at: "2026-01-02T03:40:00Z",
      }),
      given("forbidden", "no new dependencies", {
        given_at: "2026-01-01T01:00:00Z",
        once: true,
        stale: "too-old",
      }),
    ],
  },
  unclaimed: {
    ...WORKING,
    state: stateOf(
      "waiting",
      STARTED_AT,
      "no session owns it yet",
      "run claude here and type anything",
    ),
    loop: loopWith({
      ownerSession: null,
      sessionsSeen: ["ff23700d-0000-4000-8000-000000000000"],
      turn: { state: "resting", since: STARTED_AT },
      iteration: 0,
    }, {
      sessionProcess: "unknown",
      window: null,
      usage: { tokens: null, costUsd: null },
      lastSign: { atMs: NOW - 9_000_000, what: null },
    }),
  },
  paused: {
    ...WORKING,
    killSwitch: `${PROJECT}/.claude/STOP_LOOP`,
    state: stateOf(
      "paused",
      at("05:00"),
      "the usage limit is reached, until 06:10",
      "continues by itself",
      at("06:10"),
    ),
    loop: loopWith({
      state: "paused",
      pause: {
        why: "rate-limited",
        since: at("05:00"),
        until: at("06:10"),
        detail: "",
        wakesByItself: true,
      },
      turn: { state: "resting", since: at("05:00") },
      validation: { ...RECORD.validation, forced: "all" },
    }, { sessionProcess: "gone", silentHours: 2.25 }),
  },
  run: {
    ...WORKING,
    state: { ...WORKING.state, what: "turn 7" },
    loop: loopWith({ driver: "runner", ownerSession: null }, {
      window: null,
      run: {
        isPauseAsked: false,
        holder: { agent: "claude", pid: 4711, host: "box", since: STARTED_AT, loop: "loop-1" },
        live: {
          counts: { done: 3, total: 8, skipped: 0 },
          beganAtMs: NOW - 7_200_000,
          iteration: 7,
          maxIterations: 99,
          terminal: "pty",
          agents: [{
            worker: 0,
            state: "working",
            item: "Write the printer",
            iteration: 7,
            beganAtMs: NOW - 720_000,
            pid: 4712,
            lastOutputAtMs: NOW - 12_000,
            tokens: 12_000,
            untilMs: null,
            lines: ["running the tests", "14 tests passed, 2 failed"],
          }],
        },
        lastOutputAtMs: NOW - 12_000,
        items: { done: 3, total: 8 },
      },
    }),
  },
  damaged: {
    ...NONE,
    hooks: WORKING.hooks,
    damage: "its record cannot be read",
    state: stateOf(
      "damaged",
      null,
      "its record cannot be read",
      "ralph stop removes it; until then turns end as usual",
    ),
  },
  done: {
    ...NONE,
    hooks: WORKING.hooks,
    state: stateOf(
      "done",
      at("05:00"),
      "done. All 8 items of PLAN.md are ticked. 7 turns, 1 h 30 min active (2 h on the clock).",
      "ralph report --open",
    ),
    ended: {
      id: "loop-1",
      endedAt: at("05:00"),
      code: "complete",
      sentence: "All 8 items are ticked",
      record: {
        ...RECORD,
        lastDecision: {
          ...{ kind: "let-go", code: "complete", sentence: "All 8 items are ticked" },
          ...{ brief: "done. All 8 items of PLAN.md are ticked", at: at("05:00") },
        },
        validation: {
          ...RECORD.validation,
          score: 0.9,
          findings: [{ round: 3, severity: "low", text: "README has no example" }],
        },
      },
      items: { done: 8, total: 8 },
      openFindings: [{ round: 3, severity: "low", text: "README has no example" }],
    },
  },
  silent: {
    ...WORKING,
    loop: { ...LOOP, lastSign: { ...LOOP.lastSign, atMs: NOW - 12 * 60_000 } },
    state: stateOf(
      "silent",
      null,
      "no sign for 12 min (turn 7)",
      "look at its window: it may wait for an answer",
    ),
  },
};

/** What a loop did until then. */
export const WORK: LoopWork = {
  done: ["Write the lexer", "Write the parser", "Report errors with line and column"],
  failed: [{ what: "`npm test`", why: "2 of 14 tests failed", times: 1, turn: 6 }],
  commits: ["0c1b2a3 Write the lexer", "4d5e6f7 Write the parser, with errors in their lines"],
  events: [
    { atMs: at("03:00"), isGood: null, text: "The loop started" },
    { atMs: at("03:41"), isGood: true, text: "Write the lexer" },
    { atMs: at("03:41"), isGood: null, text: "commit 0c1b2a3 Write the lexer" },
    { atMs: at("04:00"), isGood: null, text: "paused: the session closed" },
    { atMs: at("05:02"), isGood: true, text: "Write the parser" },
    { atMs: at("05:02"), isGood: true, text: "Report errors with line and column" },
    {
      atMs: at("05:02"),
      isGood: null,
      text: "commit 4d5e6f7 Write the parser, with errors in their lines",
    },
    { atMs: at("05:28"), isGood: false, text: "`npm test` failed" },
  ],
  plan: [
    { text: "Write the lexer", isDone: true },
    { text: "Write the parser", isDone: true },
    { text: "Report errors with line and column", isDone: true },
    { text: "Write the printer", isDone: false },
    { text: "Keep comments where they were, also between two arguments", isDone: false },
    { text: "Write the docs", isDone: false },
  ],
};

/**
 * What `status` shows in its main states, as facts.
 *
 * @module
 */
import type { LoopStatus, Status } from "../../src/cli/status/facts.ts";
import type { LoopRecord } from "../../src/store/records/loop_record.ts";
import { blankRecord } from "../../src/lifecycle/blank_record.ts";

const PROJECT = "/home/me/shop";
const STARTED_AT = Date.parse("2026-01-02T03:00:00Z");

/** The present. */
export const NOW = Date.parse("2026-01-02T05:30:00Z");

// deno-fmt-ignore
const RECORD: LoopRecord = {
  ...blankRecord({ id: "loop-1", project: PROJECT, driver: "session", startedAt: STARTED_AT }),
  ownerSession: "ff23700d-0000-4000-8000-000000000000",
  turn: { state: "running", since: Date.parse("2026-01-02T05:28:00Z") },
  iteration: 7,
  accumulatedRuntimeMs: 5_400_000,
  usage: { tokens: 1_250_000, costUsd: null },
  focus: { path: `${PROJECT}/PLAN.md`, method: "explicit", candidates: [] },
  lastDecision: { kind: "continue", code: "work-open", sentence: "Items are open", at: Date.parse("2026-01-02T05:28:00Z") },
};

const LOOP: LoopStatus = {
  record: RECORD,
  run: null,
  header: "Iteration 7/99 | Runtime: 1.5h/9.0h",
  sessionProcess: "alive",
  window: "pid 4711, session ff23700d, since 03:00",
  pauseText: null,
  lastSign: { atMs: NOW - 12_000, what: "Bash npm test" },
  limits: {
    min_hours: 4,
    max_hours: 9,
    min_iterations: 50,
    max_iterations: 99,
    max_tokens: null,
    max_cost_usd: null,
    eternal: false,
  },
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

// deno-fmt-ignore
const WORKING: Status = {
  atMs: NOW,
  project: PROJECT,
  state: { code: "working", since: RECORD.turn.since, what: "turn 7, for 2 min", wayOn: null, resumeAt: null },
  hooks: { state: "installed", problems: [] },
  loop: LOOP,
  damage: null,
  killSwitch: null,
  guidance: [],
  guidanceProblems: [],
  lastStop: null,
  ended: null,
  leftovers: { worktrees: [], branches: [] },
};

const NONE: Status = {
  ...WORKING,
  loop: null,
  state: {
    code: "none",
    since: null,
    what: "no loop has run here",
    wayOn: 'ralph start -f FILE, or ralph start "the task"',
    resumeAt: null,
  },
  hooks: { state: "not-installed", problems: [] },
};

/** The states, by their names. */
// deno-fmt-ignore
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
      unhonoured: { at: Date.parse("2026-01-02T05:20:00Z"), sentence: "Claude Code did not go on" },
      messages: ["max_hours: wanted a number, found true"],
    }),
    guidance: [{
      list: "encouraged",
      index: 1,
      text: "work on the parser first",
      given_at: "2026-01-02T03:30:00Z",
      loop: "loop-1",
      expires_at: null,
      once: false,
      delivered_at: "2026-01-02T03:40:00Z",
      stale: null,
    }, {
      list: "forbidden",
      index: 1,
      text: "no new dependencies",
      given_at: "2026-01-01T01:00:00Z",
      loop: null,
      expires_at: null,
      once: true,
      delivered_at: null,
      stale: "too-old",
    }],
  },
  unclaimed: {
    ...WORKING,
    state: {
      code: "waiting",
      since: STARTED_AT,
      what: "no session owns it yet",
      wayOn: "run claude here and type anything",
      resumeAt: null,
    },
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
    state: {
      code: "paused",
      since: Date.parse("2026-01-02T05:00:00Z"),
      what: "the usage limit is reached, until 06:10",
      wayOn: "goes on by itself",
      resumeAt: Date.parse("2026-01-02T06:10:00Z"),
    },
    loop: loopWith({
      state: "paused",
      pause: {
        why: "rate-limited",
        since: Date.parse("2026-01-02T05:00:00Z"),
        until: Date.parse("2026-01-02T06:10:00Z"),
        detail: "",
        wakesByItself: true,
      },
      turn: { state: "resting", since: Date.parse("2026-01-02T05:00:00Z") },
      validation: { ...RECORD.validation, forced: "all" },
    }, {
      pauseText: "the usage limit is reached, until 06:10",
      sessionProcess: "gone",
      silentHours: 2.25,
    }),
  },
  run: {
    ...WORKING,
    state: { ...WORKING.state, what: "ralph run" },
    loop: loopWith({ driver: "runner", ownerSession: null }, {
      window: null,
      run: {
        holder: { agent: "claude", pid: 4711, host: "box", since: STARTED_AT, loop: "loop-1" },
        live: {
          version: 1,
          counts: { done: 3, total: 8, skipped: 0 },
          beganAtMs: NOW - 7_200_000,
          tokens: 12_000,
          iteration: 7,
          maxIterations: 99,
          agentPid: 4712,
          terminal: "pty",
          tool: "Bash npm test",
          doing: null,
          doingUntilMs: null,
          item: "Write the printer",
          lastOutputAtMs: NOW - 12_000,
          iterationBeganAtMs: NOW - 720_000,
          lines: ["running the tests", "14 tests passed, 2 failed"],
          workers: [],
        },
        silentMs: 12_000,
        items: { done: 3, total: 8 },
      },
    }),
  },
  damaged: {
    ...NONE,
    hooks: WORKING.hooks,
    damage: "its record cannot be read",
    state: {
      code: "damaged",
      since: null,
      what: "its record cannot be read",
      wayOn: "ralph stop removes it; sessions may end meanwhile",
      resumeAt: null,
    },
  },
  done: {
    ...NONE,
    hooks: WORKING.hooks,
    state: {
      code: "done",
      since: Date.parse("2026-01-02T05:00:00Z"),
      what: "done. All 8 items of PLAN.md are ticked. 7 turns, 1 h 30 min active",
      wayOn: null,
      resumeAt: null,
    },
    lastStop: {
      type: "normal",
      reason: "All 8 items are ticked",
      timestamp: "2026-01-02T05:00:00Z",
      sessionId: "ff23700d-0000-4000-8000-000000000000",
      projectDir: PROJECT,
      loopId: "loop-1",
      decision: "stop",
      code: "complete",
    },
    ended: {
      id: "loop-1",
      endedAt: Date.parse("2026-01-02T05:00:00Z"),
      code: "complete",
      sentence: "All 8 items are ticked",
      record: {
        ...RECORD,
        validation: { ...RECORD.validation, score: 0.9, findings: [{ round: 3, severity: "low", text: "README has no example" }] },
      },
      items: { done: 8, total: 8 },
    },
  },
  silent: {
    ...WORKING,
    loop: { ...LOOP, lastSign: { ...LOOP.lastSign, atMs: NOW - 12 * 60_000 } },
    state: {
      code: "silent",
      since: null,
      what: "no sign for 12 min (turn 7)",
      wayOn: "look at its window: it may wait for an answer",
      resumeAt: null,
    },
  },
};

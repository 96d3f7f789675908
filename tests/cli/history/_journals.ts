/** Journals of loops, as they would be written: decisions by the real rules, and what came between. */
import type { Facts } from "../../../src/loop/facts.ts";
import type { AgentFacts } from "../../../src/store/records/agent_facts.ts";
import { endStuck } from "../../../src/run/job/ending.ts";
import type { RunEnd } from "../../../src/run/job/job.ts";
import type { JournalEntry } from "../../../src/store/records/journal.ts";
import type { LoopRecord } from "../../../src/store/records/loop_record.ts";
import { defaultSettings, type Settings } from "../../../src/store/settings/settings.ts";
import { ALL_DONE, decide, givenFacts, givenRecord, givenSettings } from "../../loop/_given.ts";

/** Unix milliseconds of a time on 5 January 2026. */
function at(time: string): number {
  return Date.parse(`2026-01-0${time < "12" ? 6 : 5}T${time}Z`);
}

/** A line at a time on 5 January 2026, without facts. */
export function line(time: string, changes: Partial<JournalEntry>): JournalEntry {
  return {
    atMs: at(time),
    event: "Stop",
    kind: "note",
    code: null,
    sentence: "",
    evidence: [],
    iteration: null,
    session: "session-1",
    ...changes,
  };
}

/** The line of a decision that the rules make. */
export function decided(
  time: string,
  { record = {}, facts = {}, settings = {} }: {
    readonly record?: Partial<LoopRecord>;
    readonly facts?: Partial<Facts>;
    readonly settings?: Partial<Settings>;
  },
): JournalEntry {
  const isAlike = (facts.repetition ?? null) !== null;
  const changes = { kinds: isAlike ? [] : ["commit" as const], isTreeKnown: isAlike };
  const { basis, decision, record: after } = decide(
    givenRecord(record),
    givenFacts({ changes, ...facts }),
    givenSettings(settings),
  );
  const { evidence, kind } = decision;
  const common = { kind, evidence: [...evidence], ...basis };
  const { iteration, phase } = after;
  switch (decision.kind) {
    case "continue":
      return line(time, { ...common, iteration, phase, code: decision.instruction.kind });
    case "wait":
      return line(time, {
        ...common,
        iteration,
        phase,
        code: decision.code,
        sentence: `waits for ${decision.on}`,
      });
    default:
      return line(time, { ...common, iteration, phase, ...decision.reason });
  }
}

const COMMIT = "3f2a91c0d4e5f60718293a4b5c6d7e8f90a1b2c3";
const MARK = { ...givenFacts().mark, commit: COMMIT };

/** A loop that works, is paused, and gets stuck. */
export const STUCK: readonly JournalEntry[] = [
  line("18:00:00", {
    event: "start",
    kind: "start",
    sentence: "The loop started",
    evidence: ["Constraints: none found"],
    iteration: 0,
  }),
  line("18:00:00", {
    event: "start",
    kind: "guidance",
    sentence: "The loop starts with guidance: 1 item",
    iteration: 0,
    guidance: { encouraged: ["tests before code"], forbidden: [] },
  }),
  decided("18:12:31", {
    record: { iteration: 0, accumulatedRuntimeMs: 751_000 },
    facts: { mark: MARK },
  }),
  line("18:40:02", {
    event: "StopFailure",
    kind: "pause",
    code: "rate-limited",
    sentence: "paused (usage limit): it continues by itself",
    iteration: 1,
    span: { from: at("18:40:02"), to: at("21:00:20") },
  }),
  line("21:00:21", {
    event: "StopFailure",
    kind: "wake",
    sentence: "Woke the session (wake 1 of 12)",
    iteration: 1,
    span: { from: at("18:40:02"), to: at("21:00:21") },
  }),
  line("21:30:00", {
    event: "forbid",
    kind: "guidance",
    sentence: "Added to forbidden list: new dependencies",
    iteration: 1,
    guidance: { encouraged: ["tests before code"], forbidden: ["new dependencies"] },
  }),
  line("03:40:00", {
    code: "gap",
    sentence: "No activity for 6 h 12 min, not counted",
    evidence: ["from 2026-01-05T21:28:00Z to 2026-01-06T03:40:00Z"],
    iteration: 1,
    span: { from: at("21:28:00"), to: at("03:40:00") },
  }),
  decided("03:40:00", {
    record: { iteration: 44, accumulatedRuntimeMs: 7_200_000 },
    facts: { mark: MARK, alikeOutputs: 4, toollessContinuations: 6 },
  }),
  decided("03:45:10", {
    record: { iteration: 45, accumulatedRuntimeMs: 7_510_000 },
    facts: {
      mark: MARK,
      alikeOutputs: 5,
      repetition: { kind: "same", outputs: 5, similarity: 0.934, progress: [] },
    },
  }),
];

/** A loop that the kill switch ends between two Stops. */
export const KILLED: readonly JournalEntry[] = [
  ...STUCK.slice(0, 3),
  line("18:20:00", {
    event: "PreToolUse",
    kind: "halt",
    code: "kill-switch",
    sentence: "Loop stopped via kill switch (.claude/STOP_LOOP)",
    brief: "stopped by the kill switch (.claude/STOP_LOOP)",
    iteration: 1,
  }),
];

/** A loop whose task is complete, but not long enough for its minimums. */
export const EARLY: readonly JournalEntry[] = [
  decided("19:00:00", {
    record: { iteration: 11 },
    facts: { completion: ALL_DONE, checks: ["make test"] },
    settings: { min_hours: 4, min_iterations: 50, enable_validation_phase: true },
  }),
  line("19:05:00", {
    event: "UserPromptSubmit",
    kind: "pause",
    code: "interrupted",
    sentence: "The loop is paused (you pressed Esc): type anything in its session",
    iteration: 12,
    span: { from: at("19:02:30"), to: null },
  }),
];

/** A loop that waits for a subagent, at its last iteration but one. */
export const WAITING: readonly JournalEntry[] = [
  decided("19:00:00", {
    record: { iteration: 98, usage: { tokens: 1_200_000, costUsd: null } },
    facts: { waitsOn: 'the subagent "tests"' },
    settings: { max_tokens: 2_000_000 },
  }),
];

const AGENT: AgentFacts = {
  iteration: 1,
  item: "Add the reader's name to the greeting",
  log: "/home/dev/.claude/ralph/loops/20260105-180000000-0badcafe/iterations/001.log",
  isRecovery: false,
  items: { done: 1, total: 4, skipped: 0 },
};

function agentEnd(time: string, changes: Partial<AgentFacts>): JournalEntry {
  const agent: AgentFacts = {
    ...AGENT,
    endedBy: "exit",
    failure: null,
    status: 0,
    signal: null,
    durationMs: 312_400,
    silentMs: 1_200,
    terminal: "pty",
    tokens: 182_000,
    costUsd: 1.25,
    hasProgress: true,
    commit: COMMIT,
    reverted: 0,
    stale: 0,
    sameErrors: 0,
    hasRecovered: false,
    limits: { ...defaultSettings(), max_iterations: 10, max_cost_usd: 20 },
    spent: { iterations: 1, activeMs: 312_400, tokens: 182_000, costUsd: 1.25 },
    ...changes,
  };
  return line(time, {
    event: "run",
    kind: "iteration",
    sentence: agent.failure === null ? "The agent ended" : "The agent failed: it said nothing",
    code: agent.failure ?? null,
    evidence: ["ended by exit", "1/4 done", "progress"],
    iteration: agent.iteration,
    agent,
  });
}

/** A run that ends without progress. */
export const RUN: readonly JournalEntry[] = [
  line("18:00:00", { event: "run", kind: "start", sentence: "The run started", iteration: 0 }),
  line("18:00:01", {
    event: "run",
    kind: "agent",
    sentence: "An agent starts: Add the reader's name to the greeting",
    iteration: 1,
    agent: AGENT,
  }),
  agentEnd("18:05:13", {}),
  agentEnd("18:30:13", {
    iteration: 5,
    endedBy: "idle-timeout",
    failure: "idle-timeout",
    status: 124,
    hasProgress: false,
    tokens: null,
    costUsd: null,
    stale: 4,
    hasRecovered: true,
    spent: { iterations: 5, activeMs: 1_812_400, tokens: 182_000, costUsd: 1.25 },
  }),
  line("18:30:13", {
    event: "run",
    kind: "let-go",
    code: "stuck",
    sentence: "4 turns in a row changed nothing, recovery included",
    iteration: 5,
  }),
];

const FAILED = "it ended with exit code 7 after 0.2 s: Error: port 8080 is in use (/srv/app.js:12)";

/** A run whose agent failed four times. */
export const FAILED_RUN: readonly JournalEntry[] = [
  ...[1, 2, 3, 4].map((iteration) =>
    agentEnd(`18:00:0${iteration}`, {
      ...{ iteration, failure: "agent-failed", status: 7, hasProgress: false, stale: iteration },
      ...{ durationMs: 200, tokens: null, costUsd: null, sameErrors: iteration },
      hasRecovered: iteration > 3,
    })
  ),
  line("18:00:04", {
    event: "run",
    iteration: 4,
    ...pickEnd(endStuck(
      { stale: 4, sameErrors: 4, hasRecovered: true, lastError: "Error: port # is in use (/…:#)" },
      { failure: FAILED, check: null },
      ["agent-failed", "agent-failed", "agent-failed", "agent-failed"],
    )),
  }),
];

function pickEnd({ evidence, kind, reason }: RunEnd): Partial<JournalEntry> {
  return { kind, ...reason, evidence: [...evidence] };
}

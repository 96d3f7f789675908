/** Loops whose records are written as ralph writes them. */
import { blankRecord } from "../../../src/lifecycle/blank_record.ts";
import { loopPlaces, type Places } from "../../../src/store/places.ts";
import type { AgentFacts } from "../../../src/store/records/agent_facts.ts";
import { appendJournal, isEnd, type JournalEntry } from "../../../src/store/records/journal.ts";
import { archiveLoopRecord, createLoop, type LoopFacts } from "../../../src/store/records/loops.ts";
import type { LoopRecord } from "../../../src/store/records/loop_record.ts";
import { MINUTE_MS } from "../../../src/text/time.ts";
import { givenInputs } from "../../loop/_given.ts";
import { FRESH_VALIDATION } from "../../../src/store/records/loop_record.ts";

export const LOOP_ID = "20260105-180000000-0badcafe";
export const STARTED_MS = Date.parse("2026-01-05T18:00:00Z");

/** A loop's records. */
export interface TestLoop {
  readonly facts: LoopFacts;
  readonly record: LoopRecord;
  readonly entries: readonly JournalEntry[];
}

/** A line of the journal, `minutes` after the start. */
export function lineAt(minutes: number, line: Partial<JournalEntry>): JournalEntry {
  return {
    atMs: STARTED_MS + minutes * MINUTE_MS,
    event: "Stop",
    kind: "continue",
    code: "work",
    sentence: "",
    evidence: [],
    iteration: 0,
    session: "5e55104e-1111-2222-3333-444455556666",
    ...line,
  };
}

/** A stretch of time, in minutes after the start. */
export function spanOf(from: number, to: number): { from: number; to: number } {
  return { from: lineAt(from, {}).atMs, to: lineAt(to, {}).atMs };
}

/** The records of a loop with these lines. */
export function loopOf(
  project: string,
  entries: readonly JournalEntry[],
  { facts = {}, record = {} }: {
    readonly facts?: Partial<LoopFacts>;
    readonly record?: Partial<LoopRecord>;
  } = {},
): TestLoop {
  const startedAt = STARTED_MS;
  const driver = facts.driver ?? "session";
  const last = entries.at(-1);
  const blank = blankRecord({ id: LOOP_ID, project, driver, startedAt });
  return {
    entries,
    facts: {
      id: LOOP_ID,
      project,
      task: null,
      preset: null,
      flags: {},
      startedAt,
      startedBy: "terminal",
      driver,
      ...facts,
    },
    record: {
      ...blank,
      iteration: last?.iteration ?? 0,
      accumulatedRuntimeMs: last?.runtimeMs ?? 0,
      ...(last !== undefined && isEnd(last) ? endOf(last) : {}),
      ...record,
    },
  };
}

function endOf({ kind, code, sentence, atMs: at }: JournalEntry): Partial<LoopRecord> {
  const end = kind as "let-go" | "halt";
  return { state: "stopped", lastDecision: { kind: end, code: code ?? "", sentence, at } };
}

/** Writes a loop that has ended into the home folder. */
export function writeLoop(places: Places, { facts, record, entries }: TestLoop): void {
  createLoop(places, facts);
  for (const entry of entries) appendJournal(loopPlaces(places, facts.id).journal, entry);
  archiveLoopRecord(places, record);
}

const TURNS = 99;
const ITEMS = 64;
const RATE_LIMIT_TURN = 40;
const RATE_LIMIT_MINUTES = 130;
const GAP_TURN = 63;
const GAP_MINUTES = 45;

/**
 * A loop of 99 iterations: a rate limit, a silence, repetition, guidance, validation, and its end.
 *
 * @param commits The commit that is checked out at the start and after each turn; empty for none.
 */
export function longLoop(project: string, commits: readonly string[] = []): TestLoop {
  const entries: JournalEntry[] = [
    lineAt(0, {
      event: "start",
      kind: "start",
      code: null,
      sentence: "The loop started",
      evidence: ["found (medium): Hard-coded absolute path in src/paths.ts:12"],
      iteration: 0,
      runtimeMs: 0,
      commit: commits[0] ?? "",
    }),
  ];
  let minutes = 0;
  let runtimeMs = 0;
  for (let turn = 1; turn <= TURNS; turn++) {
    const length = 3 + (turn * 7) % 6;
    minutes += length;
    runtimeMs += length * 55_000;
    if (turn === RATE_LIMIT_TURN) {
      entries.push(lineAt(minutes, {
        event: "StopFailure",
        kind: "pause",
        code: "rate-limited",
        sentence: "Paused by a rate limit: usage limit reached",
        iteration: turn - 1,
        span: spanOf(minutes, minutes + RATE_LIMIT_MINUTES),
      }));
      minutes += RATE_LIMIT_MINUTES;
      const sentence = "Woke the session (wake 1 of 20)";
      entries.push(lineAt(minutes, { kind: "wake", code: null, sentence, iteration: turn - 1 }));
      minutes += length;
    }
    if (turn === GAP_TURN) {
      const span = spanOf(minutes, minutes + GAP_MINUTES);
      minutes += GAP_MINUTES;
      entries.push(lineAt(minutes, {
        kind: "note",
        code: "gap",
        sentence: `No activity for ${GAP_MINUTES} min, not counted`,
        evidence: [`from ${span.from} to ${span.to}`],
        iteration: turn - 1,
        span,
      }));
      minutes += 2;
    }
    entries.push(...guidanceAt(turn, minutes));
    entries.push(decisionAt(turn, minutes, runtimeMs, commits[turn] ?? ""));
  }
  return loopOf(project, entries, {
    facts: { focus: `${project}/PLAN.md` },
    record: {
      focus: { path: `${project}/PLAN.md`, method: "explicit", candidates: [] },
      items: { done: 60, total: ITEMS, next: "Write the release notes" },
      usage: { tokens: TURNS * 41_000, costUsd: null },
    },
  });
}

function guidanceAt(turn: number, minutes: number): JournalEntry[] {
  const texts: Record<number, { encouraged: string[]; forbidden: string[] }> = {
    12: { encouraged: ["Write the tests first"], forbidden: [] },
    30: { encouraged: ["Write the tests first"], forbidden: ["Do not touch the public API"] },
    71: { encouraged: [], forbidden: ["Do not touch the public API"] },
  };
  const guidance = texts[turn];
  if (guidance === undefined) return [];
  const sentence = "The guidance changed";
  const common = { event: "encourage", code: null, sentence, iteration: turn - 1 };
  return [lineAt(minutes, { ...common, kind: "guidance", guidance })];
}

function decisionAt(
  turn: number,
  minutes: number,
  runtimeMs: number,
  commit: string,
): JournalEntry {
  const isLast = turn === TURNS;
  const done = Math.min(60, Math.floor(turn * 0.66));
  const isValidating = turn > 90;
  const isRepeating = turn >= 50 && turn < 55;
  return lineAt(minutes, {
    kind: isLast ? "let-go" : "continue",
    code: isLast ? "max-iterations" : isValidating ? "validate" : "work",
    sentence: isLast ? "Maximum iterations (99) reached" : "",
    evidence: [`${done} of ${ITEMS} items done`],
    iteration: isLast ? TURNS - 1 : turn,
    runtimeMs,
    phase: isValidating ? "validation" : "implementation",
    inputs: givenInputs({
      record: {
        iteration: turn - 1,
        accumulatedRuntimeMs: runtimeMs,
        usage: { tokens: turn * 41_000 + (turn % 7) * 3_000, costUsd: null },
        validation: isValidating
          ? { ...FRESH_VALIDATION, cycle: 1, round: Math.min(3, turn - 90) }
          : FRESH_VALIDATION,
      },
      facts: {
        completion: {
          done,
          total: ITEMS,
          signals: turn % 9 === 0 || turn > 80
            ? [{ name: "semantic_phrase", confidence: Math.min(0.9, 0.3 + turn / 160) }]
            : [],
        },
        repetition: isRepeating
          ? { kind: "same", outputs: turn - 48, similarity: 0.93, progress: [] }
          : null,
        mark: { commit },
      },
    }),
  });
}

/** The facts of an agent process that ended. */
export function agentFacts(iteration: number, more: Partial<AgentFacts> = {}): AgentFacts {
  return {
    iteration,
    item: `Item ${iteration}`,
    log: `/logs/${iteration}.log`,
    isRecovery: false,
    items: { done: iteration, total: 6, skipped: 0 },
    endedBy: "exit",
    failure: null,
    status: 0,
    signal: null,
    durationMs: 4 * MINUTE_MS,
    silentMs: 100,
    terminal: "pty",
    tokens: null,
    costUsd: null,
    hasProgress: true,
    commit: "",
    reverted: 0,
    ...more,
  };
}

/** A loop's record at its very start. */
import { FRESH_VALIDATION, type LoopRecord } from "../store/records/loop_record.ts";

interface Beginnings {
  readonly id: string;
  readonly project: string;
  readonly driver: LoopRecord["driver"];
  readonly startedAt: number;
}

/** Makes a running record in which nothing has happened yet; its clock begins at its start. */
export function blankRecord({ id, project, driver, startedAt }: Beginnings): LoopRecord {
  return {
    id,
    project,
    state: "running",
    pause: null,
    phase: "implementation",
    driver,
    ownerSession: null,
    sessionsSeen: [],
    sessionProcess: null,
    turn: { state: "resting", since: startedAt },
    startedAt,
    iteration: 0,
    accumulatedRuntimeMs: 0,
    lastHookAtMs: startedAt,
    beatsOffset: 0,
    transcript: { offset: 0, subagents: {} },
    usage: { tokens: null, costUsd: null },
    focus: { path: null, method: "none", candidates: [] },
    task: null,
    signals: [],
    completionAsked: null,
    verifyRejections: 0,
    planSeen: { items: 0, checks: [] },
    rejected: null,
    promised: null,
    validation: FRESH_VALIDATION,
    idle: null,
    adapter: null,
    shellsSeen: [],
    said: [],
    wakes: 0,
    lastDecision: null,
  };
}

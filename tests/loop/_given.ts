/** Facts, settings and records for tests of the pure core: a running loop with nothing special. */
import type { Facts } from "../../src/loop/facts.ts";
import type { LoopRecord } from "../../src/store/loop_record.ts";
import type { Settings } from "../../src/store/settings.ts";

/** Unix seconds at which the given loop started. */
export const START = Date.parse("2026-01-05T18:00:00Z") / 1000;

/** Settings of `--production` with the minimums set to 0. */
export function givenSettings(changes: Partial<Settings> = {}): Settings {
  return {
    min_hours: 0,
    max_hours: 9,
    min_iterations: 0,
    max_iterations: 99,
    max_tokens: null,
    max_cost_usd: null,
    cli_gap_threshold_seconds: 300,
    enable_validation_phase: true,
    validation_timeout_poc: 30,
    validation_timeout_normal: 120,
    confidence_threshold: 0.7,
    completion_phrases: [],
    idle_phrases: [],
    similarity_threshold: 0.9,
    window_size: 5,
    promise: null,
    verify: [],
    verify_timeout: 300,
    verify_max_rejections: 5,
    continue_with: "auto",
    eternal: false,
    unattended: true,
    archive_keep: 200,
    archive_days: 90,
    max_wakes: 12,
    wake_backoff_seconds: [60, 300, 900, 1800],
    no_focus: false,
    target_file: null,
    ...changes,
  };
}

/** A running loop over a focus file, one hour in. */
export function givenRecord(changes: Partial<LoopRecord> = {}): LoopRecord {
  return {
    version: 1,
    id: "loop-1",
    project: "/home/dev/app",
    state: "running",
    pause: null,
    phase: "implementation",
    driver: "session",
    owner_session: "session-1",
    sessions_seen: [],
    session_process: null,
    turn: { state: "running", since: "2026-01-05T18:00:00Z" },
    started_at: "2026-01-05T18:00:00Z",
    iteration: 3,
    accumulated_runtime_seconds: 3600,
    last_hook_timestamp: START + 3600,
    beats_offset: 0,
    transcript: { offset: 0, subagents: {} },
    usage: { tokens: null, cost_usd: null },
    focus: { path: "/home/dev/app/plan.md", method: "explicit", candidates: [] },
    task: null,
    signals: [],
    completion_asked: null,
    verify_rejections: 0,
    shells_seen: [],
    said: [],
    wakes: 0,
    last_decision: null,
    ...changes,
  };
}

/** Two of three items done, nothing said, nothing in flight. */
export function givenFacts(changes: Partial<Facts> = {}): Facts {
  return {
    now: START + 3600,
    killSwitch: null,
    markerPresent: true,
    isStopQueued: false,
    activity: { points: [], spans: [] },
    permissionMode: "bypassPermissions",
    waitsOn: null,
    canBeWoken: true,
    shellsSeen: [],
    completion: {
      verdict: "incomplete",
      strongest: null,
      signals: [],
      done: 2,
      total: 3,
      openItems: ["the third"],
      claimOverOpenItems: null,
    },
    tags: { promise: null, blocked: null },
    toollessContinuations: 0,
    blockCap: 8,
    verification: { kind: "none" },
    ...changes,
  };
}

/** All boxes ticked. */
export const ALL_DONE: Facts["completion"] = {
  verdict: "complete",
  strongest: { name: "all_checkboxes", confidence: 0.9, detail: "3 of 3 items ticked" },
  signals: [{ name: "all_checkboxes", confidence: 0.9, detail: "3 of 3 items ticked" }],
  done: 3,
  total: 3,
  openItems: [],
  claimOverOpenItems: null,
};

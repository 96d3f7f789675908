/**
 * A loop's record at its very start.
 *
 * @module
 */
import { laterFields, LOOP_RECORD_VERSION, type LoopRecord } from "../store/records/loop_record.ts";
import { toSeconds } from "../text/instant.ts";

/** What a new record cannot do without. */
export interface Beginnings {
  readonly id: string;
  /** The project's root, symlinks resolved. */
  readonly project: string;
  readonly driver: LoopRecord["driver"];
  /** UTC time in ISO 8601, ending in `Z`. */
  readonly startedAt: string;
}

/** Makes a running record in which nothing has happened yet; its clock begins at its start. */
export function blankRecord({ id, project, driver, startedAt }: Beginnings): LoopRecord {
  return {
    version: LOOP_RECORD_VERSION,
    id,
    project,
    state: "running",
    pause: null,
    phase: "implementation",
    driver,
    owner_session: null,
    sessions_seen: [],
    session_process: null,
    turn: { state: "resting", since: startedAt },
    started_at: startedAt,
    iteration: 0,
    accumulated_runtime_seconds: 0,
    last_hook_timestamp: toSeconds(startedAt),
    beats_offset: 0,
    transcript: { offset: 0, subagents: {} },
    usage: { tokens: null, cost_usd: null },
    focus: { path: null, method: "none", candidates: [] },
    task: null,
    signals: [],
    completion_asked: null,
    verify_rejections: 0,
    ...laterFields(),
    shells_seen: [],
    said: [],
    wakes: 0,
    last_decision: null,
  };
}

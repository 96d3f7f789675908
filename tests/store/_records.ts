/** Records for tests. */
import { blankRecord } from "../../src/lifecycle/blank_record.ts";
import { newLoopId } from "../../src/store/records/loop_id.ts";
import type { LoopRecord } from "../../src/store/records/loop_record.ts";
import type { LoopFacts } from "../../src/store/records/loops.ts";

const STARTED_AT = Date.parse("2026-01-01T00:00:00Z");

/** A loop's record at its start. */
export function loopRecord(project: string, change: Partial<LoopRecord> = {}): LoopRecord {
  const beginnings = {
    id: newLoopId(),
    project,
    driver: "session",
    startedAt: STARTED_AT,
  } as const;
  return { ...blankRecord(beginnings), ...change };
}

/** A loop's facts. */
export function loopFacts(project: string, change: Partial<LoopFacts> = {}): LoopFacts {
  return {
    id: newLoopId(),
    project,
    task: null,
    preset: null,
    flags: {},
    startedAt: STARTED_AT,
    startedBy: "terminal",
    driver: "session",
    ...change,
  };
}

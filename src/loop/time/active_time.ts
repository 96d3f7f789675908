/**
 * Adds the active time since the last event to a loop's record.
 *
 * @module
 */
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { advanceClock, type ClockStep } from "./clock.ts";
import type { Activity, Span } from "../facts.ts";

/**
 * Counts activity into the record's runtime.
 *
 * @param record The loop's record.
 * @param activity Evidence since the record's last event.
 * @param settings The gap from which on silence is a pause, in seconds.
 * @param now Unix seconds.
 */
export function countActivity(
  record: LoopRecord,
  activity: Activity,
  settings: Pick<Settings, "cli_gap_threshold_seconds">,
  now: number,
): LoopRecord {
  const { clock } = step(record, activity, settings, now);
  return {
    ...record,
    accumulated_runtime_seconds: clock.accumulatedRuntimeSeconds,
    last_hook_timestamp: clock.lastHookTimestamp,
  };
}

/** The silences that {@linkcode countActivity} leaves out, in order; with the same parameters. */
export function findPauses(
  record: LoopRecord,
  activity: Activity,
  settings: Pick<Settings, "cli_gap_threshold_seconds">,
  now: number,
): readonly Span[] {
  return step(record, activity, settings, now).pauses;
}

function step(
  record: LoopRecord,
  activity: Activity,
  settings: Pick<Settings, "cli_gap_threshold_seconds">,
  now: number,
): ClockStep {
  return advanceClock(
    {
      accumulatedRuntimeSeconds: record.accumulated_runtime_seconds,
      lastHookTimestamp: record.last_hook_timestamp,
    },
    activity,
    now,
    settings.cli_gap_threshold_seconds,
  );
}

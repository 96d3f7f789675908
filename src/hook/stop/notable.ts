/**
 * What a Stop brings that the user may be notified of, each once: a limit is near, and the work goes
 * on after a pause. Pure.
 */
import type { Happened } from "../../lifecycle/announce.ts";
import { nearLimit, remainingOf } from "../../loop/rules/limits.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";

/** Keys in the record's `said`. */
const LIMIT_NEAR = "notified: limit-near";

/** The key in the record's `said` while the user knows of a pause after which nothing was done. */
export const PAUSE_NOTIFIED = "notified: paused";

interface Notable {
  readonly said: string[];
  readonly happened: readonly Happened[];
}

/** Finds what is notable in a record that a Stop is about to write. */
export function findNotable(record: LoopRecord, settings: Settings): Notable {
  if (settings.notify.length === 0) return { said: record.said, happened: [] };
  const left = remainingOf(record, settings);
  // A limit that is near from the beginning is not news.
  const isNews = left.isNearLimit && record.iteration > 1 && !record.said.includes(LIMIT_NEAR);
  const wasPaused = record.said.includes(PAUSE_NOTIFIED);
  const hasResumed = wasPaused && record.wakes === 0;
  // At the end, so that they outlive the lines that are dropped from the beginning.
  const said = [
    ...record.said.filter((line) => line !== LIMIT_NEAR && line !== PAUSE_NOTIFIED),
    ...left.isNearLimit || record.said.includes(LIMIT_NEAR) ? [LIMIT_NEAR] : [],
    ...wasPaused && !hasResumed ? [PAUSE_NOTIFIED] : [],
  ];
  return {
    said,
    happened: [
      ...hasResumed
        ? [{ event: "resumed" as const, sentence: "The loop works again after the pause" }]
        : [],
      ...isNews ? [{ event: "limit-near" as const, sentence: nearLimit(left, "turn") }] : [],
    ],
  };
}

/** The active time of a turn whose end no event tells, where a command ends or hands on its loop. */
import type { LoopRecord } from "../store/records/loop_record.ts";
import type { Places } from "../store/places.ts";
import { journalPauses } from "./turn_time.ts";
import type { CountedLoop } from "./view/live.ts";

/**
 * Takes what a view counted as the loop's time, and writes what is not active into its journal.
 *
 * @param counted What was counted; null where it is not known.
 * @param record The loop's record now; it stays as it is where another process wrote meanwhile.
 */
export function countCutTurn(
  places: Places,
  counted: CountedLoop | null,
  record: LoopRecord,
  nowMs: number,
): LoopRecord {
  const isSame = counted?.record.id === record.id && counted.record.revision === record.revision;
  if (!isSame || record.turn.state === "resting") return record;
  const rest = { startMs: counted.record.lastHookAtMs, endMs: nowMs };
  const pauses = rest.startMs < nowMs ? [...counted.pauses, rest] : counted.pauses;
  journalPauses(places, counted.record, { event: "clock", pauses, nowMs });
  return { ...counted.record, lastHookAtMs: nowMs };
}

/** Whether the clock is right: it may not be before what was recorded. */
import { attempt } from "../../error.ts";
import { readLastJsonLines } from "../../store/files/jsonl.ts";
import { listLoops } from "../../store/records/loops.ts";
import { readInstalledAt } from "../../registration/installed_at.ts";
import { readStopRecord } from "../../store/records/stop_record.ts";
import { renderInstant } from "../../text/instant.ts";
import { MINUTE_MS, showDuration } from "../../text/time.ts";
import { defineCheck, type DoctorContext, type Finding } from "../check.ts";

interface ClockFacts {
  readonly nowMs: number;
  readonly recorded: readonly { readonly what: string; readonly atMs: number }[];
}

/** Two machines that share a home folder may differ by this. */
const TOLERANCE_MS = 2 * MINUTE_MS;
/** No clock that is right shows an earlier time. */
const EARLIEST_MS = Date.UTC(2025, 0, 1);
const NEWEST_LOOPS = 20;

/** The check of the clock. */
export const clock = defineCheck<ClockFacts>({
  id: "system.clock",
  subject: "the clock",
  gather: gatherTimes,
  judge: judgeClock,
});

function gatherTimes({ places, nowMs }: DoctorContext): ClockFacts {
  const stop = readStopRecord(places);
  const recorded = [
    ...stop === null ? [] : [{ what: "the last stop", atMs: Date.parse(stop.timestamp) }],
    ...(attempt(() => readLastJsonLines(places.historyFile, 50)) ?? []).map((line) => ({
      what: "the end of a loop in the history",
      atMs: Date.parse(String(line["ended_at"])),
    })),
    ...listLoops(places, null).slice(0, NEWEST_LOOPS).map(({ facts: { id, startedAt } }) => ({
      what: `the start of loop ${id}`,
      atMs: startedAt,
    })),
    ...[...readInstalledAt(places)].map(([path, at]) => ({
      what: `the hooks in "${path}"`,
      atMs: at,
    })),
  ].filter(({ atMs }) => Number.isFinite(atMs));
  return { nowMs: nowMs(), recorded };
}

/** Judges the clock: it is after everything that was recorded. */
export function judgeClock({ nowMs, recorded }: ClockFacts): Finding[] {
  if (nowMs < EARLIEST_MS) {
    return [{
      id: "system.clock-wrong",
      status: "fail",
      title: "The clock is wrong, so limits and pauses would be counted wrongly",
      detail: [`it shows ${renderInstant(nowMs)}`],
      advice: "Set the clock.",
      command: "sudo timedatectl set-ntp true",
    }];
  }
  const future = recorded.filter(({ atMs }) => atMs > nowMs + TOLERANCE_MS)
    .toSorted((left, right) => right.atMs - left.atMs);
  const [latest] = future;
  if (latest === undefined) {
    const title = `The clock is after everything that was recorded (${renderInstant(nowMs)})`;
    return [{ id: "system.clock", status: "pass", title }];
  }
  return [{
    id: "system.clock-back",
    status: "warn",
    title: "The clock is before something that was recorded: it was set back, or was wrong then",
    detail: [
      `now it is ${renderInstant(nowMs)}`,
      `${latest.what} was recorded at ${renderInstant(latest.atMs)}, ${
        showDuration(latest.atMs - nowMs)
      } later`,
      ...future.length === 1 ? [] : [`and ${future.length - 1} more`],
    ],
    advice:
      "Compare the clock with another one. If it is right now, end a loop of that time with " +
      "'ralph stop'; the finding goes when the time has passed.",
    command: "date",
  }];
}

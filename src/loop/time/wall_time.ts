/**
 * Finds the moment of a time in a message that names a date or only a time of day, even at the turn of a
 * year, or when summer time begins or ends.
 */

import { MINUTE_MS } from "../../text/time.ts";

interface WallTime {
  readonly hour: number;
  readonly minute: number;
  /** The name or offset of a time zone; null for the machine's own. */
  readonly zone: string | null;
  /** Null if the message names only a time of day. */
  readonly date: WallDate | null;
}

/** A day as a message names it. */
export interface WallDate {
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  /** Null if the message leaves it out. */
  readonly year: number | null;
}

/**
 * A time of day that passed less than this long ago means today, not tomorrow: the API may refuse a little
 * longer than the limit lasts.
 */
const JUST_PASSED_MS = 5 * MINUTE_MS;

/**
 * Finds the moment that a message means.
 *
 * @param localZone The machine's time zone.
 * @returns Epoch milliseconds, in the past if the message names a past day; null if the day, time or
 * zone does not exist.
 */
export function momentOf(time: WallTime, nowMs: number, localZone: string): number | null {
  try {
    const present = Temporal.Instant.fromEpochMilliseconds(Math.floor(nowMs))
      .toZonedDateTimeISO(time.zone ?? localZone);
    const moments = daysOf(time.date, present.toPlainDate())
      .flatMap((day) => momentsOn(day, time, present.timeZoneId));
    if (time.date !== null) {
      return moments.toSorted((a, b) => Math.abs(a - nowMs) - Math.abs(b - nowMs))[0] ?? null;
    }
    return moments.toSorted((a, b) => a - b).find((at) => at > nowMs - JUST_PASSED_MS) ??
      moments.at(-1) ?? null;
  } catch {
    return null;
  }
}

/** Lists the days that the message can mean. */
function daysOf(date: WallDate | null, today: Temporal.PlainDate): Temporal.PlainDate[] {
  if (date === null) return [-1, 0, 1, 2].map((days) => today.add({ days }));
  const { month, day, year } = date;
  const years = year === null ? [today.year - 1, today.year, today.year + 1] : [year];
  return years.flatMap((each) => {
    try {
      return [Temporal.PlainDate.from({ year: each, month, day }, { overflow: "reject" })];
    } catch {
      return []; // 29 February
    }
  });
}

/** Lists the moments of a time on a day: two in the hour that is repeated when summer time ends. */
function momentsOn(
  day: Temporal.PlainDate,
  { hour, minute }: WallTime,
  zone: string,
): number[] {
  const local = day.toPlainDateTime({ hour, minute });
  return (["earlier", "later"] as const).map((disambiguation) =>
    local.toZonedDateTime(zone, { disambiguation }).epochMilliseconds
  );
}

/**
 * Moments of a time on a wall clock, as a message names it: with a date, a day of the week, or only
 * a time of day. Across the ends of years and the changes to and from summer time. Pure.
 *
 * @module
 */

/** A time as a message names it. */
export interface WallTime {
  readonly hour: number;
  readonly minute: number;
  /** A zone's name or offset; null for the machine's own. */
  readonly zone: string | null;
  /** Null where only a time of day is named. */
  readonly date: WallDate | null;
}

/** The day of a time. */
export type WallDate =
  | {
    readonly kind: "date";
    /** 1 to 12. */
    readonly month: number;
    readonly day: number;
    /** Null where the message leaves it out. */
    readonly year: number | null;
  }
  /** 1, Monday, to 7. */
  | { readonly kind: "weekday"; readonly weekday: number }
  | { readonly kind: "in-days"; readonly days: number };

/**
 * A time so many seconds ago is meant, and not the one of the next day: a limit that is over may
 * refuse a little longer, and its message names the time that has just passed.
 */
const JUST_PASSED_SECONDS = 300;

/**
 * The moment that a message means.
 *
 * @param time The time.
 * @param now Unix seconds.
 * @param localZone The machine's zone.
 * @returns Unix seconds, in the past where the message names a past day; null where there is no such
 * day, time or zone.
 */
export function momentOf(time: WallTime, now: number, localZone: string): number | null {
  try {
    const present = Temporal.Instant.fromEpochMilliseconds(Math.floor(now * 1000))
      .toZonedDateTimeISO(time.zone ?? localZone);
    const moments = daysOf(time.date, present.toPlainDate())
      .flatMap((day) => momentsOn(day, time, present.timeZoneId));
    if (time.date?.kind === "date") {
      return moments.toSorted((a, b) => Math.abs(a - now) - Math.abs(b - now))[0] ?? null;
    }
    return moments.toSorted((a, b) => a - b).find((at) => at > now - JUST_PASSED_SECONDS) ??
      moments.at(-1) ?? null;
  } catch {
    return null;
  }
}

/** The days that can be meant. */
function daysOf(date: WallDate | null, today: Temporal.PlainDate): Temporal.PlainDate[] {
  const inDays = (days: number) => today.add({ days });
  if (date === null) return [-1, 0, 1, 2].map(inDays);
  if (date.kind === "in-days") return [inDays(date.days)];
  if (date.kind === "weekday") {
    const ahead = (date.weekday - today.dayOfWeek + 7) % 7;
    return [ahead, ahead + 7].map(inDays);
  }
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

/** In the hour that a change to winter time repeats, a time of day comes twice. */
function momentsOn(
  day: Temporal.PlainDate,
  { hour, minute }: WallTime,
  zone: string,
): number[] {
  const local = day.toPlainDateTime({ hour, minute });
  return (["earlier", "later"] as const).map((disambiguation) =>
    Math.floor(local.toZonedDateTime(zone, { disambiguation }).epochMilliseconds / 1000)
  );
}

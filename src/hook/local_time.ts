/**
 * Wall-clock times of a zone. Not on the hot path: only a paused loop needs them.
 *
 * @module
 */

/**
 * The next moment at which it is a given time of day.
 *
 * @param hour 0 to 23.
 * @param minute 0 to 59.
 * @param zone A zone's name, or null for the machine's own.
 * @param now Unix seconds.
 * @returns Unix seconds, or null where the zone is unknown.
 */
export function nextWallClockTime(
  hour: number,
  minute: number,
  zone: string | null,
  now: number,
): number | null {
  try {
    const present = Temporal.Instant.fromEpochMilliseconds(Math.floor(now * 1000))
      .toZonedDateTimeISO(zone ?? Temporal.Now.timeZoneId());
    const today = present.withPlainTime({ hour, minute });
    const next = Temporal.ZonedDateTime.compare(today, present) > 0
      ? today
      : today.add({ days: 1 });
    return Math.floor(next.epochMilliseconds / 1000);
  } catch {
    return null;
  }
}

/** An instant as the machine's own time of day, with the date where it is another day. */
export function showLocalTime(
  instant: string,
  now: Temporal.Instant = Temporal.Now.instant(),
): string {
  const zone = Temporal.Now.timeZoneId();
  const then = Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
  const time = then.toPlainTime().toString({ smallestUnit: "minute" });
  const isToday = then.toPlainDate().equals(now.toZonedDateTimeISO(zone).toPlainDate());
  return isToday ? time : `${then.toPlainDate()} ${time}`;
}

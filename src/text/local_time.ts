/**
 * Times as the machine shows them. Not on the hot path: only a paused loop needs them.
 *
 * @module
 */

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

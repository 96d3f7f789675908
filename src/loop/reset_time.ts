/**
 * When a usage limit ends, read from the client's own words.
 *
 * The client reports no field for it (contract §2, StopFailure), so text it is: forms seen in the
 * field are `…|1735689600`, `resets 3am`, `resets at 3:10pm (Europe/Berlin)`, `try again in 2 hours`.
 *
 * @module
 */

/** Turns a wall-clock time of a zone into the next Unix second at which it is that time. */
export type NextTime = (hour: number, minute: number, zone: string | null) => number | null;

/**
 * Reads the end of a limit.
 *
 * @param text The error's text.
 * @param now Unix seconds.
 * @param nextTime How a wall-clock time becomes a moment (the zone is the border's business).
 * @returns Unix seconds, or null where the text names no time.
 */
export function parseResetTime(text: string, now: number, nextTime: NextTime): number | null {
  const epoch = /\|\s*(\d{10})\b/.exec(text);
  if (epoch !== null) return Number(epoch[1]);

  const delay = /\bin\s+(\d+)\s*(s|sec|second|m|min|minute|h|hour)s?\b/i.exec(text);
  if (delay !== null) {
    const unit = (delay[2] ?? "s").toLowerCase().charAt(0);
    return now + Number(delay[1]) * (unit === "h" ? 3600 : unit === "m" ? 60 : 1);
  }

  const clock =
    /\bresets?\b(?:\s+at)?\s+(\d{1,2})(?::(\d{2}))?\s*(am|pm)?\b(?:\s*\(([A-Za-z_+\-/0-9]+)\))?/i
      .exec(text);
  if (clock === null) return null;
  const [, hourText, minuteText, half, zone] = clock;
  const hour = toHour(Number(hourText), half?.toLowerCase());
  const minute = Number(minuteText ?? 0);
  if (hour === null || minute > 59) return null;
  if (half === undefined && minuteText === undefined) return null;
  return nextTime(hour, minute, zone ?? null);
}

function toHour(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return hour % 12 + (half === "pm" ? 12 : 0);
}

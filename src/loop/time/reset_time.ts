/**
 * Reads when a usage limit ends from the client's message, since no field of the event says it.
 *
 * Claude Code prints a time of day up to a day ahead (`resets 5:30pm (Europe/Berlin)`), else the date
 * (`resets Nov 25, 5pm (UTC)`), with the year if it differs (`resets Jan 2, 2027, 5pm (UTC)`), and for a
 * spend limit only the date. Older versions and other agents print `…|1735689600`, `resets at 3pm`, `try
 * again in 4 days 2 hours` or an ISO time.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../text/time.ts";
import { momentOf, type WallDate } from "./wall_time.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const TIME =
  String.raw`(?<hour>\d{1,2})(?::(?<minute>\d{2}))?(?::\d{2})?\s*(?<half>[ap])\.?m\b\.?` +
  String.raw`|(?<hour24>\d{1,2}):(?<minute24>\d{2})\b`;
const DATE = String.raw`(?<month>${MONTHS.join("|")})[a-z]*\.?\s+` +
  String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?\b(?!:)(?:,?\s+(?<year>\d{4})\b)?`;
const ZONE = String.raw`\s*(?:\((?<zone>[A-Za-z][\w+/-]*|[+-]\d{2}:\d{2})\)|(?<utc>UTC|GMT)\b)?`;

/** Words that introduce the time at which the limit ends. */
const LEAD = String.raw`\b(?:resets?|until|available again|try again)\b(?:\s+(?:at|on|by|after))?`;

const CLOCK = new RegExp(
  `${LEAD}\\s+(?:${DATE}(?:,?\\s*(?:at\\s+)?(?:${TIME}))?|(?:${
    TIME.replaceAll("?<", "?<only_")
  }))${ZONE}`,
  "gi",
);
const EPOCH = /\|\s*(\d{10})(?:\d{3})?\b/g;
const ISO =
  /\b(?:resets?|until|again|available|after)\b[^\n|]{0,20}?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d))/gi;
const DELAY =
  /\b(?:again|retry|retrying|resets?|wait|available|continue)\b[^\n.|·]{0,20}?\b(?:in|after)\s+~?((?:\d+(?:\.\d+)?\s*(?:days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)\b(?:\s*,?\s*(?:and\s+)?)?|\d+[dhms](?=\d))+)/gi;
const RETRY_AFTER = /\bretry[- ]after\s*[:=]?\s*(\d{1,7})\b/gi;

const UNITS_MS: Readonly<Record<string, number>> = {
  d: DAY_MS,
  h: HOUR_MS,
  m: MINUTE_MS,
  s: SECOND_MS,
};

/**
 * Reads when a limit ends. If there are several limits, the first to end counts: it is unknown which of
 * them applies, and waking too early costs only one request.
 *
 * @param localZone The machine's time zone, for times without a zone.
 * @returns Epoch milliseconds; null if the text names no time.
 */
export function parseResetTime(text: string, nowMs: number, localZone: string): number | null {
  const moments = [
    ...[...text.matchAll(EPOCH)].map(([, seconds]) => Number(seconds) * SECOND_MS),
    ...[...text.matchAll(ISO)].map(([, iso]) => Date.parse((iso ?? "").replace(" ", "T"))),
    ...[...text.matchAll(DELAY)].map(([, delay]) => nowMs + delayMsOf(delay ?? "")),
    ...[...text.matchAll(RETRY_AFTER)].map(([, seconds]) => nowMs + Number(seconds) * SECOND_MS),
    ...[...text.matchAll(CLOCK)].map(({ groups }) => clockMoment(groups ?? {}, nowMs, localZone)),
  ].filter((moment) => moment !== null && Number.isFinite(moment)) as number[];
  if (moments.length === 0) return null;
  const ahead = moments.filter((moment) => moment > nowMs);
  return ahead.length > 0 ? Math.min(...ahead) : Math.max(...moments);
}

type Groups = Readonly<Record<string, string | undefined>>;

function clockMoment(groups: Groups, nowMs: number, localZone: string): number | null {
  const date = dateOf(groups);
  const time = timeOf(groups);
  if (time === null) return null;
  // A date alone means the day in UTC, as the client prints it.
  const zone = groups["zone"] ?? groups["utc"] ?? (time === "none" ? "UTC" : null);
  const { hour, minute } = time === "none" ? { hour: 0, minute: 0 } : time;
  return momentOf({ hour, minute, zone, date }, nowMs, localZone);
}

function dateOf({ month, day, year }: Groups): WallDate | null {
  return month === undefined ? null : {
    month: MONTHS.indexOf(month.toLowerCase()) + 1,
    day: Number(day),
    year: year === undefined ? null : Number(year),
  };
}

/** Reads the time of day; null if it is not valid, `none` if the text names only a date. */
function timeOf(groups: Groups): { hour: number; minute: number } | "none" | null {
  const part = (name: string) => groups[name] ?? groups[`only_${name}`];
  const half = part("half")?.toLowerCase();
  const hourText = part("hour") ?? part("hour24");
  if (hourText === undefined) return "none";
  const hour = Number(hourText);
  const minute = Number(part("minute") ?? part("minute24") ?? 0);
  if (minute > 59) return null;
  if (half === undefined) return hour <= 23 ? { hour, minute } : null;
  if (hour < 1 || hour > 12) return null;
  return { hour: hour % 12 + (half === "p" ? 12 : 0), minute };
}

function delayMsOf(delay: string): number {
  return [...delay.matchAll(/(\d+(?:\.\d+)?)\s*([dhms])/gi)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (UNITS_MS[(unit ?? "").toLowerCase()] ?? 0),
    0,
  );
}

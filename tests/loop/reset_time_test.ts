import { assert, assertEquals } from "@std/assert";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/text/time.ts";
import { parseResetTime } from "../../src/loop/time/reset_time.ts";
import { needsBuild } from "../_tools.ts";

/** Sunday, 22 November 2026, 10:00 UTC. */
const NOW = Date.UTC(2026, 10, 22, 10);

const at = (iso: string) => Date.parse(iso);

// deno-fmt-ignore
const TEXTS: [string, number | null][] = [
  // Claude Code 2.1.328, with each of its limits' names.
  ["You've hit your weekly limit · resets Nov 25, 5pm (UTC)", at("2026-11-25T17:00Z")],
  ["You've hit your weekly limit · resets Nov 25, 5:30pm (UTC)", at("2026-11-25T17:30Z")],
  ["You've hit your 5-hour limit · resets 3:10pm (Europe/Berlin)", at("2026-11-22T14:10Z")],
  ["You've hit your 5-hour limit · resets 3\u202fpm (UTC)", at("2026-11-22T15:00Z")],
  ["You've hit your Opus limit · resets Nov 29, 12am (Asia/Kolkata)", at("2026-11-28T18:30Z")],
  ["You've hit your weekly limit · resets Jan 2, 2027, 5pm (UTC)", at("2027-01-02T17:00Z")],
  ["You've hit your limit · resets Nov 24, 9am (Etc/GMT+5) · progress saved", at("2026-11-24T14:00Z")],
  ["You're out of usage credits · resets Dec 1, 12am (UTC)", at("2026-12-01T00:00Z")],
  [
    "You've hit your org's monthly spend limit · ask your admin to raise it at x · your weekly limit resets Nov 25, 5pm (UTC)",
    at("2026-11-25T17:00Z"),
  ],
  [
    "You've hit your individual usage limit · resets Dec 1, 5am (UTC) · your 5-hour limit resets 5pm (UTC)",
    at("2026-11-22T17:00Z"),
  ],
  [
    "API Error: Request rejected (429) · spend limit reached · resets Nov 25, 5pm (America/Argentina/Buenos_Aires)",
    at("2026-11-25T20:00Z"),
  ],
  ["API Error: Request rejected (429) · spend limit reached · resets Nov 25", at("2026-11-25T00:00Z")],
  // Earlier versions, and other agents.
  ["Claude AI usage limit reached|1795435200", 1_795_435_200_000],
  ["Claude AI usage limit reached|1795435200000", 1_795_435_200_000],
  ["Your limit will reset at 3pm (Europe/Berlin).", at("2026-11-22T14:00Z")],
  ["limit reached, resets at 15:30", at("2026-11-22T15:30Z")],
  ["Please try again in 2 hours.", NOW + 2 * HOUR_MS],
  ["Try again in 4 days 20 hours 9 minutes.", NOW + 4 * DAY_MS + 20 * HOUR_MS + 9 * MINUTE_MS],
  ["You've hit your fast limit · resets in 3h 20m", NOW + 3 * HOUR_MS + 20 * MINUTE_MS],
  ["resets in 1d4h", NOW + DAY_MS + 4 * HOUR_MS],
  ["retry in 45 seconds", NOW + 45_000],
  ["Please retry in 51.2s.", NOW + 51_200],
  ["Your quota will reset after 3h20m10s.", NOW + 3 * HOUR_MS + 20 * MINUTE_MS + 10_000],
  ["(not your usage limit). Retry in 156s.", NOW + 156_000],
  ["Retry-After: 120", NOW + 120_000],
  ["Quota exceeded; resets at 2026-11-26T08:00:00Z", at("2026-11-26T08:00Z")],
  ["quota resets at 2026-11-26T08:00:00+02:00", at("2026-11-26T06:00Z")],
  ["usage resets on November 25th, 2026 at 5 p.m. GMT", at("2026-11-25T17:00Z")],
  // A limit that is just over may refuse a little longer.
  ["resets 9:58am (UTC)", at("2026-11-22T09:58Z")],
  ["resets 9:50am (UTC)", at("2026-11-23T09:50Z")],
  ["resets Nov 22, 9am (UTC)", at("2026-11-22T09:00Z")],
  // No time at all.
  ["resets 3am (Nowhere/Land)", null],
  ["resets 13pm", null],
  ["resets Feb 30, 5pm", null],
  ["resets 7 limits", null],
  ["You made 50 requests in 1 hour", null],
  ["API Error: 500 Internal server error", null],
  ["", null],
];

for (const [text, expected] of TEXTS) {
  Deno.test(`reset time: ${text || "an empty text"}`, () => {
    const resetAt = parseResetTime(text, NOW, "UTC");
    assertEquals(
      resetAt === null ? null : new Date(resetAt),
      expected === null ? null : new Date(expected),
    );
  });
}

// deno-fmt-ignore
const ZONES = [
  "UTC", "Europe/Berlin", "America/New_York", "America/Los_Angeles", "America/St_Johns",
  "Asia/Kolkata", "Asia/Kathmandu", "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Apia",
  "Pacific/Chatham", "Africa/Casablanca", "Etc/GMT+5",
];

/** Moments around which a calendar is not plain. */
const CORNERS = [
  "2026-03-08T06:30Z", // summer time in America
  "2026-03-29T00:30Z", // summer time in Europe
  "2026-04-04T15:00Z", // winter time on Lord Howe, half an hour
  "2026-10-25T00:15Z", // winter time in Europe
  "2026-11-01T05:30Z", // winter time in America
  "2026-11-22T10:00Z",
  "2026-12-24T12:00Z",
  "2026-12-31T09:59Z",
  "2026-12-31T23:59Z",
  "2027-01-01T00:00Z",
  "2028-02-26T12:00Z", // before a 29 February
];

/** A time as Claude Code 2.1.328 prints it after "resets". */
function printLikeClient(resetMs: number, nowMs: number, timeZone: string): string {
  const [reset, now] = [new Date(resetMs), new Date(nowMs)];
  const part = (date: Date, name: "year" | "minute") =>
    Number(new Intl.DateTimeFormat("en-US", { [name]: "numeric", timeZone }).format(date));
  const minute = part(reset, "minute") === 0 ? undefined : "2-digit";
  const isFar = resetMs - nowMs > DAY_MS;
  const date: Intl.DateTimeFormatOptions = isFar ? { month: "short", day: "numeric" } : {};
  if (isFar && part(reset, "year") !== part(now, "year")) date.year = "numeric";
  const printed = reset.toLocaleString("en-US", {
    ...date,
    hour: "numeric",
    minute,
    hour12: true,
    timeZone,
  });
  return `${printed.replace(/[ \u202f]([AP]M)/i, (_, half) => half.toLowerCase())} (${timeZone})`;
}

needsBuild().test(
  "reset time: every reset up to eight days away is read as the client prints it, in every zone",
  () => {
    let compared = 0;
    for (const corner of CORNERS) {
      const now = at(corner);
      for (const zone of ZONES) {
        for (let ahead = 10 * MINUTE_MS; ahead <= 8 * DAY_MS; ahead += 97 * MINUTE_MS) {
          const reset = Math.ceil((now + ahead) / MINUTE_MS) * MINUTE_MS;
          const text = `You've hit your weekly limit · resets ${printLikeClient(reset, now, zone)}`;
          const resetAt = parseResetTime(text, now, "Asia/Tokyo");
          compared++;
          if (resetAt === reset) continue;
          // The same text names the earlier moment: in the hour that is repeated when summer time ends,
          // or because it has just passed.
          const sameText = resetAt !== null && printLikeClient(resetAt, now, zone) ===
              printLikeClient(reset, now, zone);
          if (sameText && resetAt <= now && now - resetAt < 5 * MINUTE_MS) continue;
          assert(
            sameText && resetAt < reset && reset - resetAt <= HOUR_MS,
            `${text}, now ${new Date(now).toISOString()}: ` +
              `${resetAt === null ? resetAt : new Date(resetAt).toISOString()}, ` +
              `wanted ${new Date(reset).toISOString()}`,
          );
        }
      }
    }
    assert(compared > 15_000, `${compared} compared`);
  },
);

Deno.test("reset time: without a zone the machine's own is meant", () => {
  assertEquals(parseResetTime("resets 5pm", NOW, "Asia/Tokyo"), at("2026-11-23T08:00Z"));
  assertEquals(parseResetTime("resets Nov 25, 5pm", NOW, "Asia/Tokyo"), at("2026-11-25T08:00Z"));
});

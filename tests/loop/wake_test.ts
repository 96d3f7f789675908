import { assertEquals } from "@std/assert";
import { parseResetTime } from "../../src/loop/reset_time.ts";
import { planWake } from "../../src/loop/wake_plan.ts";
import { givenSettings } from "./_given.ts";

const NOW = 1_000_000;
/** A clock without zones: the next such time after a midnight at NOW. */
const nextTime = (hour: number, minute: number, zone: string | null) =>
  zone === "Nowhere/Land" ? null : NOW + hour * 3600 + minute * 60;

const TEXTS: [string, number | null][] = [
  ["Claude AI usage limit reached|1735689600", 1735689600],
  ["You've hit your session limit · resets 3:10am", NOW + 3 * 3600 + 600],
  ["Your limit will reset. It resets at 3pm (Europe/Berlin)", NOW + 15 * 3600],
  ["resets 12am", NOW],
  ["resets 12pm", NOW + 12 * 3600],
  ["resets at 15:30", NOW + 15.5 * 3600],
  ["Please try again in 2 hours.", NOW + 7200],
  ["retry in 45 seconds", NOW + 45],
  ["resets 3am (Nowhere/Land)", null],
  ["resets 13pm", null],
  ["resets 7 limits", null],
  ["API Error: 500 Internal server error", null],
  ["", null],
];

for (const [text, expected] of TEXTS) {
  Deno.test(`reset time: ${text || "an empty text"}`, () => {
    assertEquals(parseResetTime(text, NOW, nextTime), expected);
  });
}

Deno.test("wake: sleeps until the limit ends, with a margin", () => {
  assertEquals(planWake(0, NOW + 3600, givenSettings(), NOW), {
    kind: "sleep",
    untilSeconds: NOW + 3620,
  });
});

Deno.test("wake: an unknown end backs off over 1, 5, 15 and 30 minutes, then stays there", () => {
  const waits = [0, 1, 2, 3, 4, 11].map((wakes) => {
    const plan = planWake(wakes, null, givenSettings(), NOW);
    return plan.kind === "sleep" ? (plan.untilSeconds - NOW) / 60 : plan.kind;
  });
  assertEquals(waits, [1, 5, 15, 30, 30, 30]);
});

Deno.test("wake: gives up after max_wakes without progress", () => {
  assertEquals(planWake(12, NOW + 60, givenSettings(), NOW), { kind: "give-up", wakes: 12 });
});

Deno.test("wake: a reset that lies in the past or far away is not believed", () => {
  for (const resetAt of [NOW - 1, NOW + 30 * 24 * 3600]) {
    assertEquals(planWake(0, resetAt, givenSettings(), NOW), {
      kind: "sleep",
      untilSeconds: NOW + 60,
    });
  }
});

import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { advanceClock, type Clock } from "../../src/loop/time/clock.ts";
import type { Activity, Span } from "../../src/loop/facts.ts";

const MINUTE = 60;
const HOUR = 3600;
const THRESHOLD = 300;
const NINE = 1_760_000_000;

function woundAt(last: number, accumulated = 0): Clock {
  return { accumulatedRuntimeSeconds: accumulated, lastHookTimestamp: last };
}

/** A hook event at `now`, with further evidence. */
function eventAt(now: number, points: number[] = [], spans: Span[] = []): Activity {
  return { points: [...points, now], spans };
}

/** Hook events, one after the other, each `step` seconds after the last. */
function beatOn(clock: Clock, from: number, to: number, step: number): Clock {
  for (let now = from + step; now <= to; now += step) {
    clock = advanceClock(clock, eventAt(now), now, THRESHOLD).clock;
  }
  return clock;
}

Deno.test("clock: a run, a pause, a resume, a restart and an end count only active time", () => {
  const start = NINE;
  // 1. Start the loop: runtime 0.
  let clock = advanceClock(woundAt(0), eventAt(start), start, THRESHOLD).clock;
  assertEquals(clock, { accumulatedRuntimeSeconds: 0, lastHookTimestamp: start });
  // 2. Run for 5 minutes: runtime about 5 minutes.
  clock = beatOn(clock, start, start + 5 * MINUTE, 30);
  assertEquals(clock.accumulatedRuntimeSeconds, 5 * MINUTE);
  // 3. Close, wait 10 minutes, reopen.
  const reopened = start + 15 * MINUTE;
  const step = advanceClock(clock, eventAt(reopened), reopened, THRESHOLD);
  // 4. Runtime is still about 5 minutes.
  assertEquals(step.clock.accumulatedRuntimeSeconds, 5 * MINUTE);
  assertEquals(step.pauses, [{ start: start + 5 * MINUTE, end: reopened }]);
  // 5. The wall clock says about 15 minutes.
  assertEquals(step.clock.lastHookTimestamp - start, 15 * MINUTE);
  // 6. Limits use runtime: a limit of 6 minutes is not reached, though 15 have passed.
  assert(step.clock.accumulatedRuntimeSeconds < 6 * MINUTE);
});

Deno.test("clock: a gap of exactly the threshold is a pause, one a little shorter counts", () => {
  const at = (now: number) => advanceClock(woundAt(NINE), eventAt(now), now, THRESHOLD);
  assertEquals(at(NINE + 300).countedSeconds, 0);
  assertEquals(at(NINE + 299.5).countedSeconds, 299.5);
});

Deno.test("clock: a tool call of 30 minutes counts in full", () => {
  const now = NINE + 30 * MINUTE + 20;
  const call = { start: NINE + 10, end: NINE + 30 * MINUTE + 10 };
  const step = advanceClock(woundAt(NINE), eventAt(now, [], [call]), now, THRESHOLD);
  assertEquals(step.countedSeconds, 30 * MINUTE + 20);
  assertEquals(step.pauses, []);
});

Deno.test("clock: nine hours of turns of ten minutes count as nine hours", () => {
  let clock = woundAt(NINE);
  for (let turn = 1; turn <= 54; turn++) {
    const end = NINE + turn * 10 * MINUTE;
    // Entries of the turn, two to four minutes apart.
    const entries = [end - 8 * MINUTE, end - 4 * MINUTE, end - 2 * MINUTE];
    clock = advanceClock(clock, eventAt(end, entries), end, THRESHOLD).clock;
  }
  assertEquals(clock.accumulatedRuntimeSeconds, 9 * HOUR);
});

Deno.test("clock: a session closed from 20:00 to 08:00 counts nothing", () => {
  const evening = beatOn(woundAt(NINE), NINE, NINE + 2 * HOUR, MINUTE);
  const morning = NINE + 14 * HOUR;
  const step = advanceClock(evening, eventAt(morning), morning, THRESHOLD);
  assertEquals(step.clock.accumulatedRuntimeSeconds, 2 * HOUR);
});

Deno.test("clock: a system clock set back counts nothing and does not stop the count", () => {
  const back = NINE - HOUR;
  const step = advanceClock(woundAt(NINE, 100), eventAt(back), back, THRESHOLD);
  assertEquals(step, {
    clock: { accumulatedRuntimeSeconds: 100, lastHookTimestamp: back },
    countedSeconds: 0,
    pauses: [],
  });
  const next = advanceClock(step.clock, eventAt(back + 60), back + 60, THRESHOLD);
  assertEquals(next.clock.accumulatedRuntimeSeconds, 160);
});

Deno.test("clock: a late event changes nothing", () => {
  const step = advanceClock(woundAt(NINE, 100), eventAt(NINE - 2), NINE - 2, THRESHOLD);
  assertEquals(step.clock, woundAt(NINE, 100));
});

Deno.test("clock: a system clock set forward counts nothing", () => {
  const ahead = NINE + 400 * 24 * HOUR;
  assertEquals(advanceClock(woundAt(NINE), eventAt(ahead), ahead, THRESHOLD).countedSeconds, 0);
});

Deno.test("clock: now alone is not evidence", () => {
  const clock = woundAt(NINE, 5);
  const step = advanceClock(clock, { points: [], spans: [] }, NINE + 100, THRESHOLD);
  assertEquals(step, { clock, countedSeconds: 0, pauses: [] });
});

Deno.test("clock: evidence outside of the time since the last event is ignored", () => {
  const points = [NINE - 50, NINE + 500, NaN, Infinity, -Infinity, NINE + 30];
  const spans = [
    { start: NINE - 900, end: NINE - 100 },
    { start: NINE + 150, end: NINE + 900 },
    { start: NaN, end: NINE + 60 },
    { start: NINE + 60, end: NINE + 40 },
  ];
  const step = advanceClock(woundAt(NINE), eventAt(NINE + 100, points, spans), NINE + 100, 20);
  // 30 and 70 s are both pauses at a threshold of 20 s.
  assertEquals(step.countedSeconds, 0);
  assertEquals(step.pauses.length, 2);
});

Deno.test("clock: a value that is not a number changes nothing", () => {
  assertEquals(
    advanceClock(woundAt(NINE, 7), eventAt(NaN), NaN, THRESHOLD).clock,
    woundAt(NINE, 7),
  );
  const step = advanceClock(woundAt(NaN, NaN), eventAt(NINE), NINE, THRESHOLD);
  assertEquals(step.clock, woundAt(NINE, 0));
  assertEquals(advanceClock(woundAt(NINE), eventAt(NINE + 9), NINE + 9, NaN).countedSeconds, 0);
});

const moment = fc.integer({ min: -2000, max: 6000 }).map((offset) => NINE + offset);
const span = fc.tuple(moment, fc.integer({ min: 0, max: 3000 }))
  .map(([start, length]) => ({ start, end: start + length }));
const activity = fc.record({
  points: fc.array(moment, { maxLength: 30 }),
  spans: fc.array(span, { maxLength: 6 }),
});
const now = fc.integer({ min: -100, max: 5000 }).map((offset) => NINE + offset);

Deno.test("clock: never counts more than has passed, never runs back, never runs ahead", () => {
  fc.assert(fc.property(activity, now, fc.nat(1000), (activity, now, threshold) => {
    const { clock, countedSeconds, pauses } = advanceClock(
      woundAt(NINE, 50),
      activity,
      now,
      threshold,
    );
    assert(countedSeconds >= 0 && countedSeconds <= Math.max(0, now - NINE));
    assertEquals(clock.accumulatedRuntimeSeconds, 50 + countedSeconds);
    assert(clock.lastHookTimestamp <= now || clock.lastHookTimestamp - now <= 10);
    for (const { start, end } of pauses) assert(end - start >= threshold);
  }));
});

Deno.test("clock: counted time and pauses together are the time up to the last evidence", () => {
  fc.assert(fc.property(activity, now, (activity, now) => {
    fc.pre(now > NINE);
    const { clock, countedSeconds, pauses } = advanceClock(woundAt(NINE), activity, now, THRESHOLD);
    const paused = pauses.reduce((sum, { start, end }) => sum + end - start, 0);
    assertAlmostEquals(countedSeconds + paused, clock.lastHookTimestamp - NINE, 1e-6);
  }));
});

Deno.test("clock: two steps, split at a piece of evidence, count as one", () => {
  fc.assert(fc.property(activity, moment, now, (given, split, now) => {
    fc.pre(split > NINE && now > split);
    const activity = { ...given, points: [...given.points, split] };
    const once = advanceClock(woundAt(NINE), activity, now, THRESHOLD);
    const first = advanceClock(woundAt(NINE), activity, split, THRESHOLD);
    const second = advanceClock(first.clock, activity, now, THRESHOLD);
    assertAlmostEquals(
      second.clock.accumulatedRuntimeSeconds,
      once.clock.accumulatedRuntimeSeconds,
      1e-6,
    );
    assertEquals(second.clock.lastHookTimestamp, once.clock.lastHookTimestamp);
  }));
});

Deno.test("clock: the order of the evidence does not matter", () => {
  fc.assert(fc.property(activity, now, ({ points, spans }, now) => {
    const reversed = { points: points.toReversed(), spans: spans.toReversed() };
    assertEquals(
      advanceClock(woundAt(NINE), reversed, now, THRESHOLD),
      advanceClock(woundAt(NINE), { points, spans }, now, THRESHOLD),
    );
  }));
});

Deno.test("clock: the same evidence a second time counts nothing", () => {
  fc.assert(fc.property(activity, now, (activity, now) => {
    fc.pre(now > NINE);
    const { clock } = advanceClock(woundAt(NINE), activity, now, THRESHOLD);
    assertEquals(advanceClock(clock, activity, now, THRESHOLD).countedSeconds, 0);
  }));
});

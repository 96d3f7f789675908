import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { HOUR_MS, MINUTE_MS } from "../../src/text/time.ts";
import fc from "fast-check";
import { advanceClock, type Clock } from "../../src/loop/time/clock.ts";
import type { Activity, Span } from "../../src/loop/facts.ts";

const THRESHOLD = 5 * MINUTE_MS;
const NINE = 1_760_000_000_000;

function woundAt(last: number, accumulated = 0): Clock {
  return { accumulatedRuntimeMs: accumulated, lastHookAtMs: last };
}

/** A hook event at `nowMs`, with further evidence. */
function eventAtMs(nowMs: number, points: number[] = [], spans: Span[] = []): Activity {
  return { pointsMs: [...points, nowMs], spans };
}

/** Hook events, one after the other, each `step` milliseconds after the last. */
function beatOn(clock: Clock, from: number, to: number, step: number): Clock {
  for (let now = from + step; now <= to; now += step) {
    clock = advanceClock(clock, eventAtMs(now), now, THRESHOLD).clock;
  }
  return clock;
}

Deno.test("clock: a run, a pause, a resume, a restart and an end count only active time", () => {
  const start = NINE;
  // 1. Start the loop: runtime 0.
  let clock = advanceClock(woundAt(0), eventAtMs(start), start, THRESHOLD).clock;
  assertEquals(clock, { accumulatedRuntimeMs: 0, lastHookAtMs: start });
  // 2. Run for 5 minutes: runtime about 5 minutes.
  clock = beatOn(clock, start, start + 5 * MINUTE_MS, 30_000);
  assertEquals(clock.accumulatedRuntimeMs, 5 * MINUTE_MS);
  // 3. Close, wait 10 minutes, reopen.
  const reopened = start + 15 * MINUTE_MS;
  const step = advanceClock(clock, eventAtMs(reopened), reopened, THRESHOLD);
  // 4. Runtime is still about 5 minutes.
  assertEquals(step.clock.accumulatedRuntimeMs, 5 * MINUTE_MS);
  assertEquals(step.pauses, [{ startMs: start + 5 * MINUTE_MS, endMs: reopened }]);
  // 5. The wall clock says about 15 minutes.
  assertEquals(step.clock.lastHookAtMs - start, 15 * MINUTE_MS);
  // 6. Limits use runtime: a limit of 6 minutes is not reached, though 15 have passed.
  assert(step.clock.accumulatedRuntimeMs < 6 * MINUTE_MS);
});

Deno.test("clock: a gap of exactly the threshold is a pause, one a little shorter counts", () => {
  const at = (nowMs: number) => advanceClock(woundAt(NINE), eventAtMs(nowMs), nowMs, THRESHOLD);
  assertEquals(at(NINE + 300_000).countedMs, 0);
  assertEquals(at(NINE + 299_500).countedMs, 299_500);
});

Deno.test("clock: a tool call of 30 minutes counts in full", () => {
  const now = NINE + 30 * MINUTE_MS + 20_000;
  const call = { startMs: NINE + 10_000, endMs: NINE + 30 * MINUTE_MS + 10_000 };
  const step = advanceClock(woundAt(NINE), eventAtMs(now, [], [call]), now, THRESHOLD);
  assertEquals(step.countedMs, 30 * MINUTE_MS + 20_000);
  assertEquals(step.pauses, []);
});

Deno.test("clock: nine hours of turns of ten minutes count as nine hours", () => {
  let clock = woundAt(NINE);
  for (let turn = 1; turn <= 54; turn++) {
    const end = NINE + turn * 10 * MINUTE_MS;
    // Entries of the turn, two to four minutes apart.
    const entries = [end - 8 * MINUTE_MS, end - 4 * MINUTE_MS, end - 2 * MINUTE_MS];
    clock = advanceClock(clock, eventAtMs(end, entries), end, THRESHOLD).clock;
  }
  assertEquals(clock.accumulatedRuntimeMs, 9 * HOUR_MS);
});

Deno.test("clock: a session closed from 20:00 to 08:00 counts nothing", () => {
  const evening = beatOn(woundAt(NINE), NINE, NINE + 2 * HOUR_MS, MINUTE_MS);
  const morning = NINE + 14 * HOUR_MS;
  const step = advanceClock(evening, eventAtMs(morning), morning, THRESHOLD);
  assertEquals(step.clock.accumulatedRuntimeMs, 2 * HOUR_MS);
});

Deno.test("clock: a system clock set back counts nothing and does not stop the count", () => {
  const back = NINE - HOUR_MS;
  const step = advanceClock(woundAt(NINE, 100_000), eventAtMs(back), back, THRESHOLD);
  assertEquals(step, {
    clock: { accumulatedRuntimeMs: 100_000, lastHookAtMs: back },
    countedMs: 0,
    pauses: [],
  });
  const next = advanceClock(step.clock, eventAtMs(back + 60_000), back + 60_000, THRESHOLD);
  assertEquals(next.clock.accumulatedRuntimeMs, 160_000);
});

Deno.test("clock: a late event changes nothing", () => {
  const step = advanceClock(
    woundAt(NINE, 100_000),
    eventAtMs(NINE - 2_000),
    NINE - 2_000,
    THRESHOLD,
  );
  assertEquals(step.clock, woundAt(NINE, 100_000));
});

Deno.test("clock: a system clock set forward counts nothing", () => {
  const ahead = NINE + 400 * 24 * HOUR_MS;
  assertEquals(advanceClock(woundAt(NINE), eventAtMs(ahead), ahead, THRESHOLD).countedMs, 0);
});

Deno.test("clock: now alone is not evidence", () => {
  const clock = woundAt(NINE, 5);
  const step = advanceClock(clock, { pointsMs: [], spans: [] }, NINE + 100_000, THRESHOLD);
  assertEquals(step, { clock, countedMs: 0, pauses: [] });
});

Deno.test("clock: evidence outside of the time since the last event is ignored", () => {
  const points = [NINE - 50_000, NINE + 500_000, NaN, Infinity, -Infinity, NINE + 30_000];
  const spans = [
    { startMs: NINE - 900_000, endMs: NINE - 100_000 },
    { startMs: NINE + 150_000, endMs: NINE + 900_000 },
    { startMs: NaN, endMs: NINE + 60_000 },
    { startMs: NINE + 60_000, endMs: NINE + 40_000 },
  ];
  const step = advanceClock(
    woundAt(NINE),
    eventAtMs(NINE + 100_000, points, spans),
    NINE + 100_000,
    20_000,
  );
  // 30 and 70 s are both pauses at a threshold of 20 s.
  assertEquals(step.countedMs, 0);
  assertEquals(step.pauses.length, 2);
});

const moment = fc.integer({ min: -2_000_000, max: 6_000_000 }).map((offset) => NINE + offset);
const span = fc.tuple(moment, fc.integer({ min: 0, max: 3_000_000 }))
  .map(([startMs, length]) => ({ startMs, endMs: startMs + length }));
const activity = fc.record({
  pointsMs: fc.array(moment, { maxLength: 30 }),
  spans: fc.array(span, { maxLength: 6 }),
});
const now = fc.integer({ min: -100_000, max: 5_000_000 }).map((offset) => NINE + offset);

Deno.test("clock: never counts more than has passed, never runs back, never runs ahead", () => {
  fc.assert(fc.property(activity, now, fc.nat(1_000_000), (activity, now, threshold) => {
    const { clock, countedMs, pauses } = advanceClock(woundAt(NINE, 50), activity, now, threshold);
    assert(countedMs >= 0 && countedMs <= Math.max(0, now - NINE));
    assertEquals(clock.accumulatedRuntimeMs, 50 + countedMs);
    assert(clock.lastHookAtMs <= now || clock.lastHookAtMs - now <= 10_000);
    for (const { startMs, endMs } of pauses) assert(endMs - startMs >= threshold);
  }));
});

Deno.test("clock: counted time and pauses together are the time up to the last evidence", () => {
  fc.assert(fc.property(activity, now, (activity, now) => {
    fc.pre(now > NINE);
    const { clock, countedMs, pauses } = advanceClock(woundAt(NINE), activity, now, THRESHOLD);
    const paused = pauses.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    assertAlmostEquals(countedMs + paused, clock.lastHookAtMs - NINE, 1e-6);
  }));
});

Deno.test("clock: two steps, split at a piece of evidence, count as one", () => {
  fc.assert(fc.property(activity, moment, now, (given, split, now) => {
    fc.pre(split > NINE && now > split);
    const activity = { ...given, pointsMs: [...given.pointsMs, split] };
    const once = advanceClock(woundAt(NINE), activity, now, THRESHOLD);
    const first = advanceClock(woundAt(NINE), activity, split, THRESHOLD);
    const second = advanceClock(first.clock, activity, now, THRESHOLD);
    assertAlmostEquals(second.clock.accumulatedRuntimeMs, once.clock.accumulatedRuntimeMs, 1e-6);
    assertEquals(second.clock.lastHookAtMs, once.clock.lastHookAtMs);
  }));
});

Deno.test("clock: the order of the evidence does not matter", () => {
  fc.assert(fc.property(activity, now, ({ pointsMs, spans }, now) => {
    const reversed = { pointsMs: pointsMs.toReversed(), spans: spans.toReversed() };
    assertEquals(
      advanceClock(woundAt(NINE), reversed, now, THRESHOLD),
      advanceClock(woundAt(NINE), { pointsMs, spans }, now, THRESHOLD),
    );
  }));
});

Deno.test("clock: the same evidence a second time counts nothing", () => {
  fc.assert(fc.property(activity, now, (activity, now) => {
    fc.pre(now > NINE);
    const { clock } = advanceClock(woundAt(NINE), activity, now, THRESHOLD);
    assertEquals(advanceClock(clock, activity, now, THRESHOLD).countedMs, 0);
  }));
});

import { assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { ActiveTime, type Stretch } from "../../../src/run/job/active_time.ts";
import { blankRecord } from "../../../src/lifecycle/blank_record.ts";
import type { RunLoop } from "../../../src/run/loop/run_loop.ts";

/** A loop that only keeps its active time, and a clock that is turned. */
function stage() {
  const record = blankRecord({ id: "x", project: "/p", driver: "runner", startedAt: 0 });
  const state = { nowMs: 0, record };
  const change: RunLoop["change"] = (apply) => {
    state.record = apply(state.record);
  };
  const time = new ActiveTime({ change }, {
    monotonicMs: () => state.nowMs,
    wallMs: () => state.nowMs,
  });
  return { state, time };
}

Deno.test("active time: work at the same time counts once, however it overlaps", () => {
  const step = fc.record({ ms: fc.nat(10_000), act: fc.constantFrom("begin", "end", "beat") });
  fc.assert(fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
    const { state, time } = stage();
    const running: { stretch: Stretch; beganMs: number }[] = [];
    let expected = 0;
    const end = ({ stretch, beganMs }: { stretch: Stretch; beganMs: number }) => {
      stretch.countTo(state.nowMs - beganMs);
      stretch.end();
    };
    for (const { ms, act } of steps) {
      state.nowMs += ms;
      if (running.length > 0) expected += ms;
      // Up to now, as it is seen from outside.
      const { accumulatedRuntimeMs: countedMs, lastHookAtMs, turn } = state.record;
      const presentMs = turn.state === "running" ? state.nowMs - lastHookAtMs : 0;
      assertAlmostEquals(countedMs + presentMs, expected, 0.001);
      if (act === "begin") running.push({ stretch: time.begin(), beganMs: state.nowMs });
      if (act === "beat" && running[0]) {
        running[0].stretch.countTo(state.nowMs - running[0].beganMs);
      }
      if (act === "end" && running.length > 0) end(running.shift()!);
    }
    for (const each of running.splice(0)) end(each);
    assertAlmostEquals(state.record.accumulatedRuntimeMs, expected, 0.001);
  }));
});

Deno.test("active time: an agent that waits for the API does not work, unless another one does", () => {
  const { state, time } = stage();
  const [one, other] = [time.begin(), time.begin()];
  one.setWaiting(true);
  state.nowMs = 1_000;
  other.setWaiting(true);
  other.setWaiting(true);
  assertEquals(state.record.turn.state, "resting");
  state.nowMs = 9_000;
  one.setWaiting(false);
  state.nowMs = 9_500;
  one.end();
  other.end();
  assertEquals(state.record.accumulatedRuntimeMs, 1_500);
  time.begin().end();
  assertEquals(state.record.turn.state, "resting");
});

Deno.test("active time: a sleep of the machine is no work, however many agents notice it", () => {
  const { state, time } = stage();
  const stretches = [time.begin(), time.begin()];
  state.nowMs = 3_600_000;
  for (const stretch of stretches) stretch.countTo(1_000);
  for (const stretch of stretches) stretch.end();
  assertEquals(state.record.accumulatedRuntimeMs, 1_000);
});

Deno.test("active time: the loop is paused exactly while agents wait and no agent works", () => {
  const clock = { monotonicMs: () => 0, wallMs: () => 0 };
  let record = { ...blankRecord({ id: "x", project: "/p", driver: "runner", startedAt: 0 }) };
  const change: RunLoop["change"] = (apply) => {
    record = apply(record);
  };
  change((before) => ({ ...before, state: "running" }));
  const time = new ActiveTime({ change }, clock);
  const paused = () => record.pause?.until ?? null;
  const waitUntil = (untilMs: number) =>
    time.wait({ why: "rate-limited", detail: "limit", untilMs, wakesByItself: true });
  const working = time.begin();
  const endFirst = waitUntil(10);
  assertEquals(paused(), null, "another agent works");
  const endSecond = waitUntil(5);
  working.end();
  assertEquals([record.state, paused()], ["paused", 5]);
  endSecond();
  assertEquals([record.state, paused()], ["paused", 10], "the first still waits");
  const next = time.begin();
  assertEquals([record.state, paused()], ["running", null]);
  endFirst();
  next.end();
  assertEquals([record.state, paused()], ["running", null]);
});

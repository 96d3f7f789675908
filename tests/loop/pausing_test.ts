import { assertEquals } from "@std/assert";
import { HOUR_MS } from "../../src/text/time.ts";
import fc from "fast-check";
import { handOver, markTurn, moveTo, pause, resume } from "../../src/loop/time/pausing.ts";
import { asInFile, type LoopRecord } from "../../src/store/records/loop_record.ts";
import { givenRecord, START } from "./_given.ts";

const STATES: LoopRecord["state"][] = ["running", "draining", "paused", "stopped"];

function mayMove(from: LoopRecord["state"], to: LoopRecord["state"]): boolean {
  return moveTo(givenRecord({ state: from }), to)?.state === to;
}

Deno.test("transition: the allowed moves", () => {
  const legal = STATES.flatMap((from) =>
    STATES.filter((to) => mayMove(from, to)).map((to) => `${from} → ${to}`)
  );
  // deno-fmt-ignore
  assertEquals(legal, [
    "running → draining", "running → paused", "running → stopped", "draining → stopped",
    "paused → running", "paused → stopped",
  ]);
});

Deno.test("transition: a move that is not allowed changes nothing", () => {
  assertEquals(moveTo(givenRecord({ state: "stopped" }), "running"), null);
  assertEquals(moveTo(givenRecord({ state: "draining" }), "paused"), null);
});

Deno.test("transition: whatever happens to a loop, it makes only allowed moves", () => {
  const steps: ((record: LoopRecord, nowMs: number) => LoopRecord)[] = [
    (record, now) =>
      pause(record, { why: "api-error", detail: "", untilMs: null, wakesByItself: false }, now),
    (record, now) => resume(record, now),
    (record, now) => markTurn(record, "running", now),
    (record, now) => handOver(record, "session-2", now),
    (record) => moveTo(record, "draining") ?? record,
    (record) => moveTo(record, "stopped") ?? record,
  ];
  fc.assert(fc.property(fc.array(fc.nat(steps.length - 1), { maxLength: 30 }), (choices) => {
    let record = givenRecord();
    for (const [index, choice] of choices.entries()) {
      const next = steps[choice]?.(record, START + index) ?? record;
      if (next.state !== record.state) assertEquals(mayMove(record.state, next.state), true);
      assertEquals(next.state === "paused", next.pause !== null && next.state === "paused");
      record = next;
    }
  }));
});

Deno.test("pause: a pause does not cancel a stop that was asked for", () => {
  const why = { why: "rate-limited", detail: "", untilMs: null, wakesByItself: true } as const;
  assertEquals(pause(givenRecord({ state: "draining" }), why, START).state, "draining");
});

Deno.test("pause: once it was written and read, it ends no moment earlier", () => {
  const untilMs = START + 90_250;
  const wish = { why: "api-error", detail: "", untilMs, wakesByItself: true } as const;
  assertEquals(asInFile(pause(givenRecord(), wish, START)).pause?.until, untilMs);
});

Deno.test("resume: a pause is never active time, and the counters stay", () => {
  const record = givenRecord({ iteration: 42, accumulatedRuntimeMs: 7_200_000 });
  const why = { why: "session-closed", detail: "", untilMs: null, wakesByItself: false } as const;
  const resumed = resume(pause(record, why, START), START + 12 * HOUR_MS);
  assertEquals(resumed.state, "running");
  assertEquals(resumed.pause, null);
  assertEquals(resumed.lastHookAtMs, START + 12 * HOUR_MS);
  assertEquals([resumed.iteration, resumed.accumulatedRuntimeMs], [42, 7_200_000]);
});

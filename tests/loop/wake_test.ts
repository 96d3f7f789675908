import { assert, assertEquals } from "@std/assert";
import { DAY_MS, HOUR_MS } from "../../src/text/time.ts";
import { backOffWaits, planWake, planWakeBesideWork } from "../../src/loop/time/wake_plan.ts";
import { givenSettings } from "./_given.ts";

const NOW = 1_000_000_000;

/** Milliseconds until the next wake, or "give-up". */
function waitOf(wakes: number, resetAt: number | null, settings = givenSettings()) {
  const untilMs = planWake(wakes, resetAt, settings, NOW);
  return untilMs === null ? "give-up" : untilMs - NOW;
}

Deno.test("wake: sleeps until the limit ends, with a margin", () =>
  assertEquals(waitOf(0, NOW + HOUR_MS), HOUR_MS + 20_000));

Deno.test("wake: every reset up to eight days away takes one wake, however many came earlier", () => {
  for (let hours = 1; hours < 8 * 24; hours++) {
    for (const wakes of [0, 1, 5, 12, 40]) {
      const wait = waitOf(wakes, NOW + hours * HOUR_MS);
      assert(
        wait !== "give-up" && wait >= hours * HOUR_MS + 20_000,
        `${hours} h, ${wakes} wakes: ${wait}`,
      );
      if (wakes === 0) assertEquals(wait, hours * HOUR_MS + 20_000);
    }
  }
});

Deno.test("wake: waits for a reset further away than eight days in parts", () =>
  assertEquals(waitOf(0, NOW + 30 * DAY_MS), 8 * DAY_MS));

Deno.test("wake: a repeated short delay backs off", () => {
  // deno-fmt-ignore
  assertEquals([0, 1, 2, 3, 4].map((wakes) => waitOf(wakes, NOW + 30_000)), [
    50_000, 60_000, 300_000, 900_000, 1_800_000,
  ]);
});

Deno.test("wake: an unknown end backs off over 1, 5, 15 and 30 minutes, then the waits grow", () => {
  const waits = backOffWaits(givenSettings());
  assertEquals(waits.slice(0, 4), [60_000, 300_000, 900_000, 1_800_000]);
  assertEquals(waits.map((_, wake) => waitOf(wake, null)), waits);
  for (const [wake, wait] of waits.entries()) {
    assert(wake === 0 || wait > waits[wake - 1]!, `wait ${wake}: ${wait} ms`);
  }
});

const BACK_OFFS = [[1], [60], [60, 300, 900, 1800], [3600, 60], [86_400]];
for (const steps of BACK_OFFS) {
  Deno.test(`wake: with waits of ${steps} nothing gives up before eight days, in max_wakes wakes`, () => {
    for (const max_wakes of [1, 2, 3, 4, 5, 12, 50]) {
      const settings = givenSettings({ max_wakes, wake_backoff_seconds: steps });
      let total = 0;
      let wakes = 0;
      for (; wakes < 2_000; wakes++) {
        const wait = waitOf(wakes, null, settings);
        if (wait === "give-up") break;
        assert(Number.isFinite(wait) && wait >= 1_000);
        total += wait;
      }
      assertEquals(wakes, max_wakes);
      assert(total >= 8 * DAY_MS, `${max_wakes} wakes last ${total} ms`);
    }
  });
}

Deno.test("wake: gives up where max_wakes is 0", () =>
  assertEquals(waitOf(0, NOW + 60_000, givenSettings({ max_wakes: 0 })), "give-up"));

Deno.test("wake: ignores a reset in the past", () => assertEquals(waitOf(0, NOW - 1), 60_000));

Deno.test("wake: beside work in the background the last wait repeats, and max_wakes is the end", () => {
  const waits = [0, 3, 4, 11, 12].map((wakes) => {
    const untilMs = planWakeBesideWork(wakes, givenSettings(), NOW);
    return untilMs === null ? "give-up" : untilMs - NOW;
  });
  assertEquals(waits, [60_000, 1_800_000, 1_800_000, 1_800_000, "give-up"]);
});

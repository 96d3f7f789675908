import { assertEquals } from "@std/assert";
import { HOUR_MS, MINUTE_MS } from "../../src/text/time.ts";
import { renderHeader } from "../../src/loop/header.ts";
import { FRESH_VALIDATION } from "../../src/store/records/loop_record.ts";
import { givenRecord, givenSettings, START } from "./_given.ts";

const NO_ITEMS = { done: 0, total: 0 };

Deno.test("header: turn, time and items in one line", () => {
  const record = givenRecord({ iteration: 2, accumulatedRuntimeMs: 25 * MINUTE_MS });
  assertEquals(
    renderHeader(record, givenSettings(), { done: 2, total: 3 }, START + 25 * MINUTE_MS),
    "Turn 2 of 99 · 25 min of 9 h · 2 of 3 items done",
  );
  const single = renderHeader(record, givenSettings(), { done: 0, total: 1 }, START);
  assertEquals(single.split(" · ").at(-1), "0 of 1 item done");
});

Deno.test("header: the first prompt is no turn that ralph asked for", () => {
  const header = renderHeader(givenRecord({ iteration: 0 }), givenSettings(), NO_ITEMS, START);
  assertEquals(header.split(" · ")[0], "First prompt");
});

Deno.test("header: the clock is named where it differs from the active time", () => {
  const record = givenRecord({ iteration: 42, accumulatedRuntimeMs: 3.2 * HOUR_MS });
  assertEquals(
    renderHeader(record, givenSettings(), NO_ITEMS, START + 15 * HOUR_MS),
    "Turn 42 of 99 · 3 h 12 min of 9 h active, 15 h on the clock",
  );
});

Deno.test("header: names the validation's round, and no score", () => {
  const validation = { ...FRESH_VALIDATION, cycle: 1, round: 2, score: 0.5 };
  const record = givenRecord({ phase: "validation", validation });
  assertEquals(
    renderHeader(record, givenSettings(), NO_ITEMS, START + HOUR_MS),
    "Turn 3 of 99 · 1 h of 9 h · validation round 2 of 3",
  );
});

Deno.test("header: warns near a limit, until the agent is told to finish", () => {
  const warning = (iteration: number, hours: number) => {
    const record = givenRecord({ iteration, accumulatedRuntimeMs: hours * HOUR_MS });
    return renderHeader(record, givenSettings(), NO_ITEMS, START + hours * HOUR_MS).split("\n")[1];
  };
  assertEquals(warning(42, 8), undefined);
  assertEquals(warning(95, 8.5), "**Ends soon**: 30 min active or 4 turns left.");
  assertEquals(warning(99, 8.5), undefined);
});

Deno.test("header: limits under two hours warn at a tenth of themselves", () => {
  const settings = givenSettings({ max_hours: 1.5, runtime_header: true });
  const warns = (minutes: number) => {
    const record = givenRecord({ iteration: 1, accumulatedRuntimeMs: minutes * MINUTE_MS });
    return renderHeader(record, settings, NO_ITEMS, START).includes("WARNING");
  };
  assertEquals([80, 82].map(warns), [false, true]);
});

Deno.test("header: the earlier plugin's lines follow where the setting asks for them", () => {
  const lines = (iteration: number, hours: number, wall: number, changes = {}) =>
    renderHeader(
      givenRecord({ iteration, accumulatedRuntimeMs: hours * HOUR_MS }),
      givenSettings({ min_hours: 4, min_iterations: 50, runtime_header: true, ...changes }),
      NO_ITEMS,
      START + wall * HOUR_MS,
    ).split("\n").slice(1, 3).join("\n");
  assertEquals(
    lines(42, 3.2, 15),
    "**IMPLEMENTATION** | Iteration 42/99 | Runtime: 3.2h/9.0h | Wall: 15.0h | 0.8h / 8 iters to min",
  );
  assertEquals(
    lines(95, 8.5, 12),
    "**IMPLEMENTATION** | Iteration 95/99 | Runtime: 8.5h/9.0h | Wall: 12.0h | 0.0h / 0 iters to min\n" +
      "**WARNING**: Approaching limits (0.5h / 4 iters to max)",
  );
  assertEquals(
    lines(1, 1 / 60, 1 / 60, { min_hours: 0.083, max_hours: 0.167, min_iterations: 0 }),
    "**IMPLEMENTATION** | Iteration 1/99 | Runtime: 0.02h/0.17h | Wall: 0.02h | 0.07h / 0 iters to min",
  );
});

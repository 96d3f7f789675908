import { assertEquals } from "@std/assert";
import { HOUR_MS } from "../../src/text/time.ts";
import { renderHeader } from "../../src/loop/header.ts";
import { givenRecord, givenSettings, START } from "./_given.ts";

Deno.test("header: the exact line and its warning", () => {
  const record = givenRecord({ iteration: 95, accumulatedRuntimeMs: 8.5 * HOUR_MS });
  const settings = givenSettings({ min_hours: 4, min_iterations: 50 });
  assertEquals(
    renderHeader(record, settings, START + 12 * HOUR_MS),
    "**IMPLEMENTATION** | Iteration 95/99 | Runtime: 8.5h/9.0h | Wall: 12.0h | 0.0h / 0 iters to min\n" +
      "**WARNING**: Approaching limits (0.5h / 4 iters to max)",
  );
});

Deno.test("header: has no warning far from the limits", () => {
  const record = givenRecord({ iteration: 42, accumulatedRuntimeMs: 3.2 * HOUR_MS });
  const settings = givenSettings({ min_hours: 4, min_iterations: 50 });
  assertEquals(
    renderHeader(record, settings, START + 15 * HOUR_MS),
    "**IMPLEMENTATION** | Iteration 42/99 | Runtime: 3.2h/9.0h | Wall: 15.0h | 0.8h / 8 iters to min",
  );
});

Deno.test("header: limits under two hours warn at a tenth of themselves", () => {
  const settings = givenSettings({ max_hours: 0.167, max_iterations: 20 });
  const early = givenRecord({ iteration: 1, accumulatedRuntimeMs: 120_000 });
  assertEquals(renderHeader(early, settings, START + 120_000).includes("WARNING"), false);
  const late = givenRecord({ iteration: 1, accumulatedRuntimeMs: 560_000 });
  assertEquals(renderHeader(late, settings, START + 560_000).includes("WARNING"), true);
});

Deno.test("header: a limit under an hour has two decimals", () => {
  const settings = givenSettings({ min_hours: 0.083, max_hours: 0.167, max_iterations: 20 });
  const record = givenRecord({ iteration: 1, accumulatedRuntimeMs: 60_000 });
  assertEquals(
    renderHeader(record, settings, START + 60_000),
    "**IMPLEMENTATION** | Iteration 1/20 | Runtime: 0.02h/0.17h | Wall: 0.02h | 0.07h / 0 iters to min",
  );
});

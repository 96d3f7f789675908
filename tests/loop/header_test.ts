import { assertEquals } from "@std/assert";
import { renderHeader } from "../../src/loop/header.ts";
import { givenRecord, givenSettings, START } from "./_given.ts";

Deno.test("header: the exact line and its warning", () => {
  const record = givenRecord({ iteration: 95, accumulatedRuntimeSeconds: 8.5 * 3600 });
  const settings = givenSettings({ min_hours: 4, min_iterations: 50 });
  assertEquals(
    renderHeader(record, settings, START + 12 * 3600),
    "**IMPLEMENTATION** | Iteration 95/99 | Runtime: 8.5h/9.0h | Wall: 12.0h | 0.0h / 0 iters to min\n" +
      "**WARNING**: Approaching limits (0.5h / 4 iters to max)",
  );
});

Deno.test("header: has no warning far from the limits", () => {
  const record = givenRecord({ iteration: 42, accumulatedRuntimeSeconds: 3.2 * 3600 });
  const settings = givenSettings({ min_hours: 4, min_iterations: 50 });
  assertEquals(
    renderHeader(record, settings, START + 15 * 3600),
    "**IMPLEMENTATION** | Iteration 42/99 | Runtime: 3.2h/9.0h | Wall: 15.0h | 0.8h / 8 iters to min",
  );
});

Deno.test("header: limits under two hours warn at a tenth of themselves", () => {
  const settings = givenSettings({ max_hours: 0.167, max_iterations: 20 });
  const early = givenRecord({ iteration: 1, accumulatedRuntimeSeconds: 120 });
  assertEquals(renderHeader(early, settings, START + 120).includes("WARNING"), false);
  const late = givenRecord({ iteration: 1, accumulatedRuntimeSeconds: 560 });
  assertEquals(renderHeader(late, settings, START + 560).includes("WARNING"), true);
});

Deno.test("header: a limit under an hour has two decimals", () => {
  const settings = givenSettings({ min_hours: 0.083, max_hours: 0.167, max_iterations: 20 });
  const record = givenRecord({ iteration: 1, accumulatedRuntimeSeconds: 60 });
  assertEquals(
    renderHeader(record, settings, START + 60),
    "**IMPLEMENTATION** | Iteration 1/20 | Runtime: 0.02h/0.17h | Wall: 0.02h | 0.07h / 0 iters to min",
  );
});

import { assertEquals } from "@std/assert";
import { timeOfField, timeOfRun } from "../../../src/adapters/metrics/values.ts";

Deno.test("timestamp: a name without a time that can be has none", () => {
  // deno-fmt-ignore
  for (const name of [
    "run_20261301_000000", "run_20260230_000000", "run_20260100_000000", "run_20260101_240000",
    "run_20260101_006000", "run_2026010_000000", "run_20260101_0000001", "xrun", "",
  ]) assertEquals(timeOfRun(name), null, name);
  assertEquals(timeOfRun("run_20240229_000000 b"), new Date(2024, 1, 29).getTime());
});

Deno.test("timestamp: a field contains ISO 8601, seconds or milliseconds", () => {
  const at = Date.UTC(2026, 0, 2, 3, 4, 5);
  for (
    const value of [
      "2026-01-02T03:04:05Z",
      "2026-01-02 04:04:05+01:00",
      "2026-01-02T03:04:05.000Z ",
      at,
      at / 1000,
      String(at / 1000),
    ]
  ) assertEquals(timeOfField(value), at, String(value));
  for (const value of [NaN, Infinity, -1, 0, 1e300, "soon", "", null, true, {}, "2026-13-01"]) {
    assertEquals(timeOfField(value), null, String(value));
  }
});

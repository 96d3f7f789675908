import { assertEquals } from "@std/assert";
import fc from "fast-check";

import {
  parseInstant,
  renderExactInstant,
  renderInstant,
  renderStamp,
  showLocalDate,
  showLocalTime,
} from "../../src/text/instant.ts";

/** From 1970 to the year 9999, which is as far as four digits go. */
const MS = fc.integer({ min: 0, max: Date.parse("9999-12-31T23:59:59Z") });

Deno.test("instant: what is printed is read back, to the second or the millisecond", () => {
  fc.assert(fc.property(MS, (ms) => {
    assertEquals(parseInstant(renderExactInstant(ms)), ms);
    assertEquals(parseInstant(renderInstant(ms)), Math.floor(ms / 1000) * 1000);
  }));
});

Deno.test("renderStamp: sorts as the times do and is fit for a file name", () => {
  fc.assert(fc.property(MS, MS, (left, right) => {
    const [first = 0, second = 0] = [left, right].sort((a, b) => a - b);
    assertEquals(renderStamp(first) <= renderStamp(second), true);
    assertEquals(/^\d{8}T\d{6}Z$/.test(renderStamp(left)), true);
  }));
});

Deno.test("parseInstant: reads what people write, and nothing else", () => {
  const table: [unknown, number | null][] = [
    ["2026-01-02T03:04:05Z", Date.UTC(2026, 0, 2, 3, 4, 5)],
    ["2026-01-02 03:04", Date.UTC(2026, 0, 2, 3, 4)],
    [" 2026-01-02 ", Date.UTC(2026, 0, 2)],
    ["2026-01-02T03:04:05.25+01:00", Date.UTC(2026, 0, 2, 2, 4, 5, 250)],
    ["2026-01-02T03:04:05", Date.UTC(2026, 0, 2, 3, 4, 5)],
    ["2026-13-02", null],
    ["2026-01-02T25:00Z", null],
    ["yesterday", null],
    ["", null],
    [1_767_312_000, null],
    [null, null],
  ];
  for (const [text, ms] of table) assertEquals(parseInstant(text), ms, String(text));
});

Deno.test("showLocalTime: has the date only where it is another day, in the machine's own zone", () => {
  const at = new Date(2026, 0, 2, 9, 5, 7).getTime();
  assertEquals(showLocalTime(at, new Date(2026, 0, 2, 23, 59).getTime()), "09:05");
  assertEquals(showLocalTime(at, new Date(2026, 0, 3, 0, 1).getTime()), "2026-01-02 09:05");
  assertEquals(showLocalDate(at + 900), { date: "2026-01-02", time: "09:05:07" });
});

import { assertEquals } from "@std/assert";
import { SECOND_MS, showAge, showDuration, showElapsed } from "../../src/text/time.ts";

Deno.test("time: a duration has two units at most and is never rounded up", () => {
  // deno-fmt-ignore
  const shown = [
    -5, 0, 0.4, 26.9, 59.9, 60, 12 * 60 + 59, 3599, 3600, 4320, 86_399, 86_400, 183_600,
  ]
    .map((seconds) => showDuration(seconds * SECOND_MS));
  // deno-fmt-ignore
  assertEquals(shown, [
    "0 s", "0 s", "0 s", "26 s", "59 s", "1 min", "12 min", "59 min", "1 h", "1 h 12 min",
    "23 h 59 min", "1 d", "2 d 3 h",
  ]);
});

Deno.test("time: a running clock shows seconds up to an hour, and tenths at first", () => {
  assertEquals(
    [0, 6.24, 9.99, 45.2, 61, 185, 7620].map((seconds) => showElapsed(seconds * SECOND_MS)),
    ["0 s", "6.2 s", "9.9 s", "45 s", "1 min 01 s", "3 min 05 s", "2 h 07 min"],
  );
});

Deno.test("time: an age is its largest unit, and nothing is `0 s ago`", () => {
  assertEquals(
    [-3, 0.5, 4, 61, 5 * 3600 + 59, 47 * 3600, 49 * 3600].map((seconds) =>
      showAge(seconds * SECOND_MS)
    ),
    ["just now", "just now", "4 s ago", "1 min ago", "5 h ago", "47 h ago", "2 d ago"],
  );
});

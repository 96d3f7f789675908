import { assertEquals } from "@std/assert";
import { showAmount, showCount } from "../../src/text/human_units.ts";

Deno.test("units: amounts are short, counts have their noun", () => {
  // deno-fmt-ignore
  assertEquals([0, 960, 12_345, 999_499, 999_500, 1_991_600].map(showAmount), [
    "0", "960", "12 k", "999 k", "1.0 M", "2.0 M",
  ]);
  assertEquals([showCount(0, "turn"), showCount(1, "turn"), showCount(41, "turn")], [
    "0 turns",
    "1 turn",
    "41 turns",
  ]);
});

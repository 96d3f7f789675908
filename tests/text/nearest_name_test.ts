import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { nearestName } from "../../src/text/nearest_name.ts";

Deno.test("nearestName: a letter more, less, changed or swapped is near, three are not", () => {
  const names = ["max_hours", "min_hours", "verify"];
  const table: [written: string, nearest: string | null][] = [
    ["max_hour", "max_hours"],
    ["max-hourss", "max_hours"],
    ["MAX_HUORS", "max_hours"],
    ["mix_hours", "max_hours"],
    ["ver", "verify"],
    ["ve", null],
    ["vxryfz", null],
    ["frobnicate", null],
    ["x".repeat(101), null],
    ["", null],
  ];
  for (const [written, nearest] of table) {
    assertEquals(nearestName(written, names), nearest, written);
  }
});

Deno.test("nearestName: a few letters that begin a long name do not mean it", () => {
  const names = ["no_pending_items_confidence", "max_hours"];
  assertEquals(nearestName("nope", names), null);
  assertEquals(nearestName("no-pending-items", names), "no_pending_items_confidence");
  assertEquals(nearestName("max_", names), null);
});

Deno.test("nearestName: another letter is no misspelling of a name of one letter", () =>
  assertEquals(nearestName("9", ["1", "2", "3"]), null));

Deno.test("nearestName: a known name is its own nearest, whatever else is known", () => {
  const names = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 6 });
  fc.assert(fc.property(names, fc.nat(), (known, pick) => {
    const name = known[pick % known.length] ?? "";
    const distances = known.filter((other) => other !== name && other.startsWith(name));
    fc.pre(name.length < 3 || distances.length === 0);
    assertEquals(nearestName(name, known), name);
  }));
});

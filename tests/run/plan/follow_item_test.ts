import { assertEquals } from "@std/assert";
import { findOrigins, followItem } from "../../../src/run/plan/follow_item.ts";
import fc from "../../_fast_check.ts";
import { assertLinear } from "../../_growth.ts";

const keyed = (titles: readonly string[]) => titles.map((title) => ({ key: `${title}#0` }));

/** As it is defined: the first item at the start that is followed to this one. */
function findEach(earlier: readonly { key: string }[], now: readonly { key: string }[]) {
  return now.flatMap(({ key }) => {
    const origin = earlier.find((each) => followItem(each, earlier, now)?.key === key);
    return origin === undefined ? [] : [[key, origin.key]];
  });
}

Deno.test("follow item: the origins of all items are those that each alone is followed from", () => {
  const word = fc.constantFrom(
    "Sort",
    "Sort it",
    "Sort it: no",
    "Sort: no",
    "Test",
    "Te",
    "Test (x)",
  );
  const titles = fc.uniqueArray(word, { maxLength: 6 });
  fc.assert(fc.property(titles, titles, (before, after) => {
    const [earlier, now] = [keyed(before), keyed(after)];
    assertEquals([...findOrigins(earlier, now)], findEach(earlier, now));
  }));
});

Deno.test("follow item: the origins of many reworded items take time that grows with their number", () => {
  const titles = (size: number) =>
    Array.from({ length: size }, (_, at) => `Item ${at} of the plan`);
  assertLinear("origins", 4_000, (size) => {
    const before = titles(size);
    return findOrigins(keyed(before), keyed(before.map((title) => `${title}: skipped`)));
  });
});

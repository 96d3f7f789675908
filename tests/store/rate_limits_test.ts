/** The rate-limit windows that status lines report. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  mergeWindows,
  noteRateLimits,
  readRateLimits,
} from "../../src/store/records/rate_limits.ts";
import { TestProject } from "../_project.ts";

const WINDOW = fc.record({
  name: fc.constantFrom("five_hour", "seven_day"),
  usedPercent: fc.integer({ min: 0, max: 110 }),
  // Windows are hours apart.
  resetsAtMs: fc.integer({ min: 1, max: 50 }).map((hours) => hours * 3_600_000),
  // Objects without a prototype are never deeply equal to others.
}, { noNullPrototype: true });

Deno.test("rate limits: the order of reports does not matter, and a repeated one changes nothing", () => {
  fc.assert(fc.property(fc.array(WINDOW), (reports) => {
    const merge = (list: typeof reports) =>
      list.reduce<ReturnType<typeof mergeWindows>>((known, each) => mergeWindows(known, [each]), [])
        .sort((a, b) => a.name.localeCompare(b.name));
    const merged = merge(reports);
    assertEquals(merge(reports.toReversed()), merged);
    assertEquals(mergeWindows(merged, reports), merged);
  }));
});

Deno.test("rate limits: what is written is read, and written once", () => {
  using project = new TestProject();
  const places = { rateLimitsFile: `${project.home}/.claude/ralph/rate-limits.json` };
  assertEquals(readRateLimits(places), []);
  const window = { name: "five_hour", usedPercent: 42.5, resetsAtMs: 1_800_000_000_000 };
  noteRateLimits(places, [window]);
  assertEquals(readRateLimits(places), [window]);
  const inode = () => Deno.statSync(places.rateLimitsFile).ino;
  const written = inode();
  noteRateLimits(places, [window]);
  noteRateLimits(places, []);
  assertEquals(inode(), written);
});

Deno.test("rate limits: a broken file is set aside, a newer one is left alone", () => {
  using project = new TestProject();
  const path = `${project.project}/rate-limits.json`;
  const places = { rateLimitsFile: path };
  const window = { name: "seven_day", usedPercent: 1, resetsAtMs: 1_800_000_000_000 };
  Deno.writeTextFileSync(path, "{");
  assertEquals(readRateLimits(places), []);
  noteRateLimits(places, [window]);
  assertEquals(readRateLimits(places), [window]);
  Deno.writeTextFileSync(path, '{"version":9}');
  noteRateLimits(places, [window]);
  assertEquals(readRateLimits(places), []);
  assert(Deno.readTextFileSync(path).includes('"version":9'));
});

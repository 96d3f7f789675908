/** The limits that a recording shows. */
import { assertEquals } from "@std/assert";
import { blankRecord } from "../../src/lifecycle/blank_record.ts";
import { renderHeader } from "../../src/loop/header.ts";
import { readLimits, withLimits } from "../../src/replay/recording/recorded_limits.ts";
import {
  defaultSettings,
  presetSettings,
  type Settings,
} from "../../src/store/settings/settings.ts";

const STARTED_AT_MS = Date.UTC(2026, 0, 2, 3);

/** What a header of today shows of a loop's settings, read back. */
function readBack(settings: Settings, iteration: number) {
  const record = blankRecord({
    id: "a",
    project: "/a",
    driver: "session",
    startedAt: STARTED_AT_MS,
  });
  const header = renderHeader({ ...record, iteration }, settings, STARTED_AT_MS);
  const limits = readLimits(`Remarks\n\n${header}\n\n**Focus file**: \`/a/PLAN.md\``);
  if (limits === null) return null;
  const { min_hours, max_hours, min_iterations, max_iterations } = withLimits(
    defaultSettings(),
    limits,
    {},
  );
  return { min_hours, max_hours, min_iterations, max_iterations };
}

Deno.test("limits: those of a loop are read from the header that is sent today", () => {
  const all: Partial<Settings>[] = [
    {},
    presetSettings("poc"),
    { min_hours: 0, min_iterations: 0 },
    { min_hours: 1.5, max_hours: 6, min_iterations: 20, max_iterations: 40 },
  ];
  for (const given of all) {
    const settings = { ...defaultSettings(), ...given };
    const { min_hours, max_hours, min_iterations, max_iterations } = settings;
    const expected = { min_hours, max_hours, min_iterations, max_iterations };
    assertEquals(readBack(settings, 0), expected);
    assertEquals(readBack(settings, 1), expected);
  }
});

Deno.test("limits: a text without a header has none", () => {
  assertEquals(readLimits("Turn 5 of 99 · 12 min of 9 h · 7 of 12 items done"), null);
  assertEquals(readLimits("Iteration 5/99"), null);
});

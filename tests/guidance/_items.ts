/** Guidance for tests: items with defaults, and a loop that started at noon. */
import type { GuidanceLoop } from "../../src/guidance/freshness.ts";
import type { GuidanceItem } from "../../src/guidance/item.ts";
import type { ConstraintFinding } from "../../src/guidance/constraints/finding.ts";
import { HOUR_MS } from "../../src/text/time.ts";

export const STARTED_MS = Date.parse("2026-01-02T12:00:00Z");
export const NOW_MS = STARTED_MS + HOUR_MS;
export const LOOP: GuidanceLoop = {
  id: "loop-now",
  startedAt: Date.parse("2026-01-02T12:00:00.000Z"),
};

export function item(text: string, own: Partial<GuidanceItem> = {}): GuidanceItem {
  return {
    text,
    givenAtMs: STARTED_MS + 60_000,
    loop: null,
    expiresAtMs: null,
    isOnce: false,
    deliveredAtMs: null,
    ...own,
  };
}

export function finding(own: Partial<ConstraintFinding> = {}): ConstraintFinding {
  return {
    id: "hardcoded-00000001",
    category: "hardcoded_path",
    severity: "high",
    file: "src/a.py",
    line: 12,
    text: "/home/dev/x",
    description: "Absolute home path in src/a.py:12",
    ...own,
  };
}

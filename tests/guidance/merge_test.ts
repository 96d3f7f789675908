import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { guidanceOf } from "../../src/guidance/document.ts";
import type { GuidanceLoop } from "../../src/guidance/freshness.ts";
import { type GuidanceItem, itemKey } from "../../src/guidance/item.ts";
import { mergeGuidance } from "../../src/guidance/merge.ts";
import { type ConstraintFinding, promptLinesOf } from "../../src/guidance/constraints/finding.ts";
import { finding, item, LOOP, NOW_MS, STARTED_MS } from "./_items.ts";
import { HOUR_MS } from "../../src/text/time.ts";

const SCAN = [finding()];
const SCANNED = promptLinesOf(SCAN);

/** Merges in the usual loop, an hour after its start, without findings. */
function merge(
  config: { encouraged?: readonly GuidanceItem[]; forbidden?: readonly GuidanceItem[] },
  findings: readonly ConstraintFinding[] = [],
  loop: GuidanceLoop | null = LOOP,
) {
  const lists = { encouraged: [], forbidden: [], ...config };
  return mergeGuidance({
    config: lists,
    loop,
    nowMs: NOW_MS,
    constraints: promptLinesOf(findings),
  });
}

const timestamps = {
  fresh: "2026-01-02T12:30:00Z",
  stale: "2025-12-31T00:00:00Z",
  none: undefined,
} as const;

/** Every state of the guidance, with and without findings. */
const MATRIX = [
  { config: "empty", scan: false, forbidden: [] },
  { config: "empty", scan: true, forbidden: SCANNED },
  { config: "fresh", scan: false, forbidden: ["docs"] },
  { config: "fresh", scan: true, forbidden: ["docs", ...SCANNED] },
  { config: "stale", scan: false, forbidden: [] },
  { config: "stale", scan: true, forbidden: SCANNED },
  { config: "none", scan: false, forbidden: [] },
  { config: "none", scan: true, forbidden: SCANNED },
] as const;

for (const { config, scan, forbidden } of MATRIX) {
  Deno.test(`merge: ${config} guidance with${scan ? "" : "out"} findings`, () => {
    const guidance = config === "empty"
      ? {}
      : { encouraged: ["tests"], forbidden: ["docs"], timestamp: timestamps[config] };
    const merged = merge(guidanceOf({ guidance }), scan ? SCAN : []);
    assertEquals([...merged.forbidden, ...merged.constraints], [...forbidden]);
    assertEquals(merged.encouraged, config === "fresh" ? ["tests"] : []);
    const left = { stale: "too-old", none: "no-time" } as const;
    const whys = merged.dropped.map(({ why }) => why);
    assertEquals(whys, config === "stale" || config === "none" ? [left[config], left[config]] : []);
  });
}

Deno.test("merge: the same item from the user and the scanner is listed once, in the user's words", () => {
  const [line = ""] = SCANNED;
  const merged = merge({ forbidden: [item(line.toUpperCase())] }, SCAN);
  assertEquals(merged.forbidden, [line.toUpperCase()]);
  assertEquals(merged.constraints, []);
});

Deno.test("merge: encouraged beats forbidden, of the user and of the scanner", () => {
  const [line = ""] = SCANNED;
  const merged = merge({
    encouraged: [item("Fix  Tests"), item(line)],
    forbidden: [item("fix tests"), item("docs")],
  }, SCAN);
  assertEquals(merged.encouraged, ["Fix  Tests", line]);
  assertEquals([merged.forbidden, merged.constraints], [["docs"], []]);
  assertEquals(merged.dropped, [{ list: "forbidden", text: "fix tests", why: "encouraged-wins" }]);
});

Deno.test("merge: a stale encouraged item does not beat a fresh forbidden item", () => {
  const merged = merge({
    encouraged: [item("x", { loop: "loop-before" })],
    forbidden: [item("x")],
  });
  assertEquals([merged.encouraged, merged.forbidden], [[], ["x"]]);
});

const FRESHNESS: [string, Partial<GuidanceItem>, string | null][] = [
  ["given during the loop", { loop: LOOP.id, givenAtMs: NOW_MS }, null],
  ["given for the loop, before a clock that was set back", { loop: LOOP.id, givenAtMs: 0 }, null],
  ["given for the loop, before a clock that was set forward", {
    loop: LOOP.id,
    givenAtMs: NOW_MS + 400 * 24 * HOUR_MS,
  }, null],
  ["given in the dialogue before start", { givenAtMs: STARTED_MS - 5_000 }, null],
  ["given 24 hours before start", { givenAtMs: STARTED_MS - 24 * HOUR_MS }, null],
  ["given longer before start", { givenAtMs: STARTED_MS - 24 * HOUR_MS - 1 }, "too-old"],
  ["given in an earlier loop, minutes ago", { loop: "loop-before" }, "other-loop"],
  ["without a time", { givenAtMs: null }, "no-time"],
  ["from a clock that is a year ahead", { givenAtMs: NOW_MS + 365 * 24 * HOUR_MS }, "too-old"],
  ["from a clock that is an hour ahead", { givenAtMs: NOW_MS + HOUR_MS }, null],
  ["with an end to come", { loop: LOOP.id, expiresAtMs: NOW_MS + 1 }, null],
  ["with an end that has come", { loop: LOOP.id, expiresAtMs: NOW_MS }, "expired"],
];

for (const [name, own, why] of FRESHNESS) {
  Deno.test(`freshness: an item ${name}`, () => {
    const config = { encouraged: [item("x", own)], forbidden: [] };
    const merged = merge(config);
    assertEquals(merged.dropped.map((dropped) => dropped.why), why === null ? [] : [why]);
  });
}

Deno.test("freshness: times in all forms are compared as instants", () => {
  const noon = ["2026-01-02T12:00:00Z", "2026-01-02T21:00:00+09:00", "2026-01-02T12:00:00"];
  for (const timestamp of noon) {
    const { encouraged } = guidanceOf({ guidance: { encouraged: ["x"], timestamp } });
    assertEquals(encouraged[0]?.givenAtMs, STARTED_MS, timestamp);
  }
  for (const timestamp of ["", "yesterday", 1767355200, null, "2026-13-01T00:00:00Z"]) {
    const { encouraged } = guidanceOf({ guidance: { encouraged: ["x"], timestamp } });
    assertEquals(encouraged[0]?.givenAtMs, null, String(timestamp));
  }
});

Deno.test("freshness: a text with the name of something built in has the data of the file only", () => {
  const texts = ["__proto__", "toString", "constructor"];
  const guidance = {
    encouraged: texts,
    timestamp: "2026-01-02T12:00:00Z",
    meta: { encouraged: {} },
  };
  const times = guidanceOf({ guidance }).encouraged.map(({ givenAtMs }) => givenAtMs);
  assertEquals(times, [STARTED_MS, STARTED_MS, STARTED_MS]);
});

Deno.test("freshness: without a loop an item applies for 24 hours", () => {
  const applies = (ageMs: number) =>
    merge({ encouraged: [item("x", { givenAtMs: NOW_MS - ageMs })] }, [], null).encouraged
      .length === 1;
  assertEquals([applies(0), applies(24 * HOUR_MS), applies(24 * HOUR_MS + 1)], [true, true, false]);
});

const words = fc.constantFrom("a", "A ", " b", "B", "c  d", "c d", "__proto__", "é", "{{ x }}");
const items = fc.array(
  fc.record({
    text: words,
    givenAtMs: fc.constantFrom(null, 0, NOW_MS),
    loop: fc.constantFrom(null, LOOP.id, "loop-before"),
    expiresAtMs: fc.constantFrom(null, 0, NOW_MS + 1),
    isOnce: fc.boolean(),
    deliveredAtMs: fc.constant(null),
  }),
  { maxLength: 8 },
);
const constraints = fc.uniqueArray(fc.constantFrom(...["docs", "Tests", "a", "b"], ...SCANNED));

Deno.test("merge: idempotent, order-stable, loses nothing, invents nothing", () => {
  fc.assert(fc.property(items, items, constraints, (encouraged, forbidden, lines) => {
    const input = { loop: LOOP, nowMs: NOW_MS };
    const merged = mergeGuidance({
      config: { encouraged, forbidden },
      ...input,
      constraints: lines,
    });
    const forbids = [...merged.forbidden, ...merged.constraints];
    const again = mergeGuidance({
      config: {
        encouraged: merged.encouraged.map((text) => item(text)),
        forbidden: forbids.map((text) => item(text)),
      },
      ...input,
      constraints: lines,
    });
    assertEquals(again.encouraged, merged.encouraged);
    assertEquals([again.forbidden, again.constraints], [forbids, []]);

    for (
      const [before, after] of [
        [encouraged, merged.encouraged],
        [forbidden, merged.forbidden],
      ] as const
    ) {
      const texts: string[] = before.map(({ text }) => text);
      let from = 0;
      for (const text of after) {
        const at = texts.indexOf(text, from);
        assert(at >= 0, `"${text}" out of order or invented`);
        from = at + 1;
      }
    }
    assertEquals(
      merged.encouraged.length + merged.forbidden.length + merged.dropped.length,
      encouraged.length + forbidden.length,
    );
    assert(merged.constraints.every((line) => lines.includes(line)));
    const keys = [...merged.encouraged, ...forbids].map(itemKey);
    assertEquals(new Set(keys).size, keys.length);
  }));
});

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { parseLenientJson, readMetric } from "../../../src/adapters/metrics/values.ts";

Deno.test("metrics: NaN and Infinity become texts outside of strings only", () => {
  const read = parseLenientJson('{"a": NaN, "b": -Infinity, "c": "NaN \\" Infinity", "d": [NaN]}');
  assertEquals(read, {
    kind: "ok",
    value: { a: "NaN", b: "-Infinity", c: 'NaN " Infinity', d: ["NaN"] },
  });
  assertEquals(parseLenientJson('{"a": NaN').kind, "broken");
});

Deno.test("metrics: a value is a finite number within its range, or unknown with a reason", () => {
  fc.assert(fc.property(fc.anything(), (found) => {
    const { value, problem } = readMetric(found, { name: "x", range: [0, 1] });
    assert(value === null || value >= 0 && value <= 1);
    assert(
      value !== null || problem !== null || found === undefined || found === null ||
        typeof found === "string",
    );
  }));
});

Deno.test("metrics: texts that are numbers are numbers, texts for no value are no problem", () => {
  const values = ["1e-3", " 0.5 ", "NaN", "0.1.2", "", "-", "null", Infinity];
  const read = values.map((found) => readMetric(found, { name: "x" }));
  assertEquals(read.map(({ value }) => value), [0.001, 0.5, null, null, null, null, null, null]);
  // deno-fmt-ignore
  assertEquals(read.map(({ problem }) => problem !== null), [
    false, false, true, true, false, false, false, true,
  ]);
});

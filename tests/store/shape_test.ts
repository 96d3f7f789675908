import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  amount,
  anything,
  checked,
  choice,
  count,
  dictionary,
  exactInstant,
  inFile,
  instant,
  list,
  nullable,
  number,
  object,
  otherwise,
  readOr,
  readShape,
  seconds,
  type Shape,
  text,
  truth,
  writeAs,
} from "../../src/store/records/shape.ts";

const OURS = object({
  name: text,
  kind: choice("a", "b"),
  version: choice(1),
  size: count,
  cost: nullable(amount),
  ratio: number,
  on: truth,
  at: instant,
  tags: list(text),
  offsets: dictionary(count),
  any: anything,
  inner: object({ deep: text }),
}, { note: text });

const GOOD = {
  name: "n",
  kind: "a",
  version: 1,
  size: 3,
  cost: null,
  ratio: -0.5,
  on: false,
  at: "2026-11-22T03:04:05Z",
  tags: ["x"],
  offsets: { "a/b": 4 },
  any: { of: ["it"] },
  inner: { deep: "d" },
};

function whyOf<T>(shape: Shape<T>, value: unknown): string {
  const read = readShape(shape, value);
  return read.kind === "ok" ? "fits" : read.why;
}

Deno.test("shape: any value in any field is read as it is, or refused", () => {
  const given = fc.record({
    key: fc.constantFrom(...Object.keys(GOOD), "note"),
    value: fc.jsonValue(),
  })
    .map(({ key, value }): Record<string, unknown> => ({ ...GOOD, [key]: value }));
  fc.assert(fc.property(given, (value) => {
    // Such names are dropped.
    fc.pre(!/"(?:__proto__|prototype|constructor)":/.test(JSON.stringify(value)));
    const read = readOr(OURS, value, null);
    if (read !== null) assertEquals(writeAs(OURS, read), value);
  }));
});

Deno.test("shape: names the place, what was expected and what was found", () => {
  assertEquals(whyOf(OURS, GOOD), "fits");
  assertEquals(
    whyOf(OURS, { ...GOOD, size: -1 }),
    "size should be a whole number of 0 or more, and is -1",
  );
  assertEquals(whyOf(OURS, { ...GOOD, tags: ["x", 2] }), "tags.1 should be string, and is 2");
  assertEquals(whyOf(OURS, { ...GOOD, inner: {} }), "inner.deep should be string, and is missing");
  assertEquals(whyOf(OURS, { ...GOOD, kind: "c" }), 'kind should be "a" or "b", and is "c"');
  assertEquals(whyOf(OURS, { ...GOOD, offsets: [] }), "offsets should be Object, and is Array");
  assertEquals(whyOf(OURS, []), "the record should be Object, and is Array");
  assertMatch(
    whyOf(OURS, { ...GOOD, at: "x".repeat(500) }),
    /^at should be a time, and is "x{70,}…$/,
  );
});

Deno.test("shape: names that would change what an object is are dropped", () => {
  const hostile = JSON.parse('{"__proto__": 1, "constructor": 2, "prototype": 3, "a": 4}');
  const read = dictionary(anything)(hostile);
  assertEquals(Object.keys(read), ["a"]);
  assertEquals(Object.getPrototypeOf(read), Object.prototype);
});

Deno.test("shape: a fallback replaces what does not fit, and what is missing", () => {
  const shape = object({ name: otherwise(text, "none"), flag: otherwise(truth, false) });
  assertEquals(shape({ name: 7 }), { name: "none", flag: false });
});

Deno.test("shape: an error of ours in a test is not taken for a value that does not fit", () => {
  const faulty = checked(text, () => {
    throw new RangeError("ours");
  }, "anything");
  assertThrows(() => readOr(faulty, "a", null), RangeError, "ours");
  assertThrows(() => readShape(list(faulty), ["a"]), RangeError, "ours");
});

Deno.test("shape: names are in camelCase here and in snake_case in the file, except free names", () => {
  const shape = object(
    { startedAtMs: count, lastItems: list(object({ fullName: text })) },
    { offsetsBySession: dictionary(nullable(object({ readTo: count }))) },
  );
  const file = {
    started_at_ms: 1,
    last_items: [{ full_name: "a" }],
    offsets_by_session: { "Some_Name": { read_to: 2 }, "otherName": null },
  };
  const value = {
    startedAtMs: 1,
    lastItems: [{ fullName: "a" }],
    offsetsBySession: { "Some_Name": { readTo: 2 }, "otherName": null },
  };
  assertEquals(shape(file), value);
  assertEquals(writeAs(shape, value), file);
  assertEquals(
    whyOf(shape, { ...file, last_items: [{}] }),
    "last_items.0.full_name should be string, and is missing",
  );
});

Deno.test("shape: what was read is written as it was, without what the shape does not know", () => {
  const shape = object({ anyName: anything, otherOne: otherwise(nullable(count), null) }, {
    mayBeThere: list(dictionary(object({ deepName: text }))),
  });
  const deep = fc.array(
    fc.dictionary(
      fc.string().filter((name) => name !== "__proto__"),
      fc.record({ deep_name: fc.string() }),
    ),
  );
  const fields = fc.record({
    any_name: fc.jsonValue(),
    other_one: fc.option(fc.nat()),
    may_be_there: deep,
  }, { requiredKeys: ["any_name", "other_one"] });
  fc.assert(fc.property(fields, fc.jsonValue(), (file, more) => {
    const json = JSON.parse(JSON.stringify(file));
    const hostile = JSON.stringify(json).match(/"(constructor|prototype)":/) !== null;
    fc.pre(!hostile);
    assertEquals(writeAs(shape, shape({ ...json, more })), json);
  }));
});

/** From 1970 to the year 9999. */
const MS = fc.integer({ min: 0, max: Date.parse("9999-12-31T23:59:59Z") });

Deno.test("shape: an instant is milliseconds here and whole seconds of UTC in the file", () => {
  const at = Date.UTC(2026, 0, 2, 3, 4, 5);
  assertEquals(writeAs(instant, at + 678), "2026-01-02T03:04:05Z");
  for (
    const text of ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000Z", "2026-01-02T05:04:05+02:00"]
  ) {
    assertEquals(instant(text), at);
  }
  fc.assert(fc.property(MS, (ms) => {
    assertEquals(instant(writeAs(instant, ms)), Math.floor(ms / 1000) * 1000);
    assertEquals(exactInstant(writeAs(exactInstant, ms)), ms);
  }));
  assertEquals(writeAs(exactInstant, at), "2026-01-02T03:04:05Z");
});

Deno.test("shape: seconds of a file are whole milliseconds here, and come back as they were", () => {
  fc.assert(fc.property(MS, (ms) => assertEquals(seconds(writeAs(seconds, ms)), ms)));
  // Python's `time.time()` has microseconds; what is lost is less than a millisecond.
  assertEquals(seconds(1_767_312_000.123456), 1_767_312_000_123);
  for (const broken of [-1, NaN, Infinity, "1", null]) {
    assertEquals(whyOf(seconds, broken).startsWith("the record should be"), true);
  }
});

Deno.test("shape: a field may have another name in its file", () => {
  const shape = object({ atMs: inFile("at", seconds) }, {
    untilMs: inFile("until_seconds", nullable(seconds)),
  });
  const file = { at: 1.25, until_seconds: null };
  assertEquals(shape(file), { atMs: 1_250, untilMs: null });
  assertEquals(writeAs(shape, shape(file)), file);
  assertEquals(shape({ at: 1 }), { atMs: 1_000 });
  assertEquals(whyOf(shape, { at: "1" }), 'at should be number, and is "1"');
});

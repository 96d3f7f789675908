import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { readTable } from "../../../src/adapters/metrics/csv.ts";
import { isPath, parseLenientJson, valueAt } from "../../../src/adapters/metrics/json_value.ts";
import { readMetric } from "../../../src/adapters/metrics/metric_value.ts";
import { formatOf, parseMetricsFile } from "../../../src/adapters/metrics/parse_file.ts";
import type { MetricsSpec } from "../../../src/adapters/metrics/spec.ts";

const SPEC: MetricsSpec = {
  files: ["x"],
  format: null,
  rows: null,
  identifier: null,
  timestamp: { kind: "mtime" },
  primary: { name: "loss", path: "loss" },
  secondary: [{ name: "size", path: "size" }],
  direction: "lower",
};

function losses(path: string, text: string, spec: Partial<MetricsSpec> = {}) {
  const { runs, problems } = parseMetricsFile(path, text, { ...SPEC, ...spec });
  return { losses: runs.map(({ primary }) => primary), problems };
}

Deno.test("csv: quotes, line breaks in quotes, CRLF, a byte order mark, other separators", () => {
  const table = readTable('\ufeffa,"b ""x""",c\r\n1,"2, and\nmore",3\r\n\r\n4,5,\r\n');
  assertEquals(table.columns, ["a", 'b "x"', "c"]);
  assertEquals(table.rows, [["1", "2, and\nmore", "3"], ["4", "5", ""]]);
  assertEquals(readTable("a;b\n1;2").rows, [["1", "2"]]);
  assertEquals(readTable("a\tb\n1\t2\n").columns, ["a", "b"]);
  assertEquals(readTable("").columns, []);
});

Deno.test("csv: any table survives being written and read", () => {
  const cell = fc.string().map((text) => text.replaceAll("\r", " "));
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { maxLength: 8 });
  fc.assert(fc.property(rows, (body) => {
    const quoted = body.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(","));
    assertEquals(readTable(["x,y", ...quoted].join("\n")).rows, body);
  }));
});

Deno.test("csv: any text at all is read without a throw", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    readTable(text);
    losses("x.csv", text);
    losses("x.json", text);
    losses("x.jsonl", text);
  }));
});

Deno.test("metrics: a last line that is being written is skipped, an earlier short line is reported", () => {
  const { losses: found, problems } = losses("x.csv", "size,loss\n1,0.5\n2\n3,0.4\n4");
  assertEquals(found, [0.5, 0.4]);
  assertEquals(problems, ["x.csv:3 has 1 of 2 columns"]);
  const lines = losses("x.jsonl", '{"loss": 1}\nrubbish\n{"loss": 2}\n{"los');
  assertEquals(lines.losses, [1, 2]);
  assertEquals(lines.problems.length, 1);
  assertStringIncludes(lines.problems[0]!, "x.jsonl:2 is not JSON");
});

Deno.test("metrics: a last number without its line end may be cut, so it does not count yet", () => {
  const { losses: found, problems } = losses("x.csv", "size,loss\n1,0.5\n2,0.");
  assertEquals(found, [0.5]);
  assertEquals(problems, [
    "x.csv: the last line has no line break, so it is skipped: it may be half written",
  ]);
  assertEquals(losses("x.csv", "loss,note\n0.5,x\n0.4,y").losses, [0.5, 0.4]);
});

Deno.test("metrics: a missing column is reported once, with the existing columns", () => {
  const { losses: found, problems } = losses("x.csv", "size,los\n1,2\n3,4\n");
  assertEquals(found, [null]);
  assertEquals(problems, ['x.csv has no column "loss"; its columns: size, los']);
});

Deno.test("metrics: cells that are not numbers are unknown; empty ones are not reported", () => {
  const { losses: found, problems } = losses(
    "x.csv",
    'loss\n1e-3\nNaN\ninf\n\n0.1.2\n\'1\n ""\n-\nnull\n',
  );
  assertEquals(found, [0.001, null, null, null, null, null, null, null]);
  assertEquals(problems.length, 5, problems.join("\n"));
  assertStringIncludes(problems[0]!, "x.csv:3: loss is NaN, so it is unknown");
});

Deno.test("metrics: a list in JSON is one run each, with its own time and name", () => {
  const text = '{"log": [{"id": "a", "at": "2026-01-02T00:00:00Z", "loss": 1}, {"at": "?"}]}';
  const { runs, problems } = parseMetricsFile("x.json", text, {
    ...SPEC,
    rows: "log",
    identifier: "id",
    timestamp: { kind: "field", field: "at" },
  });
  assertEquals(runs.map(({ identifier, at_ms }) => [identifier, at_ms]), [[
    "a",
    Date.UTC(2026, 0, 2),
  ]]);
  assertEquals(problems, ['x.json[1] is skipped: its at is not a time ("?")']);
  assertEquals(losses("x.json", "{}", { rows: "log" }).problems, ["x.json has no list at log"]);
});

Deno.test("metrics: paths in JSON go through objects and lists, and never up to a prototype", () => {
  const value = { a: { "b c": [{ d: 1 }, { d: 2 }] }, "a.x": 3 };
  for (
    const [path, found] of [
      ["a.b c[0].d", 1],
      ["$.a.b c[-1].d", 2],
      ['a["b c"][1].d', 2],
      ["a.x", 3],
      ["a.b c.d", undefined],
      ["a.y.z", undefined],
      ["constructor", undefined],
      ["__proto__.x", undefined],
    ] as const
  ) assertEquals(valueAt(value, path), found, path);
  for (const bad of ["", "a[", "a[x]", "a..b", '["']) assertEquals(isPath(bad), false, bad);
});

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
    const { value, problem } = readMetric(found, { name: "x", path: "x", range: [0, 1] });
    assert(value === null || value >= 0 && value <= 1);
    assert(
      value !== null || problem !== null || found === undefined || found === null ||
        typeof found === "string",
    );
  }));
});

Deno.test("metrics: a number beyond all bounds is Infinity in JSON, and so unknown", () => {
  const { losses: found, problems } = losses("x.json", '{"loss": 1e999}');
  assertEquals(found, [null]);
  assertEquals(problems, ["x.json: loss is Infinity, so it is unknown"]);
});

Deno.test("metrics: a value nested without end is unknown, and shown as what it is", () => {
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  const { losses: found, problems } = losses("x.json", `{"loss": ${deep}}`);
  assertEquals(found, [null]);
  assertEquals(problems.length, 1);
});

Deno.test("metrics file: its extension gives its format", () => {
  assertEquals(["a.tsv", "b.ndjson", "c"].map(formatOf), ["csv", "jsonl", "json"]);
});

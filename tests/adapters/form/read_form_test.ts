import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { join } from "@std/path";
import { formOf, readForm } from "../../../src/adapters/form/read_form.ts";
import { FIXTURES } from "../_project.ts";

const LEAST = `detect: my.yaml
metrics:
  files: results/*.json
  primary: loss
`;

async function problemsOf(text: string, name = "mine"): Promise<readonly string[]> {
  const read = await readForm(text, name);
  return read.kind === "ok" ? [] : read.problems;
}

Deno.test("form: the least that an adapter needs, and what it means", async () => {
  const read = await readForm(LEAST, "mine");
  assertEquals(read, {
    kind: "ok",
    form: {
      name: "mine",
      detect: [{ file: "my.yaml", contains: null }],
      watch: ["results/*.json"],
      metrics: {
        files: ["results/*.json"],
        format: null,
        rows: null,
        identifier: null,
        timestamp: { kind: "mtime" },
        primary: { name: "loss", path: "loss" },
        secondary: [],
        direction: "higher",
      },
      rules: [],
      program: null,
      sessionMode: "mine",
      prompt: {},
    },
  });
});

Deno.test("form: every key that there is", async () => {
  const read = await readForm(Deno.readTextFileSync(join(FIXTURES, "whole.yaml")), "file");
  assert(read.kind === "ok", JSON.stringify(read));
  const { form } = read;
  assertEquals([form.name, form.sessionMode], ["my-project", "my-research"]);
  assertEquals(form.detect[1], { file: "packages/*/pyproject.toml", contains: "my-project" });
  assertEquals(form.metrics?.secondary, [
    { name: "accuracy", path: "eval.accuracy" },
    { name: "size", path: "eval.sizes[0]", usual: [1, 1000] },
  ]);
  assertEquals(form.rules, [
    { kind: "warm_up", runs: 2 },
    { kind: "hard_limit", runs: 20, confidence: 0.5 },
    { kind: "target", metric: null, at: 0.01, direction: "lower", confidence: 1 },
    { kind: "target", metric: "accuracy", at: 0.99, direction: "higher", confidence: 0.5 },
    { kind: "min_change", fraction: 0.01, window: 4, confidence: 0.5 },
    { kind: "patience", runs: 6, confidence: 0.5 },
  ]);
  assertEquals(Object.keys(form.prompt), ["exploration"]);
});

Deno.test("form: a program with its times", async () => {
  const text = "command: [python3, tools/m.py]\ntimeout_seconds: 30\nrefresh_seconds: 60\n" +
    "metrics: {files: results/*.json}\n";
  const read = await readForm(text, "mine");
  assert(read.kind === "ok", JSON.stringify(read));
  assertEquals(read.form.program, {
    command: ["python3", "tools/m.py"],
    timeoutSeconds: 30,
    refreshSeconds: 60,
  });
  assertEquals(read.form.watch, ["results/*.json"]);
});

const WRONG: readonly [what: string, text: string, sentence: string][] = [
  ["no YAML", "a: [", "it is not YAML: "],
  ["a list", "- a", "it should have keys such as detect and metrics"],
  ["nothing", "", "it should have keys such as detect and metrics"],
  [
    "a key mistyped",
    `${LEAST}convergance: {}`,
    'unknown key "convergance" ({}); did you mean "convergence"?',
  ],
  [
    "a deep key mistyped",
    `${LEAST}convergence: {patiense: 5}`,
    'unknown key "convergence.patiense" (5); did you mean "convergence.patience"?',
  ],
  [
    "no detect",
    LEAST.replace("detect: my.yaml\n", ""),
    '"detect" should be a glob, or a list of them, and is missing',
  ],
  [
    "an empty list of signs",
    LEAST.replace("my.yaml", "[]"),
    '"detect" should be a glob, or a list of them, and is []',
  ],
  [
    "no metrics",
    "detect: x",
    '"metrics" should be an object with files and primary, and is missing',
  ],
  ["metrics of another type", "detect: x\nmetrics: 5", '"metrics" should be an object, and is 5'],
  [
    "no primary",
    LEAST.replace("  primary: loss\n", ""),
    '"metrics.primary" should be a column or a path in JSON, and is missing',
  ],
  [
    "no files",
    LEAST.replace("  files: results/*.json\n", ""),
    '"metrics.files" should be a glob, or a list of them, and is missing',
  ],
  [
    "files outside",
    LEAST.replace("results", "../results"),
    '"metrics.files" should be a pattern that stays inside the project, and is "../results/*.json"',
  ],
  [
    "a sign outside",
    LEAST.replace("my.yaml", "[a, /etc/passwd]"),
    '"detect[1]" should be a pattern from the project\'s root, and is "/etc/passwd"',
  ],
  ["a name that leads away", `${LEAST}name: ../x`, '"name" should be letters, digits'],
  [
    "a wrong format",
    `${LEAST}  format: xml`,
    '"metrics.format" should be json, jsonl or csv, and is "xml"',
  ],
  [
    "a wrong direction",
    `${LEAST}  direction: up`,
    '"metrics.direction" should be higher or lower, and is "up"',
  ],
  [
    "a time pattern without a day",
    `${LEAST}  timestamp: {file_name: run_YYYYMM}`,
    '"metrics.timestamp.file_name" should be a name with YYYY',
  ],
  [
    "two sources of time",
    `${LEAST}  timestamp: {file_name: YYYYMMDD, field: at}`,
    '"metrics.timestamp" should be mtime, ',
  ],
  [
    "a zone for a field",
    `${LEAST}  timestamp: {field: at, zone: utc}`,
    '"metrics.timestamp.zone" has no effect',
  ],
  [
    "a range upside down",
    `${LEAST}  secondary: [{path: x, range: [1, 0]}]`,
    '"metrics.secondary[0].range" should be the least and the most, such as [0, 1], and is [1,0]',
  ],
  [
    "a path that ends nowhere",
    LEAST.replace("loss", "'a['"),
    '"metrics.primary" should be a column or a path',
  ],
  [
    "a confidence between",
    `${LEAST}convergence: {patience: {runs: 5, confidence: 0.7}}`,
    '"convergence.patience.confidence" should be 0, 0.5 or 1, and is 0.7',
  ],
  [
    "words for a number",
    `${LEAST}convergence: {patience: five}`,
    '"convergence.patience" should be a whole number of 1 or more, and is "five"',
  ],
  [
    "a limit inside the warm-up",
    `${LEAST}convergence: {warm_up: 5, hard_limit: 5}`,
    '"convergence.hard_limit" should be more runs than warm_up (5), and is 5',
  ],
  [
    "a target of nothing",
    `${LEAST}convergence: {target: {metric: los, value: 1}}`,
    '"convergence.target.metric" should be one of loss, and is "los"',
  ],
  [
    "a target that is no number",
    `${LEAST}convergence: {target: {value: .nan}}`,
    '"convergence.target.value" should be a number',
  ],
  [
    "a window of one",
    `${LEAST}convergence: {min_change: {below: 0.1, window: 1}}`,
    '"convergence.min_change.window" should be a whole number of 2 or more, and is 1',
  ],
  [
    "a timeout that is too long",
    "command: x\ntimeout_seconds: 60",
    '"timeout_seconds" should be a number from 0.1 to 30, and is 60',
  ],
  [
    "a timeout without a program",
    `${LEAST}timeout_seconds: 5`,
    '"timeout_seconds" has no effect without "command"',
  ],
  [
    "rules beside a program",
    "command: x\nconvergence: {patience: 5}",
    '"convergence" has no effect beside "command"',
  ],
  [
    "an empty command",
    "command: []",
    '"command" should be a program with its arguments, and is []',
  ],
  [
    "a book for a prompt",
    `${LEAST}prompt: ${"x".repeat(2_501)}`,
    '"prompt" should be at most 2500 characters',
  ],
  [
    "a phase that is none",
    `${LEAST}prompt: {explore: x}`,
    'unknown key "prompt.explore" ("x"); known here: implementation, validation, exploration',
  ],
  ["two keys of one name", `${LEAST}detect: y`, "it is not YAML: "],
];

for (const [what, text, sentence] of WRONG) {
  Deno.test(`form: ${what} is refused with key, expected and found`, async () => {
    const problems = await problemsOf(text);
    assert(problems.some((one) => one.startsWith(sentence)), problems.join("\n") || "no problem");
  });
}

Deno.test("form: all faults are reported at once", async () => {
  assertEquals((await problemsOf("detct: x\nmetrics: {primary: 5}")).length, 4);
  assertEquals((await problemsOf("a: 1\nb: 2\nconvergence: {patience: x, c: 3}")).length, 6);
});

Deno.test("form: what is missing deep inside is named, with what it should be", async () => {
  const text = `detect: x
metrics: {files: [], primary: loss, secondary: [{}], timestamp: {}}
convergence: {patience: {}, target: {}, min_change: {}}
`;
  assertEquals(await problemsOf(text), [
    '"metrics.timestamp" should be mtime, {field: …} or {file_name: "run_YYYYMMDD_HHMMSS"}, and is {}',
    '"metrics.secondary[0].path" should be a column or a path in JSON, and is missing',
    '"convergence.target.value" should be a number, and is missing',
    '"convergence.min_change.below" should be a fraction such as 0.03, and is missing',
    '"convergence.patience.runs" should be a whole number of 1 or more, and is missing',
  ]);
});

Deno.test("form: any YAML value at all is an adapter or a sentence, never a throw", () => {
  const keys = fc.constantFrom(
    "detect",
    "metrics",
    "convergence",
    "command",
    "prompt",
    "name",
    "target",
    "primary",
    "timestamp",
    "secondary",
    "patience",
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: "small" },
      fc.string(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(keys, tie("any"), { maxKeys: 5 }),
    ),
  })).any;
  fc.assert(fc.property(fc.dictionary(keys, value), (found) => {
    const read = formOf(found, "mine");
    assert(read.kind === "ok" || read.problems.length > 0);
  }));
});

Deno.test("form: a deep or huge YAML text is a fault", async () => {
  assertStringIncludes((await problemsOf("[".repeat(20_000)))[0] ?? "", "it is not YAML");
});

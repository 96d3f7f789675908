import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { chooseAdapter } from "../../../src/adapters/choose.ts";
import { openAdapter } from "../../../src/adapters/registry.ts";
import { FIXTURES, Project, STARTED_AT } from "../_project.ts";

const START_MS = STARTED_AT;

const SIMPLE = `
detect: [my.toml, {file: pyproject.toml, contains: my-lib}]
metrics:
  files: results.csv
  timestamp: {field: at}
  primary: loss
  direction: lower
convergence: {warm_up: 2, target: {value: 0.1}, patience: 3}
prompt: {exploration: "Try **more**, {{ not rendered }}."}
`;

function csv(values: readonly (number | string)[]): string {
  const rows = values.map((value, index) =>
    `${new Date(START_MS + (index + 1) * 60_000).toISOString()},${value}`
  );
  return `at,loss\n${rows.join("\n")}\n`;
}

Deno.test("declarative: detected by a file, or by what a file contains", async () => {
  for (
    const [files, name] of [
      [{}, "universal"],
      [{ "my.toml": "" }, "mine"],
      [{ "pyproject.toml": 'name = "my-lib"' }, "mine"],
      [{ "pyproject.toml": "other" }, "universal"],
    ] as const
  ) {
    using project = new Project(files);
    project.addYaml("mine", SIMPLE);
    assertEquals((await chooseAdapter(project.context())).name, name, JSON.stringify(files));
  }
});

Deno.test("declarative: a table's rows since the start are judged by the rules", async () => {
  using project = new Project({ "results.csv": `${csv([0.5, 0.4])}2020-01-01T00:00:00Z,0.01\n` });
  project.addYaml("mine", SIMPLE);
  const first = await project.consult("mine", "declarative");
  assertEquals(first.opinion, {
    name: "mine",
    shouldContinue: true,
    reason: "2 runs, lowest loss 0.4",
    confidence: 0,
    converged: false,
    metrics: 2,
  });
  assertEquals(first.problems, []);
  project.write("results.csv", csv([0.5, 0.4, 0.1]), START_MS + 120_000);
  const second = await project.consult("mine", "declarative");
  assertEquals(second.opinion?.reason, "Target reached: loss 0.1 <= 0.1");
  assertEquals([second.opinion?.shouldContinue, second.opinion?.confidence], [false, 0.5]);
});

Deno.test("declarative: its text reaches the prompt of its phase as it was written", async () => {
  using project = new Project({ "results.csv": csv([0.5, 0.1]) });
  project.addYaml("mine", SIMPLE);
  const { promptFor } = await project.consult("mine", "declarative");
  const request = { iteration: 1, year: 2026 };
  assertEquals(promptFor({ ...request, phase: "exploration" }), {
    text: "Try **more**, {{ not rendered }}.",
  });
  assertEquals(promptFor({ ...request, phase: "implementation" }), null);
});

Deno.test("declarative: the whole form, on files whose names contain the time", async () => {
  using project = new Project({ "my-project.yaml": "" });
  project.addYaml("any-name", Deno.readTextFileSync(join(FIXTURES, "whole.yaml")));
  for (const [time, loss] of [["030400", 9], ["030500", 0.5], ["030600", 0.005]] as const) {
    project.write(
      `results/run_2026-01-02_${time}/metrics.json`,
      JSON.stringify({ meta: { id: `id ${time}` }, eval: { loss, accuracy: 0.5, sizes: [2000] } }),
    );
  }
  const adapter = await openAdapter(project.context(), "my-project", "declarative");
  assert(typeof adapter !== "string");
  assertEquals(adapter.sessionMode, "my-research");
  const { opinion, problems } = await project.consult("my-project", "declarative");
  assertEquals(opinion?.reason, "Target reached: loss 0.005 <= 0.01");
  assertEquals([opinion?.metrics, opinion?.confidence], [2, 1]);
  assertStringIncludes(problems[0]!, "size is 2000, which is unlikely");
});

const BAD: readonly [what: string, text: string | null, metrics: number][] = [
  ["no file yet", null, 0],
  ["an empty file", "", 0],
  ["a header alone", "at,loss\n", 0],
  ["another column", "at,los\n2026-01-02T04:00:00Z,1\n", 0],
  ["NaN and Infinity", csv(["NaN", "inf", "Infinity", "-Infinity", "0x10"]), 0],
  ["times that are none", "at,loss\nsoon,1\n,2\n", 0],
  ["binary garbage", "\u0000\u0001at,loss\n\u0002", 0],
  ["an open quote", `at,loss\n"2026-01-02T04:00:00Z,1\n`, 0],
  ["too large", `at,loss\n${"x".repeat(8 * 2 ** 20)}`, 0],
];

for (const [what, text, metrics] of BAD) {
  Deno.test(`declarative: ${what} causes neither a crash nor a stop`, async () => {
    using project = new Project();
    project.addYaml("mine", SIMPLE);
    if (text !== null) project.write("results.csv", text);
    const { opinion } = await project.consult("mine", "declarative");
    assertEquals([opinion?.shouldContinue, opinion?.confidence, opinion?.metrics], [
      true,
      0,
      metrics,
    ]);
  });
}

Deno.test({
  name: "declarative: an unreadable or special metrics file is said, and waits for nothing",
  fn: async () => {
    using project = new Project();
    project.addYaml("mine", SIMPLE.replace("results.csv", "results*"));
    Deno.mkdirSync(join(project.project, "results.dir"));
    Deno.symlinkSync("/nowhere", join(project.project, "results.link"));
    Deno.writeFileSync(join(project.project, "results.csv"), new Uint8Array([0xff, 0xfe, 0x41]));
    await new Deno.Command("mkfifo", { args: [join(project.project, "results.pipe")] }).output();
    const { opinion, problems } = await project.consult("mine", "declarative");
    assertEquals(opinion?.metrics, 0);
    assertEquals(problems, ["Adapter mine: Cannot read results.csv: it is not UTF-8 text"]);
  },
});

Deno.test("declarative: the file is parsed once; a change of it counts at once", async () => {
  using project = new Project({ "results.csv": csv([0.5, 0.4]) });
  project.addYaml("mine", SIMPLE);
  await project.consult("mine", "declarative");
  const remembered = [...Deno.readDirSync(join(project.places.ralphHome, "adapters"))];
  assertEquals(remembered.length, 1);
  const dir = join(project.places.ralphHome, "adapters", remembered[0]!.name);
  const form = [...Deno.readDirSync(dir)].find(({ name }) => name.startsWith("form"))!;
  const text = Deno.readTextFileSync(join(dir, form.name));
  // The cached form is used: an unchanged YAML file is not read.
  Deno.writeTextFileSync(join(dir, form.name), text.replace('"runs": 2', '"runs": 7'));
  assertEquals(
    (await project.consult("mine", "declarative")).opinion?.reason,
    "Warm-up: 2 of 7 runs",
  );
  project.addYaml("mine", SIMPLE.replace("warm_up: 2", "warm_up: 4"));
  assertEquals(
    (await project.consult("mine", "declarative")).opinion?.reason,
    "Warm-up: 2 of 4 runs",
  );
});

Deno.test("declarative: broken or gone in the middle of a loop, the verdict is unknown", async () => {
  using project = new Project();
  project.addYaml("mine", "detect: x\nmetrics: {files: y, primary: z, directon: up}\n");
  const broken = await project.consult("mine", "declarative");
  assertEquals(broken.opinion, null);
  assertEquals(broken.problems, [
    'Adapter mine has no verdict: .claude/ralph-adapters/mine.yaml: unknown key "metrics.directon" ("up"); did you mean "metrics.direction"?',
  ]);
  const gone = await project.consult("other", "declarative");
  assertEquals(gone.problems, ["Adapter other has no verdict: its file is gone"]);
  assertEquals(gone.promptFor({ phase: "exploration", iteration: 3, year: 2026 }), null);
});

Deno.test("declarative: without a writable home it still works", async () => {
  using project = new Project({ "results.csv": csv([0.5, 0.4]) });
  project.addYaml("mine", SIMPLE);
  Deno.mkdirSync(join(project.places.ralphHome, ".."), { recursive: true });
  Deno.writeTextFileSync(project.places.ralphHome, "a file where the folder should be");
  const { opinion } = await project.consult("mine", "declarative");
  assert(opinion?.metrics === 2);
});

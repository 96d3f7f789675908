import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { type RanWith, TestCli } from "../cli/_cli.ts";
import { FIXTURES } from "./_project.ts";

class AdapterWorld extends TestCli {
  call(words: readonly string[], options: RanWith = {}) {
    return this.run(["adapters", ...words], options);
  }

  file(path: string, text: string): void {
    this.write(join(this.project, path), text);
  }

  program(fixture: string, name: string): void {
    const dir = join(this.project, ".claude/ralph-adapters");
    Deno.mkdirSync(dir, { recursive: true });
    Deno.copyFileSync(join(FIXTURES, fixture), join(dir, name));
    Deno.chmodSync(join(dir, name), 0o755);
  }
}

const MINE = `detect: my.toml
metrics: {files: results.csv, timestamp: {field: at}, primary: loss, direction: lower}
convergence: {warm_up: 2, patience: 3}
`;

function seeded(): AdapterWorld {
  const cli = new AdapterWorld();
  cli.file(".claude/ralph-adapters/mine.yaml", MINE);
  cli.file(".claude/ralph-adapters/wrong.yaml", `${MINE}detct: x\n`);
  cli.file("my.toml", "");
  cli.file("results.csv", "at,loss\n2026-01-01T00:00:00Z,0.5\n2026-01-01T01:00:00Z,NaN\n");
  return cli;
}

Deno.test("adapters: the list shows which adapter applies to the project, and why", async () => {
  using cli = seeded();
  const { code, stdout, stderr } = await cli.call([]);
  assertEquals(code, 0);
  assertStringIncludes(
    stdout,
    "* mine (declarative, .claude/ralph-adapters/mine.yaml): applies to this project\n      my.toml is there\n",
  );
  assertStringIncludes(stdout, "  alpha-forge (built in): does not match\n");
  assertStringIncludes(
    stdout,
    "  universal (built in): matches too, but another adapter comes first\n",
  );
  assertStringIncludes(
    stdout,
    "  wrong (declarative, .claude/ralph-adapters/wrong.yaml): skipped: ",
  );
  assertStringIncludes(stderr, 'wrong.yaml: unknown key "detct" ("x"); did you mean "detect"?');
});

Deno.test("adapters: without adapters of its own the universal adapter is chosen", async () => {
  using cli = new AdapterWorld();
  const { stdout } = await cli.call(["list"]);
  assertStringIncludes(stdout, "* universal (built in): applies to this project");
});

Deno.test("adapters: --json is one document with a version", async () => {
  using cli = seeded();
  const list = JSON.parse((await cli.call(["--json"])).stdout);
  assertEquals([list.schema_version, list.chosen, list.adapters.length], [1, "mine", 4]);
  assertEquals(list.adapters[0], {
    name: "mine",
    kind: "declarative",
    file: ".claude/ralph-adapters/mine.yaml",
    is_match: true,
    evidence: ["my.toml is there"],
    skipped: null,
    problems: [],
    session_mode: "mine",
  });
  const one = JSON.parse((await cli.call(["explain", "mine", "--json"])).stdout);
  assertEquals([one.schema_version, one.entries.length, one.since], [1, 2, null]);
  assertEquals(one.rules[0], { rule: "warm_up", outcome: "applies", detail: "1 of 2 runs" });
  assertEquals(one.verdict, {
    should_continue: true,
    confidence: 0,
    converged: false,
    reason: "Warm-up: 1 of 2 runs",
  });
});

Deno.test("adapters: explain shows detection, metrics, rules line by line and the verdict", async () => {
  using cli = seeded();
  const { code, stdout } = await cli.call(["explain", "mine"]);
  assertEquals(code, 0);
  for (
    const line of [
      "Detection: it matches\n  my.toml is there\n",
      "Metrics of all times: 2 runs\n",
      "  2026-01-01T00:00:00.000Z  results.csv:2: 0.5\n",
      "  2026-01-01T01:00:00.000Z  results.csv:3: unknown\n",
      "  ! results.csv:3: loss is NaN, so it is unknown\n",
      "Rules, the first that applies decides:\n  warm_up: applies (1 of 2 runs)\n",
      "  patience: does not apply (best 0.5, 0 of 3 runs ago)\n",
      "Verdict: go on (confidence 0): Warm-up: 1 of 2 runs\n",
    ]
  ) assertStringIncludes(stdout, line);
  const later = await cli.call(["explain", "mine", "--since", "2026-01-01T00:30:00Z"]);
  assertStringIncludes(later.stdout, "Metrics since 2026-01-01T00:30:00.000Z: 1 run\n");
});

Deno.test("adapters: explain shows what is wrong with a file, and what the built-in adapters do", async () => {
  using cli = seeded();
  const wrong = await cli.call(["explain", "wrong"]);
  assertEquals(wrong.code, 0);
  assertStringIncludes(wrong.stdout, 'did you mean "detect"?');
  assertStringIncludes(wrong.stdout, "Verdict: unknown: ");
  assertEquals(wrong.stdout.split("unknown key").length, 2, "each fault is shown once");
  const forge = await cli.call(["explain", "alpha-forge"]);
  assertStringIncludes(forge.stdout, "Warmup phase - 0/3 baseline runs");
  const universal = await cli.call(["explain", "universal"]);
  assertStringIncludes(universal.stdout, "Defers to completion detection");
});

Deno.test("adapters: an unknown name is a usage error with the nearest", async () => {
  using cli = seeded();
  const { code, stderr } = await cli.call(["explain", "mime"]);
  assertEquals(code, 2);
  assertStringIncludes(stderr, "Did you mean 'mine'?");
  assertEquals((await cli.call(["explain", "mine", "--since", "soon"])).code, 2);
  assertEquals((await cli.call(["test", "mine"])).code, 2);
});

function test(name: string, fn: () => Promise<void>): void {
  Deno.test(`adapters: ${name}`, fn);
}

test("a dry run shows what would be sent and runs nothing", async () => {
  using cli = new AdapterWorld();
  cli.program("steady.sh", "steady");
  const { code, stdout } = await cli.call(["test", "steady", "--dry-run"]);
  const plain = JSON.parse((await cli.call(["test", "steady", "--dry-run", "--json"])).stdout);
  assertEquals(plain.plan[0].sent.request, "detect", "a document, as after a real run");
  assertEquals(code, 0);
  assertStringIncludes(stdout, "Would run: ./.claude/ralph-adapters/steady\n");
  assertStringIncludes(stdout, '"request":"convergence"');
  const plan = JSON.parse((await cli.call(["test", "steady", "-n", "--json"])).stdout);
  assertEquals(plan.plan.length, 3);
  await Deno.stat(join(cli.project, "asked.txt")).then(
    () => assert(false, "it ran"),
    () => {},
  );
});

test("test asks for trust once, and shows what was sent, answered and understood", async () => {
  using cli = new AdapterWorld();
  cli.program("steady.sh", "steady");
  const alone = await cli.call(["test", "steady"]);
  assertEquals(alone.code, 1);
  assertStringIncludes(alone.stderr, "not trusted");
  const refused = await cli.call(["test", "steady"], { typed: ["2"] });
  assertEquals(refused.code, 1);
  const agreed = await cli.call(["test", "steady"], { typed: ["1"] });
  assertEquals(agreed.code, 0, agreed.stderr);
  assertStringIncludes(agreed.stderr, "steady: ./.claude/ralph-adapters/steady");
  assertStringIncludes(agreed.stdout, '  sent: {"schema_version":1,"request":"detect",');
  assertStringIncludes(agreed.stdout, '  got:  {"is_match":true,');
  assertStringIncludes(agreed.stdout, "3 runs, the last b with 0.75");
  assertStringIncludes(agreed.stdout, "! entries[0]: loss is NaN, so it is unknown");
  assertStringIncludes(agreed.stdout, "Stop (0.5): Good enough");
  const again = await cli.call(["test", "steady", "--json"]);
  assertEquals(again.code, 0);
  assertEquals(JSON.parse(again.stdout).steps.length, 3);
  const list = await cli.call([]);
  assertStringIncludes(list.stdout, "* steady (external, .claude/ralph-adapters/steady): applies");
});

test("test fails with 1 where an answer cannot be used", async () => {
  using cli = new AdapterWorld();
  cli.program("unsure.sh", "unsure");
  const { code, stdout, stderr } = await cli.call(["test", "unsure", "--trust"]);
  assertEquals(code, 1, stderr);
  assertStringIncludes(stdout, '! "confidence" should be 0, 0.5 or 1, and is 0.7');
});

test("nothing that a program prints reaches the terminal as a control sign", async () => {
  using cli = new AdapterWorld();
  cli.file(".claude/ralph-adapters/evil", "");
  cli.program("garbage.sh", "evil");
  const { stdout, stderr } = await cli.call(["test", "evil", "--trust"]);
  // deno-lint-ignore no-control-regex -- that is what is looked for
  assert(!/[\u0000-\u0009\u000b-\u001f]/.test(stdout + stderr));
});

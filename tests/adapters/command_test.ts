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

function seeded(): AdapterWorld {
  const cli = new AdapterWorld();
  for (const [name, summary] of [["run_20260101_000000", "0.5"], ["run_20260102_000000", "NaN"]]) {
    cli.file(`outputs/runs/${name}/summary.json`, `{"sharpe": ${summary}, "wfe": 0.2}`);
  }
  return cli;
}

Deno.test("adapters: the list shows which adapter applies to the project, and why", async () => {
  using cli = seeded();
  cli.program("steady.sh", "a name");
  const { code, stdout } = await cli.call([]);
  assertEquals(code, 0);
  for (
    const line of [
      "* alpha-forge (built in): applies to this project\n      outputs/runs is there\n",
      "  universal (built in): matches too, but another adapter comes first\n",
      "  a name (external, .claude/ralph-adapters/a name): skipped: .claude/ralph-adapters/a name: an",
    ]
  ) assertStringIncludes(stdout, line);
});

Deno.test("adapters: --json is one document with a version", async () => {
  using cli = seeded();
  const list = JSON.parse((await cli.call(["--json"])).stdout);
  assertEquals([list.schema_version, list.chosen, list.adapters.length], [1, "alpha-forge", 2]);
  assertEquals(list.adapters[0], {
    name: "alpha-forge",
    kind: "alpha-forge",
    file: null,
    is_match: true,
    evidence: ["outputs/runs is there"],
    skipped: null,
  });
  const one = JSON.parse((await cli.call(["explain", "alpha-forge", "--json"])).stdout);
  assertEquals([one.schema_version, one.entries.length, one.since], [1, 2, null]);
  assertEquals(one.rules[0], { rule: "warm_up", outcome: "applies", detail: "2 of 3 runs" });
  assertEquals([one.verdict.should_continue, one.verdict.confidence], [true, 0]);
});

Deno.test("adapters: explain shows detection, metrics, rules line by line and the verdict", async () => {
  using cli = seeded();
  const { code, stdout } = await cli.call(["explain", "alpha-forge"]);
  assertEquals(code, 0);
  // deno-fmt-ignore
  for (const line of [
    "Detection: it matches\n  outputs/runs is there\n", "Metrics of all times: 2 runs\n",
    "  run_20260101_000000: 0.5, cagr unknown", "sharpe is NaN, so it is unknown\n",
    "Rules, the first that applies decides:\n  warm_up: applies (2 of 3 runs)\n",
    "Verdict: go on (confidence 0): Warmup phase - 2/3 baseline runs\n",
  ]) assertStringIncludes(stdout, line);
  const later = await cli.call(["explain", "alpha-forge", "--since", "2026-01-01T12:00:00Z"]);
  assertStringIncludes(later.stdout, "Metrics since 2026-01-01T12:00:00.000Z: 1 run\n");
});

Deno.test("adapters: a wrong name, a wrong time and an adapter without a program are reported", async () => {
  using cli = seeded();
  const wrong = await cli.call(["explain", "alpha-forg"]);
  assertEquals(wrong.code, 2);
  assertStringIncludes(wrong.stderr, "Did you mean 'alpha-forge'?");
  assertEquals((await cli.call(["explain", "alpha-forge", "--since", "soon"])).code, 2);
  assertEquals((await cli.call(["test", "alpha-forge"])).code, 2);
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
  assertStringIncludes(stdout, "Would run: .claude/ralph-adapters/steady\n");
  assertStringIncludes(stdout, '"request":"convergence"');
  const plan = JSON.parse((await cli.call(["test", "steady", "-n", "--json"])).stdout);
  assertEquals(plan.plan.length, 3);
  await Deno.stat(join(cli.project, "asked.txt")).then(() => assert(false, "it ran"), () => {});
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
  assertStringIncludes(stdout, "! confidence should be 0 or 0.5 or 1, and is 0.7");
});

test("nothing that a program prints reaches the terminal as a control sign", async () => {
  using cli = new AdapterWorld();
  cli.file(".claude/ralph-adapters/evil", "");
  cli.program("garbage.sh", "evil");
  const { stdout, stderr } = await cli.call(["test", "evil", "--trust"]);
  // deno-lint-ignore no-control-regex -- that is what is looked for
  assert(!/[\u0000-\u0009\u000b-\u001f]/.test(stdout + stderr));
});

/** What `start` shows is so: its limits, its windows, its ids, and what would prevent it. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { TestCli } from "./_cli.ts";

const OPEN = "- [ ] one\n";

async function makeCli(): Promise<TestCli> {
  const cli = new TestCli();
  cli.write("PLAN.md", OPEN);
  assertEquals((await cli.run(["hooks", "install"])).code, 0);
  return cli;
}

Deno.test("start: a limit without effect in a session is not among its ends, nor in status", async () => {
  using cli = await makeCli();
  await cli.run(["config", "set", "max_cost_usd", "5"]);
  const { stdout } = await cli.run(["start", "-f", "PLAN.md"]);
  assertMatch(stdout, /^ends +.*9 h or 99 turns$/m);
  assertStringIncludes(stdout, "max_cost_usd = 5 has no effect in a session");
  assert(!/^ends .*\$/m.test((await cli.run(["status"])).stdout));
});

Deno.test("start: --max-cost-usd is not offered, and typed it is refused with its reason", async () => {
  using cli = await makeCli();
  const { stdout } = await cli.run(["start", "--help"]);
  assert(!stdout.includes("--max-cost-usd"));
  const { code, stderr } = await cli.run(["start", "PLAN.md", "--max-cost-usd", "5"]);
  assertEquals(code, 2);
  assertStringIncludes(stderr, "use --max-tokens");
  assertStringIncludes((await cli.run(["run", "--help"])).stdout, "--max-cost-usd");
});

Deno.test("start: a session that cannot exist is refused, and the line with a new id works", async () => {
  using cli = await makeCli();
  const { code, stderr } = await cli.run(["start", "x y", "--session", "nosuch"]);
  assertEquals(code, 2);
  const [, id = ""] = /^→ ralph start .*--session ([0-9a-f-]{36})/m.exec(stderr) ?? [];
  assertEquals((await cli.run(["start", "x y", "--session", id])).code, 0);
});

Deno.test("start: a dry run works without hooks and beside a loop, and says what prevents the start", async () => {
  using cli = new TestCli();
  cli.write("PLAN.md", OPEN);
  const { code, stdout } = await cli.run(["start", "PLAN.md", "--dry-run"]);
  assertEquals(code, 0);
  assertMatch(stdout, /^DRY RUN +nothing is started\nPLAN\.md +1 open/);
  assertMatch(
    stdout,
    /^warning +it would not start now: ralph's hooks are not registered[^:]*:\s+ralph hooks install$/m,
  );
  await cli.run(["hooks", "install"]);
  await cli.run(["start", "PLAN.md"]);
  const beside = await cli.run(["start", "PLAN.md", "--dry-run"]);
  assertEquals(beside.code, 0);
  assertMatch(beside.stdout, /^warning +it would not start now: A loop is/m);
});

Deno.test("start: after the question which plan, it says how a loop ends once it is done", async () => {
  using cli = await makeCli();
  cli.write("docs/TODO.md", OPEN);
  const { stdout } = await cli.run(["start"], { typed: ["1"] });
  assertMatch(stdout, /--until-done ends it once it is done/);
  assert(!stdout.includes("Focus file"), stdout);
  await cli.run(["stop"]);
  const short = await cli.run(["start", "PLAN.md", "-u"]);
  assertMatch(short.stdout, /^ends +when done, or at 9 h or 99 turns$/m);
});

Deno.test("start: a template that cannot be parsed is said at the start that trusts it", async () => {
  using cli = await makeCli();
  cli.write(".claude/ralph-templates/work.md", "{% if %}\n");
  const { code, stdout } = await cli.run(["start", "PLAN.md", "--trust"]);
  assertEquals(code, 0);
  assertMatch(stdout, /^warning +\.claude\/ralph-templates\/work\.md cannot be rendered/m);
});

Deno.test("start: a file in the place of .claude is named", async () => {
  using cli = await makeCli();
  cli.write(".claude", "mine\n");
  const { code, stderr } = await cli.run(["start", "PLAN.md"]);
  assertEquals(code, 1);
  assertStringIncludes(stderr, `rename "${cli.project}/.claude"`);
});

Deno.test("start: an active loop of the official plugin is named with the line that ends it", async () => {
  using cli = await makeCli();
  const file = cli.write(
    ".claude/ralph-loop.local.md",
    "---\nactive: true\niteration: 3\n---\ngo on\n",
  );
  const { stdout } = await cli.run(["start", "PLAN.md"]);
  assertMatch(
    stdout,
    /^warning +a loop of the ralph-loop plugin .*rm \.claude\/ralph-loop\.local\.md$/m,
  );
  await cli.run(["stop"]);
  for (const text of ["---\nactive: false\n---\n", "active: true\n"]) {
    Deno.writeTextFileSync(file, text);
    assert(!(await cli.run(["start", "PLAN.md"])).stdout.includes("ralph-loop"), text);
    await cli.run(["stop"]);
  }
});

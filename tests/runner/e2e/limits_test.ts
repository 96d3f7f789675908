import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { agentFile, eventsOf, read, runPlan, runStage } from "./_run_stage.ts";

Deno.test("run: three iterations without progress, a recovery iteration, then stuck", async () => {
  using stage = await runStage();
  const ran = await runPlan(stage, "job-nothing", ["--json"]);
  assertEquals(ran.code, 1);
  const started = eventsOf(ran).filter(({ event }) => event === "iteration-started");
  assertEquals(started.map((event) => event["is_recovery"]), [false, false, false, true]);
  assertEquals(eventsOf(ran).at(-1)?.["code"], "stuck");
  const waits = eventsOf(ran).filter(({ event }) => event === "waiting").map((event) =>
    event["seconds"]
  );
  assertEquals(waits, [0.5, 1, 2], "a broken agent does not spin");
});

Deno.test("run: three equal errors trip the breaker, though the tree changes", async () => {
  using stage = await runStage();
  const ran = await runPlan(stage, "job-fails", ["--json"]);
  const events = eventsOf(ran);
  assertEquals(ran.code, 1);
  assertEquals(events.filter(({ event }) => event === "iteration-started").length, 4);
  assertStringIncludes(events.at(-1)?.["sentence"], "the agent failed 4 times in a row");
  assertStringIncludes(read(stage, ".ralph-result"), "cannot connect to database");
});

Deno.test("run: a rate limit is waited for and uses up no iteration", async () => {
  using stage = await runStage("- [ ] one\n");
  const ran = await runPlan(stage, "job-limited", ["--json", "--max-iterations", "1"]);
  const events = eventsOf(ran);
  assertEquals(ran.code, 0, ran.stderr);
  const wait = events.find(({ event }) => event === "waiting");
  assertEquals(wait?.["why"], "rate-limit");
  assert(wait?.["seconds"] <= 30, "within 30 s after the reset");
  assertEquals(events.at(-1)?.["iterations"], 1);
  assertEquals(
    stage.journal().map(({ kind }) => kind),
    ["start", "agent", "agent-end", "pause", "resume", "agent", "iteration", "let-go"],
  );
});

Deno.test("run: a rate limit beyond the maximum wait ends it", async () => {
  using stage = await runStage("- [ ] one\n");
  const ran = await runPlan(stage, "job-limited-for-days", ["--json"]);
  assertEquals(ran.code, 1);
  const end = eventsOf(ran).at(-1)!;
  assertEquals(end["code"], "rate-limited");
  assertStringIncludes(end["sentence"], "allows 6 h");
  assertMatch(end["sentence"], /'ralph run --resume --rate-limit-wait \d+h'/);
});

Deno.test("run: a budget of tokens ends it after progress", async () => {
  using stage = await runStage();
  const ran = await runPlan(stage, "job-events", ["--max-tokens", "1500", "--json"]);
  assertEquals(ran.code, 3, ran.stderr);
  assertEquals([eventsOf(ran).at(-1)?.["code"], eventsOf(ran).at(-1)?.["tokens"]], [
    "max-tokens",
    2000,
  ]);
});

Deno.test("run: a budget of money ends it after progress", async () => {
  using stage = await runStage();
  const ran = await runPlan(stage, "job-events", ["--max-cost-usd", "0.2", "--json"]);
  assertEquals([ran.code, eventsOf(ran).at(-1)?.["code"]], [3, "max-cost"]);
});

Deno.test("run: a budget that the agent does not report ends it after one agent", async () => {
  using stage = await runStage();
  const ran = await runPlan(stage, "job-tick", ["--max-tokens", "1000", "--json"]);
  assertEquals(ran.code, 3);
  assertStringIncludes(eventsOf(ran).at(-1)?.["sentence"], "cannot be kept");
});

Deno.test("run: the command after such a budget goes on without it, also without one of a file", async () => {
  using stage = await runStage();
  await stage.ok(["config", "set", "max_cost_usd", "1"]);
  const ran = await runPlan(stage, "job-tick", ["--max-tokens", "1000"]);
  assertEquals(ran.code, 3);
  const hint = /^Go on: +ralph (run .*)$/m.exec(ran.stdout)?.[1] ?? ran.stdout;
  assertEquals(hint, "run --resume --max-tokens none --max-cost-usd none");
  const resumed = await stage.ralph(hint.split(" "));
  assertEquals(resumed.code, 0, resumed.stdout + resumed.stderr);
});

Deno.test("run: a budget that a known agent never reports is refused at once", async () => {
  using stage = await runStage();
  Deno.copyFileSync(agentFile("job-tick"), `${stage.project}/kiro-cli`);
  const path = `${stage.project}:${Deno.env.get("PATH")}`;
  const ran = await stage.ralph(["run", "PLAN.md", "--agent", "kiro", "--max-cost-usd", "1"], {
    env: { PATH: path },
  });
  assertEquals(ran.code, 2);
  assertStringIncludes(ran.stderr, "kiro does not report");
  assertStringIncludes(ran.stderr, "with --max-cost-usd none");
});

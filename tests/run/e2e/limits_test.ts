/** Budgets that cannot be kept, and the number of agents. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { describeLimits } from "../../../src/cli/view/limits_text.ts";
import { agent, agentFile, exits, runPlan, runStage } from "./_run_stage.ts";

const UNBOUNDED = { min_hours: 0, min_iterations: 0, eternal: false };

Deno.test("run: after a budget that the agent does not report, the hint's command goes on without any", async () => {
  using stage = await runStage();
  await stage.ok(["config", "set", "max_cost_usd", "1"]);
  const ran = await exits(3, runPlan(stage, "job-tick", ["--max-tokens", "1000"]));
  assertStringIncludes(ran.stdout, "cannot be kept");
  const hint = /^ +→ ralph (run .*)$/m.exec(ran.stdout)?.[1] ?? ran.stdout;
  assertEquals(hint, "run --resume --max-tokens none --max-cost-usd none");
  await exits(0, stage.ralph(hint.split(" ")));
});

Deno.test("run: a budget that a known agent never reports is refused at once", async () => {
  using stage = await runStage();
  const bin = `${stage.root}/bin`;
  Deno.mkdirSync(bin);
  Deno.copyFileSync(agentFile("job-tick"), `${bin}/kiro-cli`);
  const PATH = `${bin}:${Deno.env.get("PATH")}`;
  const args = ["run", "PLAN.md", "--agent", "kiro", "--max-cost-usd", "1"];
  const ran = await exits(2, stage.ralph(args, { env: { PATH } }));
  assertStringIncludes(ran.stderr, "kiro does not report");
  assertStringIncludes(ran.stderr, "with --max-cost-usd none");
});

Deno.test("run: a dry run shows every limit, as data too", async () => {
  using stage = await runStage();
  const budget = ["--max-cost-usd", "5", "--max-tokens", "100"];
  const dry = ["run", "PLAN.md", "--agent", agent("job-tick"), "--dry-run", ...budget];
  const limits = {
    ...UNBOUNDED,
    max_hours: 9,
    max_iterations: 10,
    max_tokens: 100,
    max_cost_usd: 5,
  };
  assertStringIncludes(await stage.ok(dry), `ends            ${describeLimits(limits)}`);
  const shown = JSON.parse(await stage.ok([...dry, "--json"]));
  assertEquals([shown.max_tokens, shown.max_cost_usd], [100, 5]);
});

Deno.test("run: 12 open items get at most 24 agents; fewer than items are named, in a dry run too", async () => {
  using stage = await runStage("- [ ] item\n".repeat(12));
  const dry = ["run", "PLAN.md", "--agent", agent("job-tick-all"), "--dry-run"];
  assertStringIncludes(await stage.ok(dry), "24 turns");
  const few = ["--max-iterations", "5"];
  const note = "5 turns at most for 12 open items";
  assertStringIncludes(await stage.ok([...dry, ...few]), note);
  const ran = await runPlan(stage, "job-tick-all", few);
  assertEquals([ran.code, ran.stderr.includes(note)], [0, true], ran.stderr);
  const again = await stage.ralph(["run", "--resume", "--max-iterations", "1"]);
  assertEquals([again.code, again.stderr.includes("turns at most")], [0, false], again.stderr);
});

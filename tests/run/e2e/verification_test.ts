import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import {
  eventsOf,
  exits,
  isThere,
  read,
  runPlan,
  runScript,
  runStage,
  type Stage,
} from "./_run_stage.ts";

/** Expects words in the second agent's prompt. */
function assertPrompted(stage: Stage, ...words: string[]): void {
  const prompt = Deno.readTextFileSync(join(stage.loopDir(), "iterations", "002.prompt.md"));
  for (const word of words) assertStringIncludes(prompt, word);
}

Deno.test("run: a false tick is reverted, reported, and passed to the next agent", async () => {
  const plan = "- [ ] one | `echo no house here; test -e built`\r\n- [ ] two\r\n";
  using stage = await runStage(plan);
  const ran = await runPlan(stage, "job-tick", ["--trust", "--max-iterations", "2", "--json"]);
  assertEquals(ran.code, 1, ran.stdout + ran.stderr);
  assertEquals(read(stage, "PLAN.md"), plan);
  const reverted = eventsOf(ran).find(({ event }) => event === "reverted");
  assertEquals(reverted?.["items"][0].command, "echo no house here; test -e built");
  assertPrompted(stage, "open again", "no house here");
});

Deno.test("run: a true tick stays and is verified once more at the end", async () => {
  using stage = await runStage("- [ ] one | `echo x >> checks.txt`\n- [ ] two\n");
  await exits(0, runPlan(stage, "job-tick", ["--trust"]));
  assertEquals(read(stage, "checks.txt"), "x\nx\n");
});

Deno.test("run: a finished plan with a failing command does not count as done", async () => {
  using stage = await runStage("- [x] one | `test -e built`\n");
  await exits(1, runPlan(stage, "job-tick", ["--trust", "--max-iterations", "1"]));
  assertEquals(read(stage, "PLAN.md"), "- [ ] one | `test -e built`\n");
});

for (
  const [limit, sentence] of [
    ["2", "The check `sh -c 'echo no such table; exit 3'` failed 2 times"],
    ["9", "the check `sh -c 'echo no such table; exit 3'` fails"],
  ] as const
) {
  Deno.test(`run: an end as stuck names the check that fails: ${sentence}`, async () => {
    using stage = await runStage("- [x] one\n");
    const check = ["--verify", "sh -c 'echo no such table; exit 3'"];
    await exits(1, runPlan(stage, "job-nothing", [...check, "--verify-max-rejections", limit]));
    const { state, what } = JSON.parse(await stage.ok(["status", "--json"]));
    assertEquals(state, "stuck");
    assertStringIncludes(what, sentence);
    assertStringIncludes(read(stage, ".ralph-result"), "no such table");
    const { decisions: [{ rules }] } = JSON.parse(await stage.ok(["explain", "--json"]));
    const decided = rules.find(({ outcome }: { outcome: string }) => outcome === "decided");
    assertStringIncludes(decided.text, "verification failed again and again");
  });
}

Deno.test("run: --verify gates the end, needs no trust, and is fed back", async () => {
  using stage = await runStage("- [ ] one\n");
  await exits(
    3,
    runPlan(stage, "job-tick", ["--verify", "echo the roof leaks; false", "--max-iterations", "2"]),
  );
  assertPrompted(stage, "the user's own check fails", "the roof leaks");
});

Deno.test("run: a plan's commands need trust, once", async () => {
  using stage = await runStage("- [ ] one | `touch ran`\n");
  const refused = await exits(1, runPlan(stage, "job-tick"));
  assertStringIncludes(refused.stderr, "touch ran");
  assertStringIncludes(refused.stderr, "--trust");
  assertEquals(read(stage, "PLAN.md"), "- [ ] one | `touch ran`\n", "no agent ran");
  await exits(0, runPlan(stage, "job-tick", ["--trust"]));
  stage.put("PLAN.md", "- [ ] one | `touch ran`\n");
  await exits(0, runPlan(stage, "job-tick"));
});

for (
  const [what, after, isSaid] of [
    ["one that is changed is not run", "| `touch cheated`", true],
    ["one that is removed is run", "\\n  all tests are green", false],
  ] as const
) {
  Deno.test(`run: a command is its plan's at the beginning: ${what}`, async () => {
    using stage = await runStage("- [ ] one | `test -e built`\n");
    const cheat = `printf -- '- [x] one ${after}\\n' > PLAN.md`;
    const ran = await runScript(stage, cheat, ["--trust", "--max-iterations", "1"]);
    assertEquals([ran.code, isThere(stage, "cheated")], [1, false], ran.stderr);
    assertEquals(ran.stderr.includes("changed during the run"), isSaid, ran.stderr);
    assertEquals(read(stage, "PLAN.md"), `- [ ] one ${after.replace("\\n", "\n")}\n`);
  });
}

Deno.test("run: a verification that hangs is ended and has not passed", async () => {
  using stage = await runStage("- [ ] one | `sleep 60`\n");
  const ran = await runPlan(stage, "job-tick", [
    "--trust",
    "--verify-timeout",
    "1",
    "--max-iterations",
    "1",
  ]);
  assertEquals(ran.code, 1, ran.stdout + ran.stderr);
  assertStringIncludes(ran.stderr, "took longer than 1 s");
});

Deno.test("run: a command that exits with 0 and ran no tests has not passed", async () => {
  using stage = await runStage("- [ ] one | `echo '0 passing (1ms)'`\n");
  const ran = await exits(1, runPlan(stage, "job-tick", ["--trust", "--max-iterations", "1"]));
  assertStringIncludes(ran.stderr, "ran no tests");
  assertEquals(read(stage, "PLAN.md"), "- [ ] one | `echo '0 passing (1ms)'`\n");
});

Deno.test("run: a command applies whatever is written below its item", async () => {
  const plans = [
    "- [ ] one | `test -e built`\n  Needs gcc 13.\n",
    "- [ ] one\n  | `test -e built`\n",
    "- [ ] one | `test -e built` <!-- slow -->\nand a line without indentation\n",
  ];
  for (const plan of plans) {
    using stage = await runStage(plan);
    const refused = await runPlan(stage, "job-tick");
    assertEquals(refused.code, 1, plan);
    assertStringIncludes(refused.stderr, "test -e built", "trust is asked for");
    const ran = await runPlan(stage, "job-tick", ["--trust", "--max-iterations", "1", "--json"]);
    assertEquals(ran.code, 1, ran.stdout + ran.stderr);
    assertEquals(read(stage, "PLAN.md"), plan, "the false tick was taken back");
    assertEquals(eventsOf(ran).filter(({ event }) => event === "reverted").length, 1);
  }
});

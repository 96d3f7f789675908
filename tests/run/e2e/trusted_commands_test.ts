/**
 * Commands that an agent or another machine writes into a plan are never run: alone, in parallel,
 * as a shard, and at a merge.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { attempt } from "../../../src/error.ts";
import { type Machines, makeMachines } from "./_machines.ts";
import { oddAgent, planOf, repositoryStage } from "./_parallel_stage.ts";
import { exits, runStage, type Stage } from "./_run_stage.ts";

const SEED = ["odd [parallel]", "write b.txt [parallel]"];

/** The command that nobody trusted. */
const plantOf = (stage: Pick<Stage, "root">) => `touch ${join(stage.root, "PWN")}`;

function assertNotRun(stage: Pick<Stage, "root">): void {
  const isThere = attempt(() => Deno.statSync(join(stage.root, "PWN"))) !== null;
  assert(!isThere, "a command was run that nobody trusted");
}

/** An agent's script: ticks its item, whose line then names the command. */
function plantScript(stage: Pick<Stage, "root">): string {
  return `sed -i '/odd \\[parallel\\]/s,.*,- [x] odd [parallel] | \`${plantOf(stage)}\`,' PLAN.md`;
}

/** The ways that `ralph run` works on one clone. */
const WAYS: readonly (readonly [string, readonly string[]])[] = [
  ["a plain run", []],
  ["a parallel run", ["--parallel", "2"]],
];

for (const [way, args] of WAYS) {
  for (const own of ["", " | `true`"]) {
    const where = own === "" ? "beside an item" : "in place of a trusted one";
    Deno.test(`trust: ${way} never runs a command that its agent wrote ${where}`, async () => {
      using stage = await repositoryStage([SEED[0]! + own, SEED[1]!]);
      const path = oddAgent(stage, plantScript(stage));
      const ran = await stage.ralph(
        ["run", "PLAN.md", "--agent", path, "--sandbox", "none", "--trust", ...args],
      );
      assertEquals(ran.code, 0, ran.stdout + ran.stderr);
      assertNotRun(stage);
      assert(!ran.stdout.includes("ticked and verified"), ran.stdout);
    });
  }
}

Deno.test("trust: a parallel run merges an item's tick without the command that its agent wrote", async () => {
  using stage = await repositoryStage([`${SEED[0]} | \`true\``, SEED[1]!]);
  const path = oddAgent(stage, plantScript(stage));
  await exits(
    0,
    stage.ralph(
      ["run", "PLAN.md", "--agent", path, "--sandbox", "none", "--trust", "--parallel", "2"],
    ),
  );
  assertEquals(
    Deno.readTextFileSync(join(stage.project, "PLAN.md")),
    planOf([`${SEED[0]} | \`true\``, SEED[1]!]).replaceAll("[ ]", "[x]"),
  );
});

/** Writes a result again, with other lines of its items. */
function forgeLines(machines: Machines, lineOf: (line: string) => string): void {
  const machine = machines.add("forger");
  const branch = "ralph/plan/result-1-of-1";
  machine.git("checkout", "-q", "-b", "forged", `origin/${branch}`);
  const result = JSON.parse(machine.read("result.json"));
  for (const record of result.finished) record.raw_line = lineOf(record.raw_line);
  Deno.writeTextFileSync(join(machine.folder, "result.json"), JSON.stringify(result));
  machine.git("commit", "-q", "-a", "-m", "forged");
  machine.git("push", "-q", "origin", `HEAD:refs/heads/${branch}`);
}

for (const own of ["", " | `true`"]) {
  const where = own === "" ? "beside an item" : "in place of a trusted one";
  Deno.test(`trust: a merge never runs a command that a result has ${where}`, async () => {
    const plan = planOf(["a", "b"].map((name) => `write ${name}.txt [parallel]${own}`));
    using machines = await makeMachines(plan);
    const { stage } = machines;
    await exits(0, machines.add("one").run(["--shard", "1/1", "--trust"]));
    forgeLines(machines, (line) => `${line.split(" | ")[0]} | \`${plantOf(stage)}\``);
    const merge = machines.add("merge");
    await exits(0, merge.run(["--merge", "--sandbox", "none", "--trust"]));
    assertNotRun(stage);
    assertEquals(merge.read("PLAN.md"), plan.replaceAll("[ ]", "[x]"));
  });
}

Deno.test("trust: a shard never runs a command that its agent wrote, nor hands it on", async () => {
  using machines = await makeMachines(planOf(SEED));
  const { stage } = machines;
  const path = oddAgent(stage, plantScript(stage));
  const options = { agent: path };
  const shard = machines.add("one");
  await exits(0, shard.run(["--shard", "1/1", "--sandbox", "none"], options));
  const result = machines.git("show", "ralph/plan/result-1-of-1:result.json");
  assert(!result.includes("PWN"), result);
  await exits(0, machines.add("merge").run(["--merge", "--sandbox", "none"]));
  assertNotRun(stage);
});

Deno.test("trust: a command that was trusted for another project is asked for here", async () => {
  using stage = await runStage(planOf(["write b.txt | `test -f b.txt`"]));
  const ran = await exits(1, stage.ralph(["run", "PLAN.md", "--agent", oddAgent(stage, ":")]));
  assertStringIncludes(ran.stderr, "these commands are not trusted");
});

/** `[SKIP]` with its reason, and items that are removed, in a parallel run and on several machines as in a plain run. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { makeMachines } from "./_machines.ts";
import { ITEMS, oddAgent, planOf, repositoryStage } from "./_parallel_stage.ts";
import { exits } from "../../e2e/_run.ts";

const SKIP =
  `sed -i 's/^- \\[ \\] odd \\[parallel\\].*/- [SKIP] odd [parallel]: no key here/' PLAN.md`;
const SKIPPED = "# Plan\n\n- [SKIP] odd [parallel]: no key here\n- [x] write b.txt [parallel]\n";
const SENTENCE = "1 of 2 items is ticked (no checks in the plan, none with --verify); 1 skipped";

for (const [way, args] of [["plain", []], ["parallel", ["--parallel", "2"]]] as const) {
  Deno.test(`skip: a ${way} run keeps an item that its agent skipped, and why`, async () => {
    using stage = await repositoryStage();
    const path = oddAgent(stage, SKIP);
    const ran = await exits(0, stage.ralph(["run", "PLAN.md", "--agent", path, ...args]));
    assertStringIncludes(ran.stdout, SENTENCE);
    assertEquals(Deno.readTextFileSync(join(stage.project, "PLAN.md")), SKIPPED);
  });
}

Deno.test("skip: the check of an item that was skipped does not run, however an agent writes the reason", async () => {
  const items = ["odd one [parallel] | `false`", "odd two [parallel] | `false`", ITEMS[1]!];
  using machines = await makeMachines(planOf(items));
  const agent = oddAgent(
    machines.stage,
    `case "$item" in "odd one"*) reason=': no key | \`false\`' ;; *) reason=' | \`false\`: no key' ;; esac
    sed -i "s/^- \\[ \\] \\($(echo "$item" | cut -c 1-7) .parallel.\\).*/- [SKIP] \\1$reason/" PLAN.md`,
  );
  const run = async (name: string, ...args: string[]) => {
    const machine = machines.add(name);
    await exits(0, machine.run(["--trust", ...args], { agent }));
    return machine;
  };
  const parallel = await run("local", "--parallel", "2");
  await run("shard", "--shard", "1/1");
  const merge = await run("merge", "--merge");
  for (const machine of [parallel, merge]) {
    for (const item of ["one", "two"]) {
      const line = `- [SKIP] odd ${item} [parallel]: no key | \`false\`\n`;
      assertStringIncludes(machine.read("PLAN.md"), line);
    }
  }
});

Deno.test("skip: a merge keeps an item that a shard's agent skipped, and why", async () => {
  using machines = await makeMachines(planOf(ITEMS));
  const options = { agent: oddAgent(machines.stage, SKIP) };
  await exits(0, machines.add("one").run(["--shard", "1/1"], options));
  const merge = machines.add("merge");
  const merged = await exits(0, merge.run(["--merge"]));
  assertStringIncludes(merged.stdout, SENTENCE);
  assertEquals(merge.read("PLAN.md"), SKIPPED);
});

Deno.test("skip: words that an agent adds to its item do not take its check away", async () => {
  using stage = await repositoryStage(["odd | `test -f gone`", "write b.txt"]);
  const path = oddAgent(
    stage,
    `sed -i 's/^- \\[ \\] odd.*/- [x] odd, done/' PLAN.md; test -f once && touch gone; touch once`,
  );
  const ran = await exits(0, stage.ralph(["run", "PLAN.md", "--agent", path, "--trust"]));
  assertStringIncludes(ran.stderr, "was removed during the run; it is still run");
  assertStringIncludes(ran.stdout, "1 of 2 verified");
});

for (const answer of ["leaves", "restores"]) {
  Deno.test(`removed: with several agents, one is asked once, and ${answer} the item`, async () => {
    using stage = await repositoryStage();
    const path = oddAgent(
      stage,
      `if test -e ../asked; then echo a >a.txt; tick; else sed -i '/odd/d' PLAN.md; fi`,
    );
    const asks = `case "$1" in *'no longer in it'*) echo "$PWD" >>../asked
${answer === "restores" ? "echo '- [ ] odd [parallel]' >>PLAN.md" : ":"}
exit ;; esac`;
    const text = Deno.readTextFileSync(path);
    Deno.writeTextFileSync(path, text.replace("#!/bin/sh\n", `#!/bin/sh\n${asks}\n`));
    const run = stage.ralph(["run", "PLAN.md", "--agent", path, "--parallel", "2"]);
    const ran = await exits(0, run);
    assertEquals(Deno.readTextFileSync(join(stage.root, "asked")), `${stage.project}\n`);
    const isRestored = answer === "restores";
    assertEquals(ran.stdout.includes('1 removed unfinished: "odd'), !isRestored);
    assertEquals(
      Deno.readTextFileSync(join(stage.project, "PLAN.md")),
      `# Plan\n\n- [x] write b.txt [parallel]\n${isRestored ? "- [x] odd [parallel]\n" : ""}`,
    );
    const result = Deno.readTextFileSync(join(stage.project, ".ralph-result"));
    assertEquals(result.includes("it was removed from the plan unfinished"), !isRestored);
  });
}

Deno.test("removed: a merge without an agent names what a shard's agent removed", async () => {
  using machines = await makeMachines(planOf(ITEMS));
  const options = { agent: oddAgent(machines.stage, "sed -i '/odd/d' PLAN.md") };
  const shard = await exits(0, machines.add("one").run(["--shard", "1/1"], options));
  assertStringIncludes(shard.stdout, '; 1 removed unfinished: "odd');
  const merged = await exits(0, machines.add("merge").run(["--merge"]));
  assertStringIncludes(merged.stdout, '1 removed unfinished: "odd');
});

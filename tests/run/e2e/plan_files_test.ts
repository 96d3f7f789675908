import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { agent, exits, read, runPlan, runScript, runStage, script } from "./_run_stage.ts";

const SIBLINGS = "# Plan\n\n### Task 1: A\n\n- [x] a\n\n### Task 2: B\n\nMove write.py.\n";
const JOB = ["--agent", agent("job-tick")];

Deno.test("run: a plan in Latin-1 keeps its bytes when a false tick is undone", async () => {
  const bytes = (box: string) =>
    Uint8Array.from(`- [${box}] H\xe4user bauen | \`false\`\r\n`, (sign) => sign.charCodeAt(0));
  using stage = await runStage(bytes(" "));
  const ran = await exits(1, runPlan(stage, "job-tick", ["--trust", "--max-iterations", "1"]));
  assertStringIncludes(ran.stderr, "not valid UTF-8");
  assertEquals(Deno.readFileSync(stage.plan), bytes(" "));
});

for (
  const [what, plan, said] of [
    ["in UTF-16", "-\0 \0[\0 \0]\0 \0o\0n\0e\0\n\0", "is not text"],
    ["without items", "# Plan\n\n```\n- [ ] only an example\n```\n", "no checklist items"],
  ] as const
) {
  Deno.test(`run: a plan ${what} is refused with 1, and one that is not there with 2`, async () => {
    using stage = await runStage(plan);
    const ran = await exits(1, runPlan(stage, "job-tick"));
    assertStringIncludes(ran.stderr, said);
    await exits(2, stage.ralph(["run", "NONE.md", ...JOB]));
  });
}

Deno.test("run: without PLAN the pointer names it, and PLAN_POINTER_OVERRIDE another pointer", async () => {
  using stage = await runStage("- [x] one\n");
  stage.put("docs/plans/house.md", "- [x] walls\n");
  stage.put("docs/plans/.active", "docs/plans/house.md\n");
  stage.put("other.pointer", "PLAN.md");
  for (
    const [override, code, plan] of [
      ["", 0, "docs/plans/house.md"],
      ["other.pointer", 0, "PLAN.md"],
      ["none", 2, ""],
    ] as const
  ) {
    const ran = await stage.ralph(["run", ...JOB], {
      env: { PLAN_POINTER_OVERRIDE: override || undefined },
    });
    assertEquals(ran.code, code, ran.stderr);
    assertStringIncludes(ran.stdout, plan);
  }
});

Deno.test("run: without pointer the cascade of start finds it", async () => {
  using stage = await runStage();
  Deno.removeSync(stage.plan);
  stage.put(".claude/plans/house.md", "- [x] walls of the project\n");
  const ran = await exits(0, stage.ralph(["run", ...JOB]));
  assertStringIncludes(ran.stdout, ".claude/plans/house.md");
});

for (
  const [what, moves] of [
    ["the plan", "cp PLAN.md ../outside.md; rm PLAN.md; ln -s ../outside.md PLAN.md"],
    ["its folder", "mv docs ../outside; ln -s ../outside docs"],
  ] as const
) {
  Deno.test(`run: ${what} that becomes a link out of the project ends the run, and nothing is written there`, async () => {
    using stage = await runStage("- [ ] one\n");
    const name = what === "the plan" ? "PLAN.md" : "docs/PLAN.md";
    stage.put("docs/x", "");
    stage.put(name, "- [ ] one | `false`\n- [ ] two\n");
    const path = script(stage, `sed -i '1s/\\[ \\]/[x]/' ${name}\n${moves}`);
    const ran = await exits(1, stage.ralph(["run", name, "--trust", "--agent", path]));
    assertStringIncludes(ran.stdout, "became a link out of the project");
    assertStringIncludes(read(stage, ".ralph-result"), "plan-error");
    const outside = what === "the plan" ? "../outside.md" : "../outside/PLAN.md";
    assertStringIncludes(read(stage, outside), "- [x] one");
  });
}

Deno.test("run: without pointer a plan beside the code is found, and of several one has to be named", async () => {
  using stage = await runStage("- [ ] one\n");
  const dry = await stage.ok(["run", "--dry-run", ...JOB]);
  assertMatch(dry, /^PLAN\.md +1 open/m);
  assertStringIncludes(dry, "Taken as the plan: plan of this project by its open items");
  stage.put("specs/001/tasks.md", "- [ ] one\n- [ ] two\n");
  const refused = await exits(2, stage.ralph(["run", "--dry-run", ...JOB]));
  assertStringIncludes(refused.stderr, "tasks.md (2 open items)");
  assertStringIncludes(refused.stderr, "\n→ ralph run PLAN.md --dry-run ");
});

Deno.test("run: a pointer that names a plan outside the project is refused, and so is one that is a link out", async () => {
  using stage = await runStage("- [ ] one\n");
  const outside = join(stage.root, "outside.md");
  Deno.writeTextFileSync(outside, "- [ ] secret\n");
  for (const named of [outside, "../outside.md", "docs/plans/link.md"]) {
    stage.put("docs/plans/.active", named);
    if (named.endsWith("link.md")) Deno.symlinkSync(outside, join(stage.project, named));
    const ran = await stage.ralph(["run", ...JOB]);
    assertEquals(ran.code, 2, named);
    assertStringIncludes(ran.stderr, "docs/plans/.active names a plan outside the project");
  }
  Deno.removeSync(join(stage.project, "docs/plans/.active"));
  Deno.symlinkSync(outside, join(stage.project, "docs/plans/.active"));
  const linked = await exits(2, stage.ralph(["run", ...JOB]));
  assertEquals(linked.stderr.includes("secret"), false, "nothing of the file is shown");
});

Deno.test("run: work without a box beside ticked items is asked about once, and named at the end", async () => {
  for (const plan of ["- [x] one\n\n## Roadmap\n\n- Export to CSV\n", SIBLINGS]) {
    using stage = await runStage(plan);
    const named = plan === SIBLINGS ? "Task 2: B" : "Export to CSV";
    const ran = await exits(0, runScript(stage, 'printf "%s" "$1" > prompt.txt'));
    assertStringIncludes(ran.stderr + ran.stdout, `without a box: ${named}`);
    assertStringIncludes(read(stage, "prompt.txt"), `has no box:\n- ${named}\n`);
    assertMatch(ran.stdout, new RegExp(`^DONE .*left without a box: "${named}"`, "m"));
    assertEquals(stage.journal().filter(({ kind }) => kind === "iteration").length, 1);
  }
});

Deno.test("run: a resumed run does not ask about work without a box again", async () => {
  using stage = await runStage("- [x] one\n\n## Roadmap\n\n- Export to CSV\n");
  const body = 'test -e asked && echo again >again; touch asked; echo "<blocked>a key</blocked>"';
  await runScript(stage, body, ["--verify", "test -e key"]);
  stage.put("key", "");
  await exits(0, stage.ralph(["run", "--resume"]));
  assertEquals([...Deno.readDirSync(stage.project)].some(({ name }) => name === "again"), false);
});

Deno.test("run: work without a box that gets boxes is worked on", async () => {
  using stage = await runStage(SIBLINGS);
  const give = "if grep -q 'Move write' PLAN.md; then sed -i 's/^Move/- [x] Move/' PLAN.md; fi";
  const ran = await exits(0, runScript(stage, give));
  assertMatch(ran.stdout, /^DONE +All 2 items/m);
});

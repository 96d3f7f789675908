import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { agent, read, runPlan, runStage, type Stage } from "./_run_stage.ts";

const JOB = ["--agent", agent("job-tick")];

function write(stage: Stage, name: string, text: string): void {
  const path = join(stage.project, name);
  Deno.mkdirSync(join(path, ".."), { recursive: true });
  Deno.writeTextFileSync(path, text);
}

Deno.test("run: a plan that is deleted during the run is an error, never a success", async () => {
  using stage = await runStage();
  const ran = await runPlan(stage, "job-deletes-plan");
  assertEquals(ran.code, 1);
  assertStringIncludes(read(stage, ".ralph-result"), "plan-error");
  assertEquals(stage.hasLoop(), false);
});

Deno.test("run: a plan that is half-written for a moment is waited for", async () => {
  using stage = await runStage();
  const ran = await runPlan(stage, "job-rewrites-plan");
  assertEquals(ran.code, 0, ran.stderr);
});

Deno.test("run: a plan in Latin-1 keeps its bytes when a false tick is undone", async () => {
  const bytes = (box: string) =>
    Uint8Array.from(`- [${box}] H\xe4user bauen | \`false\`\r\n`, (sign) => sign.charCodeAt(0));
  using stage = await runStage(bytes(" "));
  const ran = await runPlan(stage, "job-tick", ["--trust", "--max-iterations", "1"]);
  assertEquals(ran.code, 1);
  assertStringIncludes(ran.stderr, "not valid UTF-8");
  assertEquals(Deno.readFileSync(stage.plan), bytes(" "));
});

Deno.test("run: a plan in UTF-16 is refused with a sentence", async () => {
  const text = "- [ ] one\n";
  using stage = await runStage(
    Uint8Array.from([...text].flatMap((sign) => [sign.charCodeAt(0), 0])),
  );
  const ran = await runPlan(stage, "job-tick");
  assertEquals(ran.code, 1);
  assertStringIncludes(ran.stderr, "is not text");
});

Deno.test("run: a plan without items is refused with 1", async () => {
  using stage = await runStage("# Plan\n\n```\n- [ ] only an example\n```\n");
  const ran = await runPlan(stage, "job-tick");
  assertEquals(ran.code, 1);
  assertStringIncludes(ran.stderr, "no checklist items");
});

Deno.test("run: a plan that is not there is 2, a number is explained", async () => {
  using stage = await runStage();
  assertEquals((await stage.ralph(["run", "NONE.md", ...JOB])).code, 2);
  const ran = await stage.ralph(["run", "5", ...JOB]);
  assertEquals(ran.code, 2);
  assertStringIncludes(ran.stderr, "--max-iterations 5");
});

Deno.test("run: without PLAN the pointer names it", async () => {
  using stage = await runStage();
  write(stage, "docs/plans/house.md", "- [x] walls\n");
  write(stage, "docs/plans/.active", "docs/plans/house.md\n");
  const ran = await stage.ralph(["run", ...JOB]);
  assertEquals(ran.code, 0, ran.stderr);
  assertStringIncludes(ran.stdout, "docs/plans/house.md");
});

Deno.test("run: PLAN_POINTER_OVERRIDE names another pointer", async () => {
  using stage = await runStage();
  write(stage, "other.pointer", "PLAN.md");
  write(stage, "docs/plans/.active", "nothing.md");
  const env = { PLAN_POINTER_OVERRIDE: "other.pointer" };
  const ran = await stage.ralph(["run", ...JOB], { env });
  assertEquals(ran.code, 0, ran.stderr);
  const broken = await stage.ralph(["run", ...JOB], { env: { PLAN_POINTER_OVERRIDE: "none" } });
  assertEquals(broken.code, 2);
});

Deno.test("run: without pointer the cascade of start finds it", async () => {
  using stage = await runStage();
  Deno.removeSync(stage.plan);
  write(stage, ".claude/plans/house.md", "- [x] walls of the project\n");
  const ran = await stage.ralph(["run", ...JOB]);
  assertEquals(ran.code, 0, ran.stderr);
  assertStringIncludes(ran.stdout, ".claude/plans/house.md");
});

Deno.test("run: reads every box that start counts, whatever its heading, and none in code", async () => {
  const plan = (state: string) =>
    `# Plan\n\n- [${state}] a first\n\n~~~\n- [ ] code\n~~~\n\n## Checklist\n\n- [x] one\n\n` +
    `## Notes\n\n- [x] last\n\n## Later\n\n- [ ] charts\n- [ ] sounds\n`;
  using stage = await runStage(plan(" "));
  const dry = await stage.ok(["run", "PLAN.md", ...JOB, "--dry-run"]);
  assertStringIncludes(dry, "1 open, 2 done");
  Deno.writeTextFileSync(stage.plan, plan("x"));
  const ran = await stage.ralph(["run", "PLAN.md", ...JOB]);
  assertEquals(ran.code, 0, ran.stderr);
  assertStringIncludes(ran.stdout, "3 of 5 items are ticked");
  assertStringIncludes(ran.stdout, '; 2 under "Later" left open');
});

for (
  const [what, script] of [
    ["the plan", "cp PLAN.md ../outside.md; rm PLAN.md; ln -s ../outside.md PLAN.md"],
    ["its folder", "mv docs ../outside; ln -s ../outside docs"],
  ] as const
) {
  Deno.test(`run: ${what} that becomes a link out of the project ends the run, and nothing is written there`, async () => {
    using stage = await runStage("- [ ] one\n");
    const name = what === "the plan" ? "PLAN.md" : "docs/PLAN.md";
    Deno.mkdirSync(join(stage.project, "docs"));
    Deno.writeTextFileSync(join(stage.project, name), "- [ ] one | `false`\n- [ ] two\n");
    const path = join(stage.project, "agent.sh");
    const body = `#!/bin/sh\nsed -i '1s/\\[ \\]/[x]/' ${name}\n${script}\n`;
    Deno.writeTextFileSync(path, body, { mode: 0o755 });
    const ran = await stage.ralph(["run", name, "--trust", "--agent", path]);
    assertEquals(ran.code, 1, ran.stderr);
    assertStringIncludes(ran.stderr, "became a link out of the project");
    assertStringIncludes(read(stage, ".ralph-result"), "plan-error");
    const outside = what === "the plan" ? "../outside.md" : "../outside/PLAN.md";
    assertStringIncludes(read(stage, outside), "- [x] one");
  });
}

Deno.test("run: without pointer a plan beside the code is found, and of several one has to be named", async () => {
  using stage = await runStage("- [ ] one\n");
  const dry = await stage.ok(["run", "--dry-run", ...JOB]);
  assertStringIncludes(dry, `Plan: ${stage.plan} (plan of this project by its open items), 1 open`);
  write(stage, "specs/001/tasks.md", "- [ ] one\n- [ ] two\n");
  const refused = await stage.ralph(["run", "--dry-run", ...JOB]);
  assertEquals(refused.code, 2);
  assertStringIncludes(refused.stderr, "tasks.md (2 open items)");
  assertStringIncludes(refused.stderr, "Hint: Name the one you mean: ralph run PLAN.md");
});

Deno.test("run: a pointer that names a plan outside the project is refused, and so is one that is a link out", async () => {
  using stage = await runStage("- [ ] one\n");
  const outside = join(stage.root, "outside.md");
  Deno.writeTextFileSync(outside, "- [ ] secret\n");
  for (const named of [outside, "../outside.md", "docs/plans/link.md"]) {
    write(stage, "docs/plans/.active", named);
    if (named.endsWith("link.md")) Deno.symlinkSync(outside, join(stage.project, named));
    const ran = await stage.ralph(["run", ...JOB]);
    assertEquals(ran.code, 2, named);
    assertStringIncludes(ran.stderr, "docs/plans/.active names a plan outside the project");
  }
  Deno.removeSync(join(stage.project, "docs/plans/.active"));
  Deno.symlinkSync(outside, join(stage.project, "docs/plans/.active"));
  const linked = await stage.ralph(["run", ...JOB]);
  assertEquals(linked.code, 2);
  assertEquals(linked.stderr.includes("secret"), false, "nothing of the file is shown");
});

Deno.test("run: work without a box beside ticked items is named, for no agent gets it", async () => {
  using stage = await runStage("- [ ] one\n\n## Roadmap\n\n- Export to CSV\n");
  const ran = await runPlan(stage, "job-tick");
  assertEquals(ran.code, 0, ran.stderr);
  assertStringIncludes(ran.stderr, 'this has no box, so no agent gets it: "Export to CSV"');
});

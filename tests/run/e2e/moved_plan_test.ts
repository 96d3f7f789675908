/** A run goes by the plan's items: moved, archived or removed when done, and named if they were removed. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { exits, read, runScript, runStage, script, type Stage, TICK } from "./_run_stage.ts";

const COMMIT = "git -c user.name=agent -c user.email=agent@example.org commit -q";
const SAVE = `git add -A; ${COMMIT} -m work`;

function withGit(stage: Stage): Stage {
  stage.git("init", "-q", "-b", "main");
  stage.git("add", "-A");
  stage.git("commit", "-qm", "plan");
  return stage;
}

for (const how of ["git mv", "mv"]) {
  Deno.test(`run: a plan that is archived with ${how} when it is done is complete`, async () => {
    using stage = withGit(await runStage("- [ ] one\n- [ ] two\n"));
    const ran = await exits(
      0,
      runScript(
        stage,
        `${TICK}; ${TICK}; ${SAVE}; mkdir -p docs/completed; ${how} PLAN.md docs/completed/; ${SAVE}`,
      ),
    );
    assertStringIncludes(ran.stdout, "All 2 items");
    assertStringIncludes(ran.stdout + ran.stderr, "PLAN.md is now docs/completed/PLAN.md");
  });
}

Deno.test("run: a plan that moves with open items is worked off at its new place, and resumed there", async () => {
  using stage = withGit(await runStage("- [ ] one\n- [ ] two\n"));
  const agent = script(
    stage,
    `if test -f PLAN.md; then ${TICK}; mkdir -p plans; mv PLAN.md plans/a.md; else
sed -i '0,/- \\[ \\]/s//- [x]/' plans/*.md; fi`,
  );
  await stage.ralph(["run", "PLAN.md", "--agent", agent, "--max-iterations", "1"]);
  assertStringIncludes(read(stage, "plans/a.md"), "- [ ] two");
  Deno.renameSync(`${stage.project}/plans/a.md`, `${stage.project}/plans/b.md`);
  const ran = await exits(0, stage.ralph(["run", "--resume", "--max-iterations", "2"]));
  assertStringIncludes(ran.stdout, "All 2 items");
});

Deno.test("run: a plan that is removed when its last commit has no open item is complete", async () => {
  using stage = withGit(await runStage("- [ ] one\n- [ ] two\n"));
  const body = `${TICK}; ${TICK}; ${SAVE}; git rm -q PLAN.md; ${COMMIT} -m removed`;
  const ran = await exits(0, runScript(stage, body));
  assertStringIncludes(ran.stdout, "All 2 items");
});

Deno.test("run: --resume over a plan that was removed when it was done is complete", async () => {
  using stage = withGit(await runStage("- [ ] one\n- [ ] two\n"));
  await exits(3, runScript(stage, `${TICK}; ${SAVE}`, ["--max-iterations", "1"]));
  stage.put("PLAN.md", "- [x] one\n- [x] two\n");
  stage.git("commit", "-qam", "done");
  stage.git("rm", "-q", "PLAN.md");
  stage.git("commit", "-qm", "removed");
  const ran = await exits(0, stage.ralph(["run", "--resume"]));
  assertStringIncludes(ran.stdout, "All 2 items");
});

Deno.test("run: what the last commit of a removed plan has ticked is not open", async () => {
  using stage = withGit(await runStage("- [ ] one\n- [ ] two\n"));
  const ran = await exits(1, runScript(stage, `${TICK}; ${SAVE}; rm PLAN.md`));
  assertStringIncludes(ran.stdout + ran.stderr, "1 of 2 items done");
  assertStringIncludes(ran.stdout + ran.stderr, "git checkout");
});

Deno.test("run: an item that was removed unfinished is asked about once, and named as removed", async () => {
  using stage = withGit(await runStage("- [x] zero\n- [ ] one\n- [ ] two\n"));
  const body = `printf '%s' "$1" | grep -q 'no longer in it' && touch asked
sed -i '/one/d' PLAN.md; ${TICK}`;
  const ran = await exits(0, runScript(stage, body));
  assertEquals(read(stage, "asked"), "");
  assertStringIncludes(ran.stdout, '1 removed unfinished: "one"');
  const result = read(stage, ".ralph-result");
  assertStringIncludes(result, "## Removed unfinished");
  assertEquals(result.includes("it is still open"), false);
});

for (const isTracked of [true, false]) {
  const how = isTracked ? "tracked" : "untracked";
  Deno.test(`run: with several agents, a plan that is ${how} moves with its notes when all is done`, async () => {
    using stage = await runStage("# Plan\n\n- [ ] one [parallel]\n- [ ] two [parallel]\n");
    stage.put("a.txt", "a\n");
    withGit(stage);
    if (!isTracked) {
      stage.git("rm", "-q", "--cached", "PLAN.md");
      stage.git("commit", "-qm", "untracked");
    }
    const agent = script(
      stage,
      `plan=$(printf '%s\\n' "$1" | sed -n 's/^- Plan: //p' | head -n 1)
case "$1" in *'[ ] one'*) item=one ;; *) item=two ;; esac
echo "$item noted" >>"\${plan%.md}.progress.md"
sed -i "s/\\[ \\] $item/[x] $item/" "$plan"
mkdir -p completed && mv PLAN.md PLAN.progress.md completed/`,
    );
    const ran = await exits(
      0,
      stage.ralph(["run", "PLAN.md", "--agent", agent, "--parallel", "2"]),
    );
    assertStringIncludes(ran.stdout, "All 2 items");
    assertStringIncludes(ran.stdout + ran.stderr, "PLAN.md is now completed/PLAN.md");
    const text = "# Plan\n\n- [x] one [parallel]\n- [x] two [parallel]\n";
    assertEquals(read(stage, "completed/PLAN.md"), text);
    const notes = read(stage, "completed/PLAN.progress.md").trim().split("\n").toSorted();
    assertEquals(notes, ["one noted", "two noted"]);
    assertEquals([...Deno.readDirSync(stage.project)].filter(({ name }) => /^PLAN/.test(name)), []);
    const tracked = stage.git("ls-files", "completed", "PLAN.md").split("\n").filter(Boolean);
    assertEquals(tracked.includes("completed/PLAN.md"), isTracked);
    assertEquals(stage.git("status", "--porcelain", "--untracked-files=no"), "");
  });
}

/** The branch of a parallel run that somebody moves meanwhile: an agent, or the user. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { gitLines, isKept, oddAgent, repositoryStage, runOdd } from "./_parallel_stage.ts";
import type { Stage } from "./_run_stage.ts";
import { exits } from "../../e2e/_run.ts";

/** Makes a repository of two commits. */
async function twoCommits(): Promise<Stage> {
  const stage = await repositoryStage(["odd [parallel]", "write b.txt [parallel]"]);
  stage.put("kept.txt", "the user's\n");
  stage.git("add", "-A");
  stage.git("commit", "-q", "-m", "second");
  return stage;
}

const heads = (stage: Stage) => gitLines(stage, "rev-parse", "main").join();

const MOVES: readonly (readonly [string, string])[] = [
  ["back", "git update-ref refs/heads/main HEAD~1"],
  [
    "aside",
    "git update-ref refs/heads/main $(git -c user.name=a -c user.email=a@b.c commit-tree -m aside HEAD^{tree})",
  ],
];

for (const [where, move] of MOVES) {
  Deno.test(`run branch: an agent that moves it ${where} ends the run, and nothing is merged on it`, async () => {
    using stage = await twoCommits();
    const before = heads(stage);
    const ran = await runOdd(stage, `echo odd >odd.txt; ${move}; tick`, ["--sandbox", "none"]);
    assertEquals(ran.code, 4, ran.stdout + ran.stderr);
    assertStringIncludes(ran.stdout, "The branch main was moved to");
    assertStringIncludes(ran.stdout, `does not contain ${before.slice(0, 12)}`);
    const [, back] = /all files: (git reset --soft \w+)/.exec(ran.stdout) ?? [];
    assert(back !== undefined, ran.stdout);
    assert(isKept(stage, "odd.txt", "odd"), "the agent's work is on its branch");
    stage.git(...back.split(" ").slice(1));
    assertEquals([heads(stage), stage.git("status", "--porcelain")], [before, ""]);
  });
}

Deno.test("run branch: an agent that moves it to its own commit ends the run", async () => {
  using stage = await twoCommits();
  const script =
    `echo odd >odd.txt; git add odd.txt; commit -m mine; git update-ref refs/heads/main HEAD; tick`;
  const ran = await exits(4, runOdd(stage, script, ["--sandbox", "none"]));
  assertStringIncludes(ran.stdout, "a commit of the agent on ralph/plan/1-odd");
});

Deno.test("run branch: the user's own commits go on, also merges, while agents work", async () => {
  using stage = await twoCommits();
  const top = stage.project;
  const script = `echo odd >odd.txt
git -C '${top}' -c user.name=u -c user.email=u@v.w commit -q --allow-empty -m mine
git -C '${top}' branch -q side HEAD~1
git -C '${top}' -c user.name=u -c user.email=u@v.w merge -q --no-ff -m merged side
tick`;
  const path = oddAgent(stage, script);
  await exits(
    0,
    stage.ralph(
      ["run", "PLAN.md", "--agent", path, "--sandbox", "none", "--parallel", "2"],
    ),
  );
  const titles = gitLines(stage, "log", "--format=%s", "main");
  assert(titles.includes("mine") && titles.includes("odd"), titles.join());
});

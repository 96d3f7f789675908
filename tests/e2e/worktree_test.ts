/** The work is the repository: a session may work in a worktree of it, or on a branch. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { basename, join } from "@std/path";
import { gitIn } from "../_project.ts";
import {
  type Answer,
  begin,
  continuationOf,
  makeStage,
  promptOf,
  type Stage,
  type StageOptions,
} from "./_stage.ts";

const MESSAGE = "I went on with the next part and committed it.";
const PLAN = "# Plan\n\n- [ ] one\n- [ ] two\n";

/** A loop in a repository that ignores the worktrees of Claude Code. */
async function makeRepository(
  options: StageOptions = {},
  files: Readonly<Record<string, string>> = {},
): Promise<Stage & { readonly tree: string }> {
  const stage = await makeStage({ plan: PLAN, ...options, start: null });
  stage.git("init", "-q", "-b", "main");
  stage.put(".gitignore", ".claude/worktrees/\n");
  for (const [name, text] of Object.entries(files)) stage.put(name, text);
  stage.git("add", "-A");
  stage.git("commit", "-q", "-m", "Begin");
  const tree = join(stage.project, ".claude/worktrees/feat");
  stage.git("worktree", "add", "-q", "-b", "feat", tree);
  await begin(stage, ["-f", "PLAN.md", "--until-done", ...options.start ?? []]);
  return Object.assign(stage, { tree });
}

function commit(folder: string): void {
  gitIn(folder, "commit", "-q", "--allow-empty", "-m", crypto.randomUUID());
}

Deno.test("worktree: commits in it are progress", async () => {
  using stage = await makeRepository();
  for (let turn = 1; turn <= 8; turn++) {
    commit(stage.tree);
    const answer = await stage.turn({ message: MESSAGE, fields: { cwd: stage.tree } });
    assert(continuationOf(answer) !== null, `turn ${turn}: ${JSON.stringify(answer)}`);
  }
  for (let turn = 1; turn <= 5; turn++) await stage.turn({ message: MESSAGE });
  assert(!stage.hasLoop(), "without a commit it is stuck as ever");
});

Deno.test("worktree: commits in it are counted and named", async () => {
  using stage = await makeRepository();
  commit(stage.project);
  gitIn(stage.tree, "commit", "-q", "--allow-empty", "-m", "Begin the feature");
  gitIn(stage.tree, "commit", "-q", "--allow-empty", "-m", "Finish the feature");
  await stage.turn();
  const { commits, totals } = JSON.parse(await stage.ok(["report", "--json"]));
  assertEquals(totals.commits, 3);
  const named = commits.map(({ branch, subject }: Answer) => [branch, subject]).slice(1);
  assertEquals(named, [["feat", "Begin the feature"], ["feat", "Finish the feature"]]);
  assertStringIncludes(await stage.ok([]), "Finish the feature (feat)");
  assertStringIncludes(await stage.ok(["history", basename(stage.loopDir())]), "committed on feat");
});

Deno.test("worktree: commits on branches that are left again are progress", async () => {
  using stage = await makeRepository();
  for (let turn = 1; turn <= 8; turn++) {
    stage.git("checkout", "-q", "-b", `part-${turn}`);
    commit(stage.project);
    stage.git("checkout", "-q", "main");
    const answer = await stage.turn({ message: MESSAGE });
    assert(continuationOf(answer) !== null, `turn ${turn}: ${JSON.stringify(answer)}`);
  }
});

Deno.test("worktree: edits in it, and in a repository that the outer one ignores, are progress", async () => {
  using stage = await makeRepository({}, { ".gitignore": ".claude/worktrees/\ninner/\n" });
  const inner = join(stage.project, "inner");
  Deno.mkdirSync(inner);
  gitIn(inner, "init", "-q");
  for (let turn = 1; turn <= 8; turn++) {
    Deno.writeTextFileSync(join(stage.tree, "work.txt"), `${turn}`);
    const answer = await stage.turn({ message: MESSAGE, fields: { cwd: stage.tree } });
    assert(continuationOf(answer) !== null, `turn ${turn}: ${JSON.stringify(answer)}`);
  }
  const other = "I continue inside of the other repository, which is not tracked here.";
  for (let turn = 1; turn <= 8; turn++) {
    Deno.writeTextFileSync(join(inner, "work.txt"), `${turn}`);
    const answer = await stage.turn({ message: other });
    assert(continuationOf(answer) !== null, `turn ${turn}: ${JSON.stringify(answer)}`);
  }
});

Deno.test("worktree: a tick that left with its branch is named until it is here", async () => {
  using stage = await makeRepository();
  stage.git("checkout", "-q", "-b", "feature-1");
  Deno.writeTextFileSync(stage.plan, PLAN.replace("[ ]", "[x]"));
  stage.git("commit", "-q", "-a", "-m", "Do one");
  const commit = stage.git("rev-parse", "--short=7", "HEAD");
  stage.git("checkout", "-q", "main");
  const prompt = promptOf(await stage.turn());
  assertStringIncludes(prompt, `committed on the branch \`feature-1\` (${commit})`);
  assertStringIncludes(prompt, 'ticked there: "one"');
  const again = promptOf(await stage.turn());
  assertStringIncludes(again, `An earlier turn committed on the branch \`feature-1\` (${commit})`);
  assertStringIncludes(again, 'ticked there: "one"');
  stage.git("merge", "-q", "feature-1");
  assert(!promptOf(await stage.turn()).includes("feature-1"), "its ticks are here");
});

Deno.test("worktree: a branch without a tick is named until its commits are here, or it is gone", async () => {
  using stage = await makeRepository();
  for (const name of ["part-1", "part-2"]) {
    stage.git("checkout", "-q", "-b", name, "main");
    stage.put(`${name}.txt`, "done");
    stage.git("add", "-A");
    stage.git("commit", "-q", "-m", "Do a part");
  }
  stage.git("checkout", "-q", "main");
  assertStringIncludes(promptOf(await stage.turn()), "on the branch `part-1`");
  for (let turn = 1; turn <= 2; turn++) {
    const again = promptOf(await stage.turn());
    assertStringIncludes(again, "An earlier turn committed on the branch `part-1`");
    assertStringIncludes(again, "An earlier turn committed on the branch `part-2`");
  }
  stage.git("cherry-pick", "part-1");
  const picked = promptOf(await stage.turn());
  assert(!picked.includes("`part-1`"), "its commit is here");
  assertStringIncludes(picked, "`part-2`");
  stage.git("branch", "-q", "-D", "part-2");
  commit(stage.project);
  assert(!promptOf(await stage.turn()).includes("`part-2`"), "there is nothing to merge");
});

Deno.test("worktree: an end names the branch that was not merged, and the line that merges it", async () => {
  using stage = await makeRepository();
  stage.git("checkout", "-q", "-b", "feature-1");
  commit(stage.project);
  stage.git("checkout", "-q", "main");
  let answer = await stage.turn({ message: MESSAGE });
  for (let turn = 1; turn <= 6 && stage.hasLoop(); turn++) {
    answer = await stage.turn({ message: MESSAGE });
  }
  assert(!stage.hasLoop(), "it is stuck");
  assertMatch(
    answer["systemMessage"],
    /stuck\. .*; the branch `feature-1` is not merged \(git merge feature-1\)/,
  );
});

Deno.test("worktree: a session that leaves all items on a branch twice needs a person to merge it", async () => {
  using stage = await makeRepository();
  stage.git("checkout", "-q", "-b", "feature-1");
  Deno.writeTextFileSync(stage.plan, PLAN.replaceAll("[ ]", "[x]"));
  stage.git("commit", "-q", "-a", "-m", "Do all");
  stage.git("checkout", "-q", "main");
  assertStringIncludes(promptOf(await stage.turn()), "merge it");
  const { systemMessage } = await stage.turn({ message: "I have done all of it." });
  assertMatch(
    systemMessage,
    /blocked, it needs you: merge the branch `feature-1`, where "one" and 1 more are ticked: git merge feature-1/,
  );
  assert(!stage.hasLoop());
});

Deno.test("worktree: a session goes on while an item is open that is not ticked on a branch", async () => {
  using stage = await makeRepository();
  stage.git("checkout", "-q", "-b", "feature-1");
  Deno.writeTextFileSync(stage.plan, PLAN.replace("[ ]", "[x]"));
  stage.git("commit", "-q", "-a", "-m", "Do one");
  stage.git("checkout", "-q", "main");
  for (let turn = 1; turn <= 3; turn++) promptOf(await stage.turn());
  assert(stage.hasLoop());
});

const TESTED = { "test.sh": "exit 0\n" };

Deno.test("worktree: checks run in the tree that the session works in", async () => {
  using stage = await makeRepository({ start: ["--verify", "sh test.sh"] }, TESTED);
  Deno.writeTextFileSync(join(stage.tree, "test.sh"), "echo broken here; exit 1\n");
  Deno.writeTextFileSync(stage.plan, PLAN.replaceAll("[ ]", "[x]"));
  const fields = { cwd: stage.tree };
  const failed = promptOf(await stage.turn({ fields }));
  assertStringIncludes(failed, "broken here");
  Deno.writeTextFileSync(join(stage.tree, "test.sh"), "exit 0\n");
  const { systemMessage } = await stage.turn({ fields });
  assertMatch(
    systemMessage,
    /Checks passed in the checkout of feat in \.claude\/worktrees\/feat: `sh test\.sh`/,
  );
});

Deno.test("worktree: an end names the checkout that was judged while other branches have commits", async () => {
  using stage = await makeRepository({ start: ["--verify", "sh test.sh"] }, TESTED);
  commit(stage.tree);
  await stage.turn();
  Deno.writeTextFileSync(stage.plan, PLAN.replaceAll("[ ]", "[x]"));
  const { systemMessage } = await stage.turn();
  assertStringIncludes(systemMessage, "Checks passed in the checkout of main: `sh test.sh`");
});

Deno.test("worktree: a plan that is ticked in its copy counts while the session works there", async () => {
  using stage = await makeRepository();
  Deno.writeTextFileSync(join(stage.tree, "PLAN.md"), PLAN.replaceAll("[ ]", "[x]"));
  assert(continuationOf(await stage.turn()) !== null, "the session works in the project");
  const { systemMessage } = await stage.turn({ fields: { cwd: stage.tree } });
  assertMatch(
    systemMessage,
    /All 2 items of PLAN\.md are ticked.* the checkout of feat in \.claude\/worktrees\/feat/,
  );
});

Deno.test("worktree: a plan that is ticked and archived in its copy is done", async () => {
  using stage = await makeRepository();
  const [from, to] = [join(stage.tree, "PLAN.md"), join(stage.tree, "docs/completed/PLAN.md")];
  Deno.mkdirSync(join(to, ".."), { recursive: true });
  Deno.writeTextFileSync(from, PLAN.replaceAll("[ ]", "[x]"));
  gitIn(stage.tree, "mv", "PLAN.md", "docs/completed/PLAN.md");
  gitIn(stage.tree, "commit", "-qam", "Archive the plan");
  await stage.turn({ message: "Both items are done.", fields: { cwd: stage.tree } });
  assert(!stage.hasLoop());
  assertStringIncludes(await stage.ok([]), "DONE");
});

Deno.test("worktree: a plan that is removed unfinished in its copy is open in the project", async () => {
  using stage = await makeRepository();
  gitIn(stage.tree, "rm", "-q", "PLAN.md");
  gitIn(stage.tree, "commit", "-qm", "Remove the plan");
  const answer = await stage.turn({ message: MESSAGE, fields: { cwd: stage.tree } });
  assertStringIncludes(promptOf(answer), "one");
});

Deno.test("worktree: a folder that only says that it is a worktree is none", async () => {
  using stage = await makeRepository({ start: ["--verify", "sh test.sh"] }, {
    "test.sh": "exit 1\n",
  });
  const fake = join(stage.root, "fake");
  Deno.mkdirSync(fake);
  Deno.writeTextFileSync(join(fake, "test.sh"), "exit 0\n");
  Deno.copyFileSync(join(stage.tree, ".git"), join(fake, ".git"));
  Deno.writeTextFileSync(stage.plan, PLAN.replaceAll("[ ]", "[x]"));
  assertStringIncludes(promptOf(await stage.turn({ fields: { cwd: fake } })), "sh test.sh");
  assertEquals(stage.hasLoop(), true);
});

/**
 * `ralph run --parallel` with agents that misuse git in their worktrees: no work may be lost, and
 * nothing but the work may be merged.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { exits, read, type Stage } from "./_run_stage.ts";
import { gitLines, isKept, ITEMS, planOf, repositoryStage, runOdd } from "./_parallel_stage.ts";

/** What an agent does, after which its work in `$w` has to be merged as if it had not. */
const HARMLESS: Readonly<Record<string, string>> = {
  "commits its tick with everything": `echo w >"$w"; tick; git add -A; commit -m mine`,
  "switches to a branch of its own":
    `git switch -q -c mine; echo w >"$w"; git add -A; commit -m mine; tick`,
  "detaches HEAD": `git checkout -q --detach; echo w >"$w"; git add -A; commit -m mine; tick`,
  "deletes its branch":
    `b=$(git branch --show-current); git checkout -q --detach; git branch -q -D "$b"; echo w >"$w"; tick`,
  "leaves a lock of the index": `echo w >"$w"; tick; : >"$(git rev-parse --git-dir)/index.lock"`,
  "leaves a rebase":
    `echo w >"$w"; git add -A; commit -m mine -- "$w"; git stash -q; GIT_SEQUENCE_EDITOR='sed -i s/pick/edit/' git rebase -q -i HEAD~1 2>/dev/null; git stash pop -q; tick`,
  "stages some files": `echo w >"$w"; git add "$w"; echo n >>PLAN.progress.md; tick`,
  "merges the run's branch":
    `echo w >"$w"; sleep 1; git add "$w"; commit -m mine; git -c user.name=a -c user.email=a@b.c merge -q main -m merged; tick`,
};

Deno.test("parallel: the work of an agent that misuses git without harm is merged", async () => {
  const items = Object.keys(HARMLESS).map((name) => `odd ${name} [parallel]`);
  using stage = await repositoryStage(items);
  const cases = Object.values(HARMLESS).map((script, at) => `"${items[at]}") ${script} ;;`);
  const script = `w=$(echo "$item" | tr -dc a-zHEAD).txt; case "$item" in ${cases.join("\n")} esac`;
  await exits(0, runOdd(stage, script.replaceAll("echo w >", 'echo "$item" >')));
  for (const item of items) {
    assertEquals(stage.git("show", `main:${item.replaceAll(/[^a-zHEAD]/g, "")}.txt`), item);
  }
  assertEquals(read(stage, "PLAN.md"), planOf(items).replaceAll("[ ]", "[x]"));
  assertEquals(gitLines(stage, "status", "--porcelain", "--untracked-files=no"), []);
  assertEquals(gitLines(stage, "worktree", "list").length, 1);
  const branches = gitLines(stage, "branch", "--list", "ralph/*");
  assertEquals(branches, [], "no branch without work of its own stays");
});

/** What an agent does, after which its work is not merged, and kept. */
const KEPT: Readonly<Record<string, string>> = {
  "leaves a conflict": `echo w >w.txt; git add -A; commit -m mine -- w.txt
    git checkout -q -b other$$ HEAD~1; echo v >w.txt; git add w.txt; commit -m other -- w.txt
    git -c user.name=a -c user.email=a@b.c merge -q - >/dev/null; echo w >kept.txt; tick`,
  "adds a repository":
    `mkdir nested; git init -q nested; cd nested; echo w >kept.txt; git add -A; commit -m n; cd ..; tick`,
  "adds a repository without a commit":
    `mkdir nested; git init -q nested; echo w >nested/kept.txt; tick`,
  "leaves two branches":
    `echo w >kept.txt; git add kept.txt; commit -m mine; git switch -q -c other$$ HEAD~1; echo v >v.txt; git add v.txt; commit -m v; tick`,
};

for (const [name, script] of Object.entries(KEPT)) {
  Deno.test(`parallel: the work of an agent that ${name} is kept and named`, async () => {
    using stage = await repositoryStage();
    const ran = await runOdd(stage, script);
    const path = name.includes("repository") ? "nested/kept.txt" : "kept.txt";
    assert(isKept(stage, path, "w"), ran.stdout + ran.stderr);
    assertEquals(stage.git("show", "main:b.txt"), ITEMS[1]);
    assertEquals(ran.code, 1, ran.stdout + ran.stderr);
    assertStringIncludes(read(stage, "PLAN.md"), "- [ ] odd");
    assertStringIncludes(read(stage, ".ralph-result"), "ralph/plan/1-odd");
    const status = await stage.ralph(["status"]);
    const left = name.includes("repository") ? "ralph run --clean" : "ralph/plan/1-odd";
    assertStringIncludes(status.stdout, left);
    await stage.ok(["run", "--clean"]);
    assert(isKept(stage, path, "w"), "also after --clean");
  });
}

Deno.test("parallel: a worktree that its agent removed counts as not completed", async () => {
  using stage = await repositoryStage();
  await exits(1, runOdd(stage, `tick; rm -rf "$PWD"`));
  assertEquals(stage.git("show", "main:b.txt"), ITEMS[1]);
  assertEquals(gitLines(stage, "worktree", "list").length, 1);
});

function untrackPlan(stage: Stage): void {
  stage.git("rm", "-q", "--cached", "PLAN.md");
  stage.git("commit", "-q", "-m", "the plan is mine");
}

Deno.test("parallel: a plan that git does not track never gets into the history", async () => {
  using stage = await repositoryStage();
  untrackPlan(stage);
  await exits(0, runOdd(stage, `echo w >w.txt; tick; git add -A; commit -m mine`));
  assertEquals(stage.git("show", "main:w.txt"), "w");
  assertEquals(gitLines(stage, "log", "--format=%h", "main~2..main", "--", "PLAN.md"), []);
  assertEquals(read(stage, "PLAN.md"), planOf(ITEMS).replaceAll("[ ]", "[x]"));
});

Deno.test("parallel: no commit has what worktree_setup made, and no link replaces a folder", async () => {
  // The usual line, which ignores a folder, but not a link.
  using stage = await repositoryStage(ITEMS, { ".gitignore": "node_modules/\n" });
  const modules = join(stage.project, "node_modules");
  Deno.mkdirSync(modules);
  Deno.writeTextFileSync(join(modules, "mine.js"), "mine");
  Deno.mkdirSync(join(stage.home, ".claude/ralph"));
  Deno.writeTextFileSync(
    join(stage.home, ".claude/ralph/config.json"),
    '{"worktree_setup":["link:node_modules","echo made >made.txt"]}',
  );
  const script = `test -L node_modules && echo w >w.txt; tick; git add -A; commit -m mine`;
  await exits(0, runOdd(stage, script));
  assertEquals(Deno.lstatSync(modules).isDirectory, true);
  assertEquals(read(stage, "node_modules/mine.js"), "mine");
  assertEquals(gitLines(stage, "log", "--format=%s", "--", "node_modules", "made.txt"), []);
  assertEquals(stage.git("show", "main:w.txt"), "w");
});

Deno.test("parallel: a merge never overwrites the user's ignored files", async () => {
  using stage = await repositoryStage(ITEMS, { ".gitignore": ".env\n" });
  stage.put(".env", "KEY=mine\n");
  const script = `until git cat-file -e main:b.txt 2>/dev/null; do sleep 0.05; done
    echo KEY=theirs >.env; git add -f .env; commit -m mine; tick`;
  const ran = await runOdd(stage, script);
  assertEquals(read(stage, ".env"), "KEY=mine\n");
  assertEquals(ran.code, 1, ran.stdout + ran.stderr);
  assert(isKept(stage, ".env", "KEY=theirs"));
  const kept = gitLines(stage, "log", "--format=%s", "main..ralph/plan/1-odd");
  assertEquals(kept, ["mine"], "no commit ticks the plan, and none takes that back");
});

/** Configurations that do not exclude each other: each line alone stops a git that heeds it. */
const CONFIGS: Readonly<Record<string, string>> = {
  "line ends, rebases and merges without fast-forward":
    "[core]\n\tautocrlf = true\n\tsafecrlf = true\n[merge]\n\tff = false\n[pull]\n\trebase = true\n" +
    "[rebase]\n\tautostash = true\n\tupdateRefs = true\n\trebaseMerges = true\n\tautoSquash = true\n",
  "hooks, signed commits, no identity and other programs for differences":
    "[core]\n\thooksPath = HOME/hooks\n\tpager = false\n[user]\n\tuseConfigOnly = true\n" +
    "[commit]\n\tgpgsign = true\n\tcleanup = strip\n\tverbose = true\n[tag]\n\tgpgsign = true\n" +
    "[diff]\n\texternal = false\n\tnoprefix = true\n",
  "merges that are squashed, and only of signed commits":
    '[branch "main"]\n\tmergeOptions = --squash\n[merge]\n\tverifySignatures = true\n',
};

for (const [name, config] of Object.entries(CONFIGS)) {
  Deno.test(`parallel: the user's git configuration does not matter: ${name}`, async () => {
    using stage = await repositoryStage(["# odd [parallel]", "write b.txt [parallel]"]);
    const hooks = join(stage.home, "hooks");
    Deno.mkdirSync(hooks);
    for (const hook of ["pre-commit", "post-checkout", "pre-rebase", "post-merge"]) {
      Deno.writeTextFileSync(join(hooks, hook), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    }
    Deno.writeTextFileSync(
      join(stage.home, ".gitconfig"),
      config.replace("HOME", () => stage.home),
    );
    await exits(0, runOdd(stage, "", [], { GIT_INDEX_FILE: "/nonexistent/index" }));
    assertEquals(read(stage, "PLAN.md").includes("[ ]"), false);
    assertEquals(gitLines(stage, "log", "--format=%h").length, 3);
  });
}

Deno.test("parallel: a check that ends does not end an agent that started meanwhile", async () => {
  using stage = await repositoryStage(["odd one [parallel]", "odd two [parallel]"]);
  const { home, project } = stage;
  const until = (condition: string) => `until ${condition}; do sleep 0.05; done`;
  // The second item's first agent ends during the check of the first item, its second one after it.
  const script = `if [ "$item" = "odd one [parallel]" ]; then echo w >w.txt; tick
    elif mkdir '${home}/first' 2>/dev/null; then ${until(`[ -e '${home}/checking' ]`)}
    else : >'${home}/second'
      ${until(`git -C '${project}' cat-file -e main:w.txt 2>/dev/null`)}; tick; fi`;
  const check = `: >'${home}/checking'; ${until(`[ -e '${home}/second' ]`)}`;
  await exits(0, runOdd(stage, script, ["--verify", check]));
  assertStringIncludes(read(stage, ".ralph-result"), "- **Iterations:** 3\n");
});

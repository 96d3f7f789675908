/**
 * An agent in a sandbox has a repository of its own: its commits become the user's, and nothing
 * else that it does to git ever meets the user's git.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs/exists";
import { join } from "@std/path";
import { gitIn } from "../../_project.ts";
import { needs } from "../../_tools.ts";
import { attempt } from "../../../src/error.ts";
import { oddAgent, pathWithGit, planOf, repositoryStage } from "./_parallel_stage.ts";
import { exits, isThere, read, runStage, type Stage, startRun, waitFor } from "./_run_stage.ts";

const BOX = ["--sandbox", "bwrap"];
const IDENTITY = "git -c user.name=Ada -c user.email=ada@b.c";

const sandbox = needs("bwrap");

function runWith(stage: Stage, script: string, args: readonly string[] = [], cwd = stage.project) {
  const command = ["run", "PLAN.md", "--agent", oddAgent(stage, script), ...BOX, ...args];
  return stage.ralph(command, { cwd });
}

/** The words of an agent that waits for what the user does. */
const WAIT = ": >ready; while [ ! -e go ]; do sleep 0.05; done";

/** Runs an agent, and acts while it waits. */
async function actBeside(stage: Stage, script: string, act: () => void): Promise<void> {
  const ran = runWith(stage, script);
  await waitForFile(stage, "ready");
  act();
  stage.put("go", "");
  await exits(0, ran);
}

/** Starts a run, and kills it once it is ready. */
async function killWhenReady(stage: Stage, script: string, args: readonly string[] = []) {
  const run = startRun(stage, ["PLAN.md", "--agent", oddAgent(stage, script), ...BOX, ...args]);
  await waitForFile(stage, "ready");
  run.child.kill("SIGKILL");
  await run.done;
}

const waitForFile = (stage: Stage, name: string) => waitFor(() => isThere(stage, name), name);

/** The repositories of agents and checks that are on this machine. */
function repositoriesOf({ home }: Stage): string[] {
  const all = join(home, ".local/state/ralph/repositories");
  return (attempt(() => [...Deno.readDirSync(all)]) ?? []).flatMap(({ name: id }) =>
    [...Deno.readDirSync(join(all, id))].map(({ name }) => join(all, id, name))
  ).sort();
}

/** The branches that keep what the run's branch cannot have. */
function leftBranches({ project }: Stage): string[] {
  const format = "--format=%(refname:lstrip=2)";
  return gitIn(project, "for-each-ref", format, "refs/heads/ralph/left").split("\n");
}

/** What git says of the user's tree. */
function statusOf(folder: string): string {
  return gitIn(folder, "status", "--porcelain", "--untracked-files=no");
}

sandbox.test(
  "repository: commits keep message and author; staged and changed files of the user stay so",
  async () => {
    using stage = await repositoryStage(["odd"], { "staged.txt": "1\n", "changed.txt": "1\n" });
    const { project } = stage;
    stage.put("staged.txt", "2\n");
    stage.git("add", "staged.txt");
    stage.put("changed.txt", "2\n");
    const script = `echo w >w.txt; tick; git add w.txt
    ${IDENTITY} commit -q -m "feat: w" -m "Because." -- w.txt`;
    await exits(0, runWith(stage, script));
    const log = stage.git("log", "-1", "--format=%an|%s|%b");
    assertEquals(log.trim(), "Ada|feat: w|Because.");
    assertEquals(stage.git("show", "--format=", "--name-only", "HEAD"), "w.txt");
    assertEquals(
      statusOf(project),
      "M PLAN.md\n M changed.txt\nM  staged.txt".replace(/^M/, " M").trim(),
    );
    assertEquals(read(stage, "w.txt"), "w\n");
  },
);

sandbox.test("repository: where the user commits meanwhile, both are on the branch", async () => {
  using stage = await repositoryStage(["odd"], { "mine.txt": "1\n" });
  const script = `echo w >w.txt; git add w.txt; ${IDENTITY} commit -q -m agent; ${WAIT}; tick`;
  await actBeside(stage, script, () => {
    stage.put("mine.txt", "2\n");
    stage.git("commit", "-q", "-m", "mine", "mine.txt");
  });
  const subjects = stage.git("log", "--format=%s").split("\n").toSorted();
  assertEquals(subjects, ["Merge an agent's commits", "agent", "first", "mine"]);
  assertEquals(statusOf(stage.project), "M PLAN.md");
  assertEquals(stage.git("branch", "--list", "ralph/*"), "");
});

sandbox.test("repository: commits that the branch cannot have are kept on another one", async () => {
  using stage = await repositoryStage(["odd"]);
  const before = stage.git("rev-parse", "HEAD");
  const script = `git checkout -q --orphan other; ${IDENTITY} commit -q -m aside
    git checkout -q -f main; git checkout -q -b more; ${IDENTITY} commit -q --allow-empty -m more
    git checkout -q main; tick`;
  await exits(0, runWith(stage, script));
  assertEquals(stage.git("rev-parse", "HEAD"), before);
  const kept = leftBranches(stage).map((name) => stage.git("log", "-1", "--format=%s", name));
  assertEquals(kept.toSorted(), ["aside", "more"]);
  assertEquals(stage.git("for-each-ref", "refs/ralph"), "");
});

sandbox.test(
  "repository: a project in a linked worktree, on no branch, or without a commit gets them too",
  async () => {
    const script = `echo w >w.txt; tick; git add w.txt; ${IDENTITY} commit -q -m agent -- w.txt`;
    using stage = await repositoryStage(["odd"]);
    const { root, project } = stage;
    const linked = join(root, "linked");
    stage.git("worktree", "add", "-q", "-b", "feature", linked);
    for (const folder of [linked, project]) {
      if (folder === project) stage.git("checkout", "-q", "--detach");
      await exits(0, runWith(stage, script, [], folder));
      assertEquals(gitIn(folder, "log", "-1", "--format=%s"), "agent");
      assertEquals(statusOf(folder), "M PLAN.md");
    }
    assertEquals(stage.git("log", "-1", "--format=%s", "main"), "first");
    const fresh = join(root, "fresh");
    Deno.mkdirSync(fresh);
    gitIn(fresh, "init", "-q", "-b", "main");
    Deno.writeTextFileSync(join(fresh, "PLAN.md"), planOf(["odd"]));
    await exits(0, runWith(stage, script, [], fresh));
    assertEquals(gitIn(fresh, "log", "--format=%s"), "agent");
    assertEquals(gitIn(fresh, "ls-files"), "w.txt");
  },
);

sandbox.test("repository: before the first commit, what the user stages meanwhile stays staged", async () => {
  using stage = await runStage(planOf(["odd"]));
  stage.git("init", "-q", "-b", "main");
  const stageMine = (text: string) => {
    stage.put("mine.txt", text);
    stage.git("add", "mine.txt");
  };
  stageMine("1\n");
  const script = `git add -A; ${WAIT}; ${IDENTITY} commit -q -m agent; tick`;
  await actBeside(stage, script, () => stageMine("2\n"));
  assertEquals(stage.git("show", ":mine.txt", "HEAD:mine.txt"), "2\n1");
});

sandbox.test("repository: what the user told git not to look at stays out of sight", async () => {
  using stage = await repositoryStage(["odd"], { "local.txt": "1\n" });
  stage.git("update-index", "--skip-worktree", "local.txt");
  const script = `git update-index --no-skip-worktree local.txt; echo 2 >local.txt
    ${IDENTITY} commit -q -m agent -- local.txt; tick`;
  await exits(0, runWith(stage, script));
  assertEquals(stage.git("show", ":local.txt", "HEAD:local.txt"), "2\n2");
  assertEquals(stage.git("ls-files", "-t", "local.txt"), "S local.txt");
});

sandbox.test("repository: a detached HEAD that is elsewhere now stays there, and the commits are kept", async () => {
  using stage = await repositoryStage(["odd"]);
  stage.git("commit", "-q", "--allow-empty", "-m", "second");
  stage.git("checkout", "-q", "--detach");
  for (const where of ["main", "main~1"]) {
    stage.put("PLAN.md", planOf(["odd"]));
    stage.git("checkout", "-q", "--detach", "main");
    const script = `${IDENTITY} commit -q --allow-empty -m agent; ${WAIT}; rm go ready; tick`;
    await actBeside(stage, script, () => stage.git("checkout", "-q", where));
    assertEquals(stage.git("log", "-1", "--format=%s"), where === "main" ? "second" : "first");
    const head = stage.git("rev-parse", "--symbolic-full-name", "HEAD");
    assertEquals(head, where === "main" ? "refs/heads/main" : "HEAD");
    const [left = ""] = leftBranches(stage);
    assertStringIncludes(read(stage, ".ralph-result"), left);
    stage.git("branch", "-q", "-D", left);
  }
});

sandbox.test(
  "repository: where the user switched to another branch, the end names the one with the commits",
  async () => {
    using stage = await repositoryStage(["odd"], { "mine.txt": "1\n" });
    stage.put("mine.txt", "2\n");
    stage.git("add", "mine.txt");
    const script = `${IDENTITY} commit -q --allow-empty -m agent; ${WAIT}; tick`;
    await actBeside(stage, script, () => stage.git("checkout", "-q", "-b", "other"));
    assertEquals(stage.git("log", "-1", "--format=%s", "main"), "agent");
    assertEquals(statusOf(stage.project), "M PLAN.md\nM  mine.txt".replace(/^M/, " M").trim());
    assertStringIncludes(read(stage, ".ralph-result"), "commits are on main,");
  },
);

sandbox.test(
  "repository: while the user's editor has locked the index, neither it nor the branch moves",
  async () => {
    using stage = await repositoryStage(["odd"]);
    const { project } = stage;
    const lock = join(project, ".git/index.lock");
    Deno.writeTextFileSync(lock, "");
    const script = `echo w >w.txt; git add w.txt; ${IDENTITY} commit -q -m agent -- w.txt; tick`;
    await exits(0, runWith(stage, script));
    Deno.removeSync(lock);
    assertEquals(stage.git("log", "-1", "--format=%s", "main"), "first");
    assertEquals(statusOf(project), "M PLAN.md");
    const [left = ""] = leftBranches(stage);
    assertEquals(stage.git("show", `${left}:w.txt`), "w");
  },
);

sandbox.test("repository: what an agent stashed is not lost: the user's own changes were among it", async () => {
  using stage = await repositoryStage(["odd"], { "mine.txt": "1\n" });
  stage.put("mine.txt", "2\n");
  const script = `${IDENTITY} stash -q; echo 3 >mine.txt; ${IDENTITY} stash -q; tick`;
  await exits(0, runWith(stage, script));
  const left = leftBranches(stage);
  assertEquals(left.map((name) => stage.git("show", `${name}:mine.txt`)), ["3", "2"]);
  assertStringIncludes(read(stage, ".ralph-result"), `git stash apply ${left[1]}`);
  stage.git("checkout", "-q", ".");
  stage.git("stash", "apply", "-q", left[1] ?? "");
  assertEquals(read(stage, "mine.txt"), "2\n");
});

for (const how of ["--depth=1", "--filter=blob:none", "--filter=tree:0"]) {
  sandbox.test(`repository: commits in a clone with ${how} are taken`, async () => {
    using stage = await repositoryStage(["odd"], { "other.txt": "1\n" });
    const { root, project } = stage;
    for (const number of ["2", "3"]) {
      stage.put("other.txt", `${number}\n`);
      stage.git("commit", "-q", "-a", "-m", number);
    }
    stage.git("config", "uploadpack.allowFilter", "true");
    const clone = join(root, "clone");
    gitIn(root, "clone", "-q", how, `file://${encodeURI(project)}`, clone);
    const script = `echo w >w.txt; git rm -q other.txt; git add w.txt; ${IDENTITY} commit -q -m one
      echo x >w.txt; ${IDENTITY} commit -q -m two -- w.txt; tick`;
    await exits(0, runWith(stage, script, [], clone));
    assertEquals(gitIn(clone, "log", "-2", "--format=%s"), "two\none");
    assertEquals(statusOf(clone), "M PLAN.md");
    assertEquals(repositoriesOf(stage), []);
  });
}

sandbox.test("repository: what cannot be taken stays, is named, and is tried again by the next run", async () => {
  using stage = await repositoryStage(["odd", "odd two"]);
  const path = oddAgent(
    stage,
    `echo "$item" >w.txt; git add w.txt; ${IDENTITY} commit -q -m "$item" -- w.txt; tick`,
  );
  // A git of the user's that is killed at the first fetch, such as by a full disk.
  const env = { PATH: pathWithGit(stage, "fetch", "before", "exit 9") };
  const args = ["run", "PLAN.md", "--agent", path, ...BOX];
  const first = await exits(3, stage.ralph([...args, "--max-iterations", "1"], { env }));
  const [kept = "none"] = repositoriesOf(stage);
  assertStringIncludes(first.stdout + first.stderr, kept);
  assertStringIncludes(read(stage, ".ralph-result"), kept);
  assertEquals(stage.git("log", "-1", "--format=%s"), "first");
  await exits(0, stage.ralph(args));
  assertEquals(stage.git("log", "--format=%s"), "odd two\nodd\nfirst");
  assertEquals(repositoriesOf(stage), []);
});

sandbox.test("repository: the commits of an agent whose runner was killed are taken by the next run", async () => {
  using stage = await repositoryStage(["odd"]);
  const script = `[ -e ready ] && { tick; exit; }; echo w >w.txt; git add w.txt
    ${IDENTITY} commit -q -m agent -- w.txt; : >ready; sleep 1000`;
  await killWhenReady(stage, script);
  assertEquals(stage.git("log", "-1", "--format=%s"), "first");
  await exits(0, stage.ralph(["run", "--resume", ...BOX]));
  assertEquals(stage.git("log", "-1", "--format=%s"), "agent");
  assertStringIncludes(read(stage, ".ralph-result"), "of an earlier run left are on main now");
  assertEquals(statusOf(stage.project), "M PLAN.md");
});

sandbox.test("repository: what a killed check left is removed by the next run", async () => {
  using stage = await repositoryStage(["odd"]);
  await killWhenReady(stage, "tick", ["--verify", "test -e go || { : >ready; sleep 1000; }"]);
  assertEquals(repositoriesOf(stage).length, 2);
  stage.put("go", "");
  await exits(0, stage.ralph(["run", "--resume", ...BOX]));
  assertEquals(repositoriesOf(stage), []);
});

sandbox.test("repository: after a kill the next run finds the commits of agents in worktrees too", async () => {
  using stage = await repositoryStage(["odd one [parallel]", "odd two [parallel]"]);
  const { project } = stage;
  const hold = join(stage.home, "hold");
  Deno.mkdirSync(hold);
  const script = `[ -e '${hold}/go' ] && { tick; exit; }; echo w >w.txt; git add w.txt
    ${IDENTITY} commit -q -m "of $item"; : >"${hold}/$item"; sleep 1000`;
  const args = ["PLAN.md", "--agent", oddAgent(stage, script), "--parallel", "2", ...BOX];
  const run = startRun(stage, [...args, "--sandbox-write", hold]);
  await waitFor(() => [...Deno.readDirSync(hold)].length === 2, "the commits");
  run.child.kill("SIGKILL");
  await run.done;
  // One of the worktrees is removed by hand.
  const [first = ""] = stage.git("worktree", "list", "--porcelain").split("\n")
    .filter((line) => line.startsWith("worktree ") && !line.endsWith(project))
    .map((line) => line.slice("worktree ".length));
  stage.git("worktree", "remove", "-f", "-f", first);
  Deno.writeTextFileSync(join(hold, "go"), "");
  await exits(0, stage.ralph(["run", ...args, "--sandbox-write", hold]));
  const subjects = stage.git("log", "--format=%s", "--branches=ralph/*").split("\n");
  assertEquals(subjects.filter((each) => each.startsWith("of odd")).length, 2, subjects.join());
  assertEquals(
    read(stage, ".ralph-result").match(/of an earlier run left are on ralph/g)?.length,
    2,
  );
  assertEquals(repositoriesOf(stage), []);
});

/** What an agent does to its `.git`; `$OUT` is touched by whatever program git runs outside. */
const ATTACKS: readonly (readonly [string, string])[] = [
  [
    "a hook",
    `printf '#!/bin/sh\\ntouch %s\\n' "$OUT" >"$G/hooks/post-commit"; chmod +x "$G"/hooks/*
    for h in pre-commit post-checkout reference-transaction pre-auto-gc; do cp "$G/hooks/post-commit" "$G/hooks/$h"; done`,
  ],
  [
    "configuration",
    `git config core.fsmonitor "touch $OUT"; git config core.hooksPath /nowhere
    git config filter.x.clean "touch $OUT; cat"; git config alias.status "!touch $OUT"`,
  ],
  [
    "commondir",
    `mkdir -p wrong; cp -r "$G/." wrong/; git config --file wrong/config core.fsmonitor "touch $OUT"
    echo "$PWD/wrong" >"$G/commondir"`,
  ],
  [
    "another .git",
    `mv .git gone; rm -rf .git; cp -r "$G" evil; echo '* filter=x' >.gitattributes
    printf '[core]\\n\\tfsmonitor = touch %s\\n[filter "x"]\\n\\tclean = touch %s; cat\\n' "$OUT" "$OUT" >>evil/config
    mkdir .git; echo "gitdir: $PWD/evil" >.git`,
  ],
  [
    "links",
    `ln -sfn "$VICTIM" "$G/worktrees"; ln -sfn "$VICTIM" "$G/modules"; rm -rf "$G/refs"; ln -s "$VICTIM" "$G/refs"`,
  ],
  [
    "worktrees",
    `mkdir -p "$G/worktrees/zz"; ln -sfn "$VICTIM" "$G/worktrees/yy"; echo /nowhere >"$G/worktrees/zz/gitdir"
    git worktree prune; git gc -q --prune=now`,
  ],
  ["alternates", `echo "$VICTIM" >"$G/objects/info/alternates"`],
  [
    "lost refs",
    `: >"$G/packed-refs"; rm -rf "$G/refs/heads/"*; git reflog expire --expire=now --all; git gc -q --prune=now`,
  ],
  [
    "locks",
    `mkdir -p "$G/refs/heads/ralph/plan"; : >"$G/refs/heads/ralph/plan/2-write-b-txt.lock"; : >"$G/index.lock"; : >"$G/HEAD.lock"`,
  ],
  [
    "a false bundle",
    `ln -sf "$VICTIM/file" "$G/ralph.bundle"; mkfifo "$G/x" 2>/dev/null; rm -rf "$G/objects"`,
  ],
  [
    "a branch aside",
    `git update-ref refs/heads/main $(${IDENTITY} commit-tree -m evil $(git mktree </dev/null)); git update-ref -d HEAD`,
  ],
];

for (const parallel of ["1", "2"]) {
  sandbox.test(
    `repository: what ${
      parallel === "1" ? "an agent" : "one of two agents"
    } does to git stays with it`,
    async () => {
      const items = ATTACKS.map(([name]) => `odd ${name} [parallel]`);
      using stage = await repositoryStage([...items, "write b.txt [parallel]"]);
      const { project, root } = stage;
      const victim = join(root, "victim");
      Deno.mkdirSync(victim);
      Deno.writeTextFileSync(join(victim, "file"), "mine\n");
      const out = join(root, "outside");
      const dotGit = join(project, ".git");
      const config = Deno.readTextFileSync(join(dotGit, "config"));
      const cases = ATTACKS.map(([name, attack]) => `"odd ${name} [parallel]") ${attack} ;;`);
      const script = `OUT='${out}'; VICTIM='${victim}'; G=$(git rev-parse --absolute-git-dir)
      echo "$item" >"w-$(echo "$item" | tr -dc a-z).txt"; tick
      (case "$item" in ${cases.join("\n")} esac) >/dev/null 2>&1; true`;
      const ran = await exits(0, runWith(stage, script, ["--parallel", parallel, "--allow-dirty"]));
      assertEquals(Deno.readTextFileSync(join(dotGit, "config")), config);
      assert(stage.git("log", "--format=%s", "main").endsWith("first"));
      for (const command of ["status", "gc -q", "worktree prune", "fsck"]) {
        stage.git(...command.split(" "));
      }
      stage.git("add", "-A");
      stage.git("commit", "-q", "--allow-empty", "-m", "the user's own");
      assertEquals(existsSync(out), false);
      assertEquals(Deno.readTextFileSync(join(victim, "file")), "mine\n");
      const files = stage.git("ls-files", "w-*").split("\n");
      assertEquals(files.length, ATTACKS.length, files.join());
      // A repository that an agent broke keeps its commits, and is named.
      const said = ran.stdout + ran.stderr;
      assertEquals(repositoriesOf(stage).filter((path) => !said.includes(path.slice(0, -5))), []);
    },
  );
}

sandbox.test("repository: an object that git would not take from a stranger is not taken", async () => {
  using stage = await repositoryStage(["odd"]);
  const script = `blob=$(echo x | git hash-object -w --stdin)
    tree=$(printf '100644 blob %s\\tconfig\\n' $blob | git mktree)
    bad=$(printf '040000 tree %s\\t.git\\n' $tree | git mktree)
    git update-ref HEAD $(${IDENTITY} commit-tree -p HEAD -m evil $bad); tick`;
  const ran = await runWith(stage, script);
  assertStringIncludes(ran.stdout + ran.stderr, "commits are not taken");
  assertEquals(stage.git("log", "--format=%s", "--all"), "first");
});

sandbox.test("repository: an agent sees no token of the repository's configuration", async () => {
  using stage = await repositoryStage(["odd"]);
  stage.git("config", "http.extraheader", "token-one");
  stage.git("remote", "add", "origin", "https://me:token-two@host/x.git");
  const script = `cat .git/config >seen.txt; git config --list >>seen.txt; tick`;
  await exits(0, runWith(stage, script));
  assertEquals(/token-(?:one|two)/.exec(read(stage, "seen.txt")), null);
  assertStringIncludes(read(stage, "seen.txt"), "https://host/x.git");
});

for (const kind of ["bwrap", "none"]) {
  sandbox.test(
    `repository: commits with the plan keep message and author without it, sandbox ${kind}`,
    async () => {
      using stage = await repositoryStage();
      const script =
        `echo 1 >one.txt; tick; git add -A; ${IDENTITY} commit -q -m "feat: one" -m "Because."
      echo note >>PLAN.progress.md; git add -A; ${IDENTITY} commit -q -m "docs: progress"
      echo 2 >two.txt; git add -A; ${IDENTITY} commit -q -m "feat: two" -m "Co-Authored-By: B <b@b.c>"`;
      const path = oddAgent(stage, script);
      const args = ["run", "PLAN.md", "--agent", path, "--parallel", "2", "--sandbox", kind];
      await exits(0, stage.ralph(args));
      const log = stage.git("log", "--author=Ada", "--reverse", "--format=%s|%b", "--name-only");
      const lines = log.split("\n").filter((line) => line !== "");
      assertEquals(lines.slice(0, 2), ["feat: one|Because.", "one.txt"]);
      assertEquals(lines.includes("feat: two|Co-Authored-By: B <b@b.c>"), true);
      assertEquals(log.includes("docs: progress"), false);
      assertEquals(read(stage, "PLAN.md").includes("[ ]"), false);
    },
  );
}

sandbox.test("repository: installed packages and local settings are in the worktrees, to read", async () => {
  using stage = await repositoryStage(undefined, { ".gitignore": "node_modules/\n.env*\n" });
  const { project, home } = stage;
  Deno.mkdirSync(join(project, "packages/a/node_modules"), { recursive: true });
  stage.put("packages/a/node_modules/x", "package\n");
  stage.put(".env", "KEY=mine\n");
  Deno.writeTextFileSync(join(home, "secret"), "secret\n");
  Deno.symlinkSync(join(home, "secret"), join(project, ".env.local"));
  const script = `cat packages/a/node_modules/x .env .env.local >w.txt 2>/dev/null
    (echo evil >>packages/a/node_modules/x; echo evil >>.env) 2>/dev/null; tick`;
  const ran = await exits(0, runWith(stage, script, ["--parallel", "2"]));
  assertEquals(read(stage, "w.txt"), "package\nKEY=mine\n");
  assertEquals(read(stage, ".env"), "KEY=mine\n");
  assertStringIncludes(ran.stdout + ran.stderr, "packages/a/node_modules");
});

sandbox.test(
  "repository: ignored folders of builds are the worktree's own, and only packages are given",
  async () => {
    const built = ["target", "build", "dist"];
    using stage = await repositoryStage(undefined, {
      ".gitignore": "node_modules/\ntarget\nbuild/\ndist/\n",
      "packages/a/main.ts": "1\n",
    });
    const { project } = stage;
    for (const folder of [...built, "node_modules", "packages/a/node_modules"]) {
      Deno.mkdirSync(join(project, folder), { recursive: true });
      Deno.writeTextFileSync(join(project, folder, "old"), `${folder}\n`);
    }
    const script = `set -e; for each in ${built.join(" ")}; do
      test ! -e $each/old; mkdir -p $each; echo new >$each/out; done
    cat node_modules/old packages/a/node_modules/old >w.txt
    (: >node_modules/evil) 2>/dev/null || tick`;
    const ran = await exits(0, runWith(stage, script, ["--parallel", "2"]));
    assertEquals(read(stage, "w.txt"), "node_modules\npackages/a/node_modules\n");
    assertEquals(built.filter((each) => existsSync(join(project, each, "out"))), []);
    assertStringIncludes(
      ran.stdout + ran.stderr,
      "ralph config set worktree_setup copy:node_modules copy:packages/a/node_modules\n",
    );
  },
);

sandbox.test("repository: a repository that git does not read is read-only for an agent", async () => {
  using stage = await repositoryStage(["odd"]);
  const config = join(stage.project, ".git/config");
  Deno.writeTextFileSync(config, "[core]\n  repositoryFormatVersion = 99\n");
  const script =
    `(echo evil >>.git/config; : >.git/hooks/post-commit; mv .git gone) 2>/dev/null; tick`;
  const ran = await exits(0, runWith(stage, script));
  assertEquals(Deno.readTextFileSync(config), "[core]\n  repositoryFormatVersion = 99\n");
  assertEquals(existsSync(join(stage.project, ".git/hooks/post-commit")), false);
  assertStringIncludes(ran.stdout + ran.stderr, "find the git repository read-only");
});

/**
 * What an agent does to what the user's git enters or obeys in the project: `$E` is a program of its own,
 * and `.evil` a repository whose configuration names it.
 */
const PLANTS: readonly (readonly [name: string, script: string])[] = [
  [
    "a submodule",
    `echo "gitdir: $PWD/.evil" >lib/.git; rm lib/.git; mv lib gone-lib; evil lib
    git config -f .git/modules/lib/config core.fsmonitor "$E"; cp "$E" .git/modules/lib/hooks/post-index-change`,
  ],
  ["a submodule that is not checked out", `evil off; mv off gone-off; evil off`],
  ["a submodule that was deleted", `evil vendor/x; mv vendor gone-vendor; evil vendor/x`],
  [
    "a repository that was added",
    `git config -f own/.git/config core.fsmonitor "$E"; mv own gone-own; evil own`,
  ],
  [
    "another worktree",
    `echo "gitdir: $PWD/.evil" >.trees/x/.git; mv .trees gone-trees; evil .trees/x`,
  ],
  ["a folder of files", `evil src; evil src/deep; rm -r linked; ln -s ../other linked`],
  ["a folder of hooks", `mv .husky gone-hooks; mkdir -p .husky/_; cp "$E" .husky/_/pre-commit`],
  [
    "an included file",
    `git config -f .gitconfig core.fsmonitor "$E"; echo "[core]
    fsmonitor = $E" >.gitconfig; rm .gitconfig; cp .evil/config .gitconfig`,
  ],
  ["an included file that is missing", `cp .evil/config .more; rm -f .more; cp .evil/config .more`],
];

sandbox.test("repository: what the user's git enters or obeys in the project is not the agent's", async () => {
  const items = PLANTS.map(([name]) => `odd ${name}`);
  const files = {
    "src/a": "",
    "src/deep/a": "",
    "linked/a": "",
    ".gitconfig": "",
    ".gitignore": ".trees\n",
  };
  using stage = await repositoryStage(items, files);
  const { project, root } = stage;
  const other = join(root, "other");
  gitIn(root, "init", "-q", other);
  gitIn(other, "commit", "-q", "--allow-empty", "-m", "x");
  for (const path of ["lib", "off", "vendor/x"]) {
    stage.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other, path);
  }
  gitIn(root, "clone", "-q", other, join(project, "own"));
  stage.git("-c", "advice.addEmbeddedRepo=false", "add", "own");
  stage.git("commit", "-q", "-m", "submodules");
  stage.git("submodule", "--quiet", "deinit", "off");
  Deno.removeSync(join(project, "vendor"), { recursive: true });
  stage.git("worktree", "add", "-q", ".trees/x");
  stage.git("config", "core.hooksPath", ".husky/_");
  stage.git("config", "include.path", "../.gitconfig");
  stage.git("config", "includeIf.onbranch:main.path", "../.more");
  const out = join(root, "outside");
  const cases = PLANTS.map(([name, attack]) => `"odd ${name}") ${attack} ;;`);
  const script = `E="$PWD/evil.sh"; printf '#!/bin/sh\ntouch %s\n' '${out}' >"$E"; chmod +x "$E"
    rm -rf .evil; git init -q --bare .evil; git config -f .evil/config core.fsmonitor "$E"
    git config -f .evil/config core.bare false
    evil() { mkdir -p "$1"; rm -rf "$1/.git"; cp -r .evil "$1/.git"; }
    tick; (case "$item" in ${cases.join("\n")} esac) >/dev/null 2>&1; true`;
  await exits(0, runWith(stage, script));
  for (const [name] of PLANTS) assertStringIncludes(read(stage, "PLAN.md"), `[x] odd ${name}`);
  for (const at of [".", "src", "src/deep", ".trees/x", "lib", "own"]) {
    gitIn(join(project, at), "status", "--porcelain");
    assertEquals(existsSync(out), false, at);
  }
  stage.git("commit", "-q", "--allow-empty", "-m", "the user's own");
  assertEquals(existsSync(out), false, "commit");
  assertStringIncludes(read(stage, ".ralph-result"), `a repository at "${project}/src/deep/.git"`);
  assertEquals(existsSync(join(other, ".git")), true, "nothing behind a link is set aside");
  const status = stage.git("status", "--porcelain", "-uno").split("\n");
  assertEquals(status.map((line) => line.trim()).toSorted(), [
    "D linked/a",
    "D vendor/x",
    "M PLAN.md",
  ]);
  assertEquals(existsSync(join(project, ".more")), false);
});

sandbox.test(
  "repository: a repository that an agent commits as a link is not taken, whatever .gitmodules says",
  async () => {
    using stage = await repositoryStage(["odd"]);
    const script = `git init -q in; (cd in; ${IDENTITY} commit -q --allow-empty -m x)
    printf '[submodule "in"]\\n\\tpath = in\\n\\turl = ./in\\n\\tignore = all\\n' >.gitmodules
    git add .gitmodules; git -c advice.addEmbeddedRepo=false add -f in; ${IDENTITY} commit -q -m agent; tick`;
    const ran = await exits(0, runWith(stage, script));
    assertEquals(stage.git("log", "-1", "--format=%s", "main"), "first");
    assertEquals(stage.git("ls-files", "in"), "");
    assertStringIncludes(ran.stdout + ran.stderr, '"in" is a repository of its own');
  },
);

/** Plants that need another project: how it is made, what the agent does, and where the user then works. */
const ENTERED: Readonly<
  Record<string, readonly [make: string, attack: string, at: string, use: string]>
> = {
  "a submodule of a submodule": [
    `for each in inner middle; do git init -q ../$each; git -C ../$each commit -q --allow-empty -m x; done
    add() { git -c protocol.file.allow=always submodule --quiet add "$1" "$2"; git commit -q -m "$2"; }
    (cd ../middle; add "$PWD/../inner" deep); add "$PWD/../middle" lib
    git -c protocol.file.allow=always submodule --quiet update --init --recursive`,
    `git init -q --bare .evil; git config -f .evil/config core.fsmonitor "$E"
    git config -f .evil/config core.bare false; echo "gitdir: $PWD/.evil" >lib/deep/.git`,
    ".",
    "git status",
  ],
  "the hooks of another worktree": [
    `git config core.hooksPath .hooks; echo /.trees >>.git/info/exclude; git worktree add -q .trees/x`,
    `mkdir -p .trees/x/.hooks; cp "$E" .trees/x/.hooks/pre-commit`,
    ".trees/x",
    "git commit -q --allow-empty -m mine",
  ],
  "a repository without a work tree, among files": [
    ":",
    `git init -q --bare b; cp -r b/. src; git config -f src/config core.bare false
    git config -f src/config core.worktree ..; git config -f src/config core.fsmonitor "$E"`,
    "src",
    "git status",
  ],
  "a repository without a work tree, of which only HEAD is committed": [
    ":",
    `git init -q --bare b; cp -r b/. src; git add src/HEAD; ${IDENTITY} commit -q -m x
    git config -f src/config core.bare false; git config -f src/config core.worktree ..
    git config -f src/config core.fsmonitor "$E"`,
    "src",
    "git status",
  ],
  "a repository among files that the agent committed": [
    ":",
    `mkdir new; echo 1 >new/a; git add new; ${IDENTITY} commit -q -m new
    git init -q new; git -C new config core.fsmonitor "$E"`,
    "new",
    "git status",
  ],
};

for (const [name, [make, attack, at, use]] of Object.entries(ENTERED)) {
  sandbox.test(`repository: ${name} is not what the user's git enters`, async () => {
    using stage = await repositoryStage(["odd"], { "src/a": "" });
    const { project, root } = stage;
    const sh = async (script: string, cwd: string) => {
      const options = { args: ["-c", script], cwd, env: { HOME: root }, stderr: "piped" as const };
      return new TextDecoder().decode((await new Deno.Command("sh", options).output()).stderr);
    };
    const identity = ["user.name a", "user.email a@b.c"];
    await sh(identity.map((each) => `git config --global ${each}`).join("\n"), root);
    assertEquals(await sh(make, project), "");
    const out = join(root, "outside");
    const script = `E="$PWD/evil.sh"; printf '#!/bin/sh\ntouch %s\n' '${out}' >"$E"; chmod +x "$E"
      (${attack}) >/dev/null 2>&1; tick`;
    await exits(0, runWith(stage, script));
    await sh(use, join(project, at));
    assertEquals(existsSync(out), false);
  });
}

for (const args of [[], ["--parallel", "2"]]) {
  sandbox.test(
    `repository: a repository without a work tree is not taken into a folder of files, ${args}`,
    async () => {
      using stage = await repositoryStage(["odd"], { "src/a": "" });
      const { project, root } = stage;
      const script = `git init -q --bare b; : >b/objects/k; : >b/refs/k; cp -r b/. src; rm -r b
      cp -r src fixture; git add src fixture; ${IDENTITY} commit -q -m agent; tick`;
      const ran = await runWith(stage, script, args);
      assertStringIncludes(ran.stdout + ran.stderr, '"src" is a repository of its own');
      stage.git("checkout", "-q", ".");
      assertEquals(existsSync(join(project, "src/HEAD")), false, root);
      assertEquals(stage.git("ls-files"), "PLAN.md\nsrc/a");
    },
  );
}

sandbox.test("repository: a new folder may be a repository without a work tree", async () => {
  using stage = await repositoryStage(["odd"]);
  const script = `git init -q --bare fixture; : >fixture/objects/k; : >fixture/refs/k
    git add fixture; ${IDENTITY} commit -q -m agent; tick`;
  await exits(0, runWith(stage, script));
  assertStringIncludes(stage.git("ls-files"), "fixture/HEAD");
  assertEquals(statusOf(stage.project), "M PLAN.md");
});

sandbox.test("repository: names in a bundle that git refuses do not keep the others from being taken", async () => {
  using stage = await repositoryStage(["odd"]);
  const { project } = stage;
  const which = await new Deno.Command("sh", { args: ["-c", "command -v git"] }).output();
  const real = new TextDecoder().decode(which.stdout).trim();
  // A program of the project that agents find first.
  const programs = join(project, "node_modules/.bin");
  Deno.mkdirSync(programs, { recursive: true });
  const forge = String.raw`#!/bin/sh
    ${real} "$@" || exit
    [ "$1" != bundle ] || sed -i 's#^\([0-9a-f]* refs/out/\)HEAD$#&\n\1refs/heads/../x#' ralph.bundle`;
  Deno.writeTextFileSync(join(programs, "git"), forge, { mode: 0o755 });
  const script = `${IDENTITY} commit -q --allow-empty -m agent; tick`;
  const args = ["run", "PLAN.md", "--agent", oddAgent(stage, script), ...BOX];
  await exits(0, stage.ralph(args, { env: { PATH: `${programs}:${Deno.env.get("PATH")}` } }));
  assertEquals(stage.git("log", "-1", "--format=%s", "main"), "agent");
  assertEquals(stage.git("for-each-ref", "refs/ralph"), "");
  assertEquals(repositoriesOf(stage), []);
});

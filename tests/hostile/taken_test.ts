/** What an agent's repository holds is a stranger's data: it is bounded before it is read. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs/exists";
import { dirname, join } from "@std/path";
import { readResult } from "../../src/run/parallel/git.ts";
import { needs } from "../_tools.ts";
import {
  exits,
  isThere,
  read,
  script,
  type Stage,
  startRun,
  TICK,
  waitFor,
} from "../run/e2e/_run_stage.ts";
import { repositoryStage } from "../run/e2e/_parallel_stage.ts";
import { runWords, testAsUsers, type User } from "./_border.ts";

const COMMIT = "git -c user.name=a -c user.email=a@b.c";

async function runAgent(user: User, stage: Stage, body: string): Promise<string> {
  const agent = script(stage, `(${body}) >/dev/null 2>&1\n${TICK}`);
  const ran = await exits(0, user.run(stage, runWords(agent)));
  new Deno.Command("chown", { args: ["-hR", `${Deno.uid()}`, stage.root] }).outputSync();
  return ran.stdout + ran.stderr;
}

testAsUsers(
  "a tree of ten folders of ten folders, ten deep, costs neither memory nor time",
  async (user) => {
    using stage = await repositoryStage(["odd"]);
    const said = await runAgent(
      user,
      stage,
      `tree=$(printf '100644 blob %s\\ta\\n' $(echo | git hash-object -w --stdin) | git mktree)
    for depth in 1 2 3 4 5 6 7 8 9 10; do
      tree=$(for name in 0 1 2 3 4 5 6 7 8 9; do printf '040000 tree %s\\t%s\\n' $tree $name; done | git mktree)
    done
    git update-ref HEAD $(${COMMIT} commit-tree -p HEAD -m bomb $tree)`,
    );
    assertEquals(stage.git("log", "--format=%s", "main"), "first");
    assertStringIncludes(said, "An agent's commits are on the branch ralph/left/");
    assertStringIncludes(said, "one of them has more than 1,000,000 files");
  },
);

testAsUsers(
  "a tree of the user's own in ten folders of ten folders costs neither memory nor time",
  async (user) => {
    const files = Array.from({ length: 100 }, (_, index) => [`own/${index}`, "x"]);
    using stage = await repositoryStage(["odd"], Object.fromEntries(files));
    const said = await runAgent(
      user,
      stage,
      `tree=$(git rev-parse HEAD:own)
    for depth in 1 2 3 4 5; do
      tree=$(for name in 0 1 2 3 4 5 6 7 8 9; do printf '040000 tree %s\\t%s\\n' $tree $name; done | git mktree)
    done
    git update-ref HEAD $(${COMMIT} commit-tree -p HEAD -m bomb $tree)`,
    );
    assertEquals(stage.git("log", "--format=%s", "main"), "first");
    assertStringIncludes(said, "An agent's commits are on the branch ralph/left/");
    assertMatch(said, /[Oo]ut of memory|memory is short|more than 64 MiB/);
  },
);

testAsUsers(
  "a tree that is deeper than git can walk stays in the agent's repository, and is named",
  async (user) => {
    using stage = await repositoryStage(["odd"]);
    const said = await runAgent(
      user,
      stage,
      `path=$(yes d/ | head -n 1500 | tr -d '\\n')f
    { echo 'commit refs/heads/deep'
      echo 'committer a <a@b.c> 1 +0000'
      printf 'data 4\\ndeep\\nfrom %s\\n' $(git rev-parse HEAD)
      printf 'M 100644 inline %s\\ndata 1\\nx\\n' $path; } | git fast-import --quiet
    git update-ref HEAD refs/heads/deep`,
    );
    assertStringIncludes(said, "one of them has folders of more than 1,000 levels");
    assertEquals(stage.git("log", "--all", "--format=%s"), "first");
    const [, kept = ""] = /They are in "([^"]+)"/.exec(said) ?? [];
    assert(existsSync(kept), said);
  },
);

/** What the user's git was called with when a run took a number of branches. */
async function callsFor(user: User, branches: number): Promise<string[]> {
  using stage = await repositoryStage(["odd"]);
  const log = join(stage.root, "calls");
  const real = new Deno.Command("sh", { args: ["-c", "command -v git"] }).outputSync().stdout;
  Deno.mkdirSync(join(stage.root, "bin"));
  const program = script(
    stage,
    `(echo "$*" >>'${log}') 2>/dev/null; exec ${new TextDecoder().decode(real).trim()} "$@"`,
    "bin/git",
  );
  const agent = script(
    stage,
    `for n in $(seq 1 ${branches}); do git branch b$n $(${COMMIT} commit-tree -m $n HEAD^{tree}); done\n${TICK}`,
  );
  const env = { PATH: `${dirname(program)}:${Deno.env.get("PATH")}` };
  await exits(0, user.run(stage, runWords(agent), { env }));
  new Deno.Command("chown", { args: ["-hR", `${Deno.uid()}`, stage.root] }).outputSync();
  assertEquals(stage.git("branch", "--list", "ralph/left/*").split("\n").length, branches);
  return Deno.readTextFileSync(log).trim().split("\n");
}

testAsUsers("forty branches start git as often as four", async (user) => {
  const [few, many] = [await callsFor(user, 4), await callsFor(user, 40)];
  assertEquals(many.length, few.length, many.join("\n"));
});

/** An agent in whose repository git waits for ever. */
const ENDLESS = `rm -f .git/refs/heads/x; mkfifo .git/refs/heads/x; : >waiting\n${TICK}`;

/** Who ends a run while commits are taken. */
const ENDS: Readonly<Record<string, (stage: Stage, child: Deno.ChildProcess) => unknown>> = {
  "a signal": (_, child) => child.kill("SIGTERM"),
  "ralph stop": (stage) => stage.ralph(["stop"]),
  "the limit on hours": () => {},
};

for (const [name, end] of Object.entries(ENDS)) {
  needs("bwrap").test(`border: ${name} ends a run that takes commits`, async () => {
    using stage = await repositoryStage(["odd", "even"]);
    const hours = name.includes("hours") ? "0.0005" : "1";
    const words = ["--sandbox", "bwrap", "--max-hours", hours, "--allow-dirty"];
    const ran = startRun(stage, ["PLAN.md", "--agent", script(stage, ENDLESS), ...words]);
    await waitFor(() => isThere(stage, "waiting"), "the end of the agent");
    const beganMs = performance.now();
    await end(stage, ran.child);
    const { stdout, stderr } = await ran.done;
    assertStringIncludes(stdout + stderr, "An agent's commits are not taken: the run stops");
    // Git itself is given two minutes.
    assertEquals(performance.now() - beganMs < 60_000, true);
  });
}

testAsUsers(
  "many branches are kept in one file, and the run's own commit is taken",
  async (user) => {
    using stage = await repositoryStage(["odd"]);
    const said = await runAgent(
      user,
      stage,
      `${COMMIT} commit -q --allow-empty -m mine
    for n in $(seq 1 300); do printf 'commit refs/heads/b%s\\ncommitter a <a@b.c> %s +0000\\ndata 1\\nx\\n' $n $n; done | git fast-import --quiet`,
    );
    assertEquals(stage.git("log", "--format=%s", "main"), "mine\nfirst");
    assertEquals(stage.git("branch", "--list", "ralph/left/*"), "");
    const [, bundle = ""] = /git bundle list-heads (\S+)/.exec(said) ?? [];
    assertEquals(stage.git("bundle", "list-heads", bundle).split("\n").length > 300, true);
  },
);

testAsUsers(
  "a ref with a command as its name is no part of a command that is shown",
  async (user) => {
    using stage = await repositoryStage(["odd"]);
    const name = "$(touch${IFS}PWNED)";
    const said = await runAgent(
      user,
      stage,
      `commit=$(${COMMIT} commit-tree -m x HEAD^{tree}); for ref in refs/heads refs/out/refs/stash; do
      git update-ref "$ref/\\$(touch\\\${IFS}PWNED)" $commit; done`.replaceAll("\\\\", "\\"),
    );
    for (const text of [said, read(stage, ".ralph-result")]) {
      assert(!/git [^"\n]*\$\(/.test(text), text);
    }
    assertEquals(stage.git("branch", "--list", "--format=%(refname)").includes(name), false);
  },
);

testAsUsers("no hook of the agent's repository runs when its commits leave", async (user) => {
  using stage = await repositoryStage(["odd"]);
  await runAgent(
    user,
    stage,
    `${COMMIT} commit -q --allow-empty -m mine
    printf '#!/bin/sh\\n: >%s/hooked\\n' "$PWD" >.git/hooks/reference-transaction
    chmod +x .git/hooks/reference-transaction`,
  );
  assertEquals(stage.git("log", "--format=%s", "main"), "mine\nfirst");
  assertEquals(existsSync(join(stage.project, "hooked")), false);
});

Deno.test("border: a git that was killed says so", () => {
  const nothing = new Uint8Array();
  const ended = { kind: "ended", code: 137, stdout: nothing, stderr: nothing } as const;
  assertStringIncludes(readResult(ended, 1_000).why, "signal 9");
});

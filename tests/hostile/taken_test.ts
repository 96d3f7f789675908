/** What an agent's repository holds is a stranger's data: it is bounded before it is read. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs/exists";
import { join } from "@std/path";
import { readResult } from "../../src/run/parallel/git.ts";
import { exits, read, script, type Stage, TICK } from "../run/e2e/_run_stage.ts";
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
    assertMatch(said, /[Oo]ut of memory|memory is short/);
  },
);

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

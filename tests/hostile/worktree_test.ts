/** A run writes nothing outside of a worktree, whatever an agent or a clone committed, and starts only the user's programs. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs/exists";
import { join } from "@std/path";
import { exits, read, script, TICK } from "../run/e2e/_run_stage.ts";
import { runWords, SECRET, testAsUsers, vaultStage } from "./_border.ts";

const PARALLEL = ["--parallel", "2", "--allow-dirty"];

testAsUsers(
  "a program that an agent left on the search path runs in no sandbox's preparation, --parallel",
  async (user) => {
    using stage = await vaultStage(["odd [parallel]", "even [parallel]"], {
      ".gitignore": ".venv\n",
    });
    const bin = join(stage.project, ".venv/bin");
    Deno.mkdirSync(bin, { recursive: true });
    const ran = join(stage.root, "ran");
    for (const name of ["git", "find", "ps", "sh", "env", "bwrap", "cat"]) {
      const body = `(echo ${name} >>'${ran}') 2>/dev/null; PATH=/usr/bin:/bin exec ${name} "$@"`;
      script(stage, body, `project/.venv/bin/${name}`);
    }
    const env = { PATH: `${bin}:${Deno.env.get("PATH")}` };
    const words = runWords(script(stage, TICK), [...PARALLEL, "--verify", "true"]);
    await exits(0, user.run(stage, words, { env }));
    assertEquals(existsSync(ran) ? Deno.readTextFileSync(ran) : "", "");
  },
);

testAsUsers("what worktree_setup copies is not behind a link out of the project", async (user) => {
  using stage = await vaultStage(["odd [parallel]", "even [parallel]"], {
    ".gitignore": "config\nfound.txt\n",
  });
  Deno.symlinkSync(join(stage.home, ".ssh"), join(stage.project, "config"));
  const setup = ["config", "set", "worktree_setup", "copy:config/id", "--global"];
  const ralph = runWords("")[0]!;
  await exits(0, user.run(stage, [ralph, ...setup]));
  const agent = script(stage, `cat config/id >w.txt 2>&1\n${TICK}`);
  const { stdout, stderr } = await user.run(stage, runWords(agent, PARALLEL));
  assertStringIncludes(stdout + stderr, `"config" leads out of the project`);
  for (const name of ["w.txt"]) {
    assertEquals(existsSync(join(stage.project, name)) && read(stage, name) === SECRET, false);
  }
});

testAsUsers("nothing of worktree_setup is written through a link of a commit", async (user) => {
  using stage = await vaultStage(["odd [parallel]", "even [parallel]"]);
  const outside = join(stage.home, ".config/other");
  Deno.mkdirSync(outside, { recursive: true });
  Deno.symlinkSync(outside, join(stage.project, "config"));
  stage.git("add", "config");
  stage.git("commit", "-qm", "link");
  Deno.removeSync(join(stage.project, "config"));
  Deno.mkdirSync(join(stage.project, "config"));
  Deno.writeTextFileSync(join(stage.project, "config/local.env"), "evil");
  const ralph = runWords("")[0]!;
  const setup = ["config", "set", "worktree_setup", "copy:config/local.env", "--global"];
  await exits(0, user.run(stage, [ralph, ...setup]));
  await user.run(stage, runWords(script(stage, TICK), PARALLEL));
  assertEquals([...Deno.readDirSync(outside)], []);
});

testAsUsers("no copy of a plan is written through a link of a commit", async (user) => {
  using stage = await vaultStage(["odd [parallel]", "even [parallel]"]);
  const outside = join(stage.home, ".config/other");
  Deno.mkdirSync(outside, { recursive: true });
  Deno.symlinkSync(outside, join(stage.project, ".ralph"));
  stage.git("add", ".ralph");
  stage.git("commit", "-qm", "link");
  const plan = join(stage.home, "list.md");
  Deno.copyFileSync(stage.plan, plan);
  const words = runWords(script(stage, TICK), PARALLEL)
    .map((word) => word === "PLAN.md" ? plan : word);
  await user.run(stage, words);
  assertEquals([...Deno.readDirSync(outside)], []);
});

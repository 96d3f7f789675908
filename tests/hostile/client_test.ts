/** What the user's client obeys in a project is not the agent's to write. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs/exists";
import { join } from "@std/path";
import { exits, read, script, TICK } from "../run/e2e/_run_stage.ts";
import { repositoryStage } from "../run/e2e/_parallel_stage.ts";
import { runWords, testAsUsers } from "./_border.ts";

testAsUsers("scripts and servers of the project's Claude Code are read-only", async (user) => {
  const files = { ".claude/scripts/line.sh": "mine", ".claude/helpers/x.sh": "mine" };
  using stage = await repositoryStage(["odd"], files);
  const body = `for each in scripts/line.sh helpers/x.sh new.sh; do echo evil >.claude/$each; done
    mkdir -p .claude/hooks; echo evil >.claude/hooks/x; echo evil >.mcp.json; rm -f .mcp.json
    cp evil.json .mcp.json; git add -A; git -c user.name=a -c user.email=a@b.c commit -q -m all`;
  const agent = script(stage, `(${body}) >/dev/null 2>&1\n${TICK}`);
  await exits(0, user.run(stage, runWords(agent)));
  for (const path of Object.keys(files)) assertEquals(read(stage, path), "mine");
  for (const path of [".claude/new.sh", ".claude/hooks/x", ".mcp.json"]) {
    assertEquals(existsSync(join(stage.project, path)), false, path);
  }
  new Deno.Command("chown", { args: ["-hR", `${Deno.uid()}`, stage.root] }).outputSync();
  assertEquals(stage.git("ls-files", ".mcp.json"), "");
});

testAsUsers("a plan in .claude and what is beside it are written all the same", async (user) => {
  using stage = await repositoryStage(["odd"], { ".claude/plans/a.md": "- [ ] one\n" });
  const body = `sed -i 's/\\[ \\]/[x]/' .claude/plans/a.md; echo x >.claude/plans/a.progress.md`;
  const words = runWords(script(stage, body));
  const named = words.map((word) => word === "PLAN.md" ? ".claude/plans/a.md" : word);
  await exits(0, user.run(stage, named));
  assertEquals(read(stage, ".claude/plans/a.progress.md"), "x\n");
});

testAsUsers("a plan of the project that is a link out of it is refused", async (user) => {
  using stage = await repositoryStage(["odd"]);
  const list = join(stage.home, "list.md");
  Deno.renameSync(stage.plan, list);
  Deno.symlinkSync(list, stage.plan);
  const ran = await exits(2, user.run(stage, runWords(script(stage, TICK))));
  assertStringIncludes(ran.stderr, list);
});

testAsUsers("an agent's repository without rights is removed", async (user) => {
  using stage = await repositoryStage(["odd"]);
  const body = `mkdir -p .git/shut/in; chmod 0 .git/shut\n${TICK}`;
  await exits(0, user.run(stage, runWords(script(stage, body))));
  assertEquals(
    existsSync(join(stage.home, ".local/state/ralph/repositories")) &&
      [...Deno.readDirSync(join(stage.home, ".local/state/ralph/repositories"))].length > 0,
    false,
  );
});

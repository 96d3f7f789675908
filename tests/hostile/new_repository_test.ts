/** A repository that is made while a loop runs does not track the loop's files. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { gitIn } from "../_project.ts";
import { makeStage } from "../e2e/_stage.ts";

Deno.test("new repository: made during the loop, it excludes the loop's files from the next Stop on", async () => {
  using stage = await makeStage();
  stage.git("init", "-q");
  await stage.turn();
  assertEquals(stage.git("status", "--porcelain"), "?? PLAN.md");
});

Deno.test("new repository: where git tracks the loop's files already, the user is shown the fix once", async () => {
  using stage = await makeStage();
  stage.git("init", "-q");
  stage.git("add", "-A");
  const said = (await stage.turn())["systemMessage"] ?? "";
  assertStringIncludes(said, "git tracks files of the running loop");
  const command = /git (rm -f --cached .*)$/m.exec(said)?.[1] ?? "";
  stage.git(...command.split(" "));
  assertEquals((await stage.turn())["systemMessage"], undefined);
  assertEquals(stage.git("status", "--porcelain"), "A  PLAN.md");
  assert(stage.hasLoop());
});

Deno.test("new repository: a git directory outside of the project is not written to, with a warning", async () => {
  using stage = await makeStage({ start: null });
  const elsewhere = join(stage.root, "elsewhere.git");
  stage.git("init", "-q", "--separate-git-dir", elsewhere);
  const list = join(elsewhere, "info/exclude");
  const before = Deno.readTextFileSync(list);
  const { code, stdout, stderr } = await stage.ralph(["start", "-f", "PLAN.md"]);
  assertEquals(code, 0);
  assertMatch(
    stdout + stderr,
    /could not be kept out of git: .*You can list them in \.gitignore yourself/,
  );
  assertEquals(Deno.readTextFileSync(list), before);
});

Deno.test("new repository: another project's repository is not written to, with a warning", async () => {
  using stage = await makeStage({ start: null });
  const other = join(stage.root, "other");
  Deno.mkdirSync(other);
  gitIn(other, "init", "-q");
  stage.put(".git", `gitdir: ${other}/.git\n`);
  const { code, stdout, stderr } = await stage.ralph(["start", "-f", "PLAN.md"]);
  assertEquals(code, 0);
  assertMatch(
    stdout + stderr,
    /could not be kept out of git: .*does not name this folder as its own/,
  );
  assert(!Deno.readTextFileSync(join(other, ".git/info/exclude")).includes("ralph"));
});

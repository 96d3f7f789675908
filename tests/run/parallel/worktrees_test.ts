import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import type { Git } from "../../../src/run/parallel/git.ts";
import { openGit } from "../../../src/run/repository/open_git.ts";
import { deleteMerged } from "../../../src/run/parallel/worktrees.ts";
import { TestProject } from "../../_project.ts";

Deno.test("worktrees: merged branches of items are deleted by one call, not those that are needed", async () => {
  using stage = new TestProject({ files: { "a.txt": "x\n" } });
  const call = (...args: string[]) => {
    const own = ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args];
    new Deno.Command("git", { args: own, cwd: stage.project, stdin: "null" }).outputSync();
  };
  call("init", "-q", "-b", "main");
  call("add", "-A");
  call("commit", "-qm", "x");
  for (const index of [1, 2, 3, 4]) call("branch", `ralph/plan/${index}-item`);
  call("branch", "ralph/plan/own");
  call("branch", "ralph/plan/5-ahead");
  call("worktree", "add", "-q", join(stage.root, "tree"), "ralph/plan/2-item");
  call("worktree", "add", "-q", join(stage.root, "ahead"), "ralph/plan/5-ahead");
  call("-C", join(stage.root, "ahead"), "commit", "-q", "--allow-empty", "-m", "more");
  call("checkout", "-q", "ralph/plan/3-item");
  const git = openGit(stage.project);
  const calls: string[] = [];
  const counted: Git = Object.create(git, {
    run: {
      value: (...args: string[]) => {
        calls.push(args[0]!);
        return git.run(...args);
      },
    },
  });
  assertEquals(await deleteMerged(counted), ["ralph/plan/1-item", "ralph/plan/4-item"]);
  assertEquals(calls.filter((command) => command === "branch").length, 1);
  const { out } = await git.run("for-each-ref", "--format=%(refname:short)", "refs/heads/");
  const left = ["main", "ralph/plan/2-item", "ralph/plan/3-item", "ralph/plan/5-ahead"];
  assertEquals(out.split("\n"), [...left, "ralph/plan/own"]);
});
